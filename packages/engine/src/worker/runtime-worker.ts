import type { ModelFile } from '@oriel/semantic';
import { parentPort, workerData } from 'node:worker_threads';
import type { RuntimeSettings, RuntimeSource } from '../engine-types.ts';
import { EngineError } from '../errors.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from './messages.ts';
import { checkSources } from './check-sources.ts';
import type { OpenAnswer, OpenRest } from './encode-answer.ts';
import { createSnapshot, type Snapshot } from './runtime-snapshot.ts';
import { createModelCompiler, type ModelCompilation } from './model-compiler.ts';
import { openSources, type OpenSources } from './open-sources.ts';
import { createStatsWriter } from '../runtime-stats.ts';
import { changedFiles, settingsOf, type RuntimeChange } from './runtime-change.ts';

/** The entry of a runtime's thread: compiles the model, opens the sources, then answers messages. */
const port = parentPort;
if (!port) throw new Error('A runtime runs in a worker thread');
const send = (message: FromRuntime, handedOver: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, handedOver);

// What the engine started this thread with.
const { source, stats, ...limits } = workerData as RuntimeStart;
const opening = { ...limits, count: createStatsWriter(stats) };
const compiler = createModelCompiler(opening);
let files: readonly ModelFile[] = source.files;
/** Those that still answer; the newest one answers what comes in. */
const snapshots = new Set<Snapshot>();
// Begun at once, to be ready together with the sources.
const model = compiler.begin(modelOf(source));
let sources = source.sources;
let current = begin(model, openSources(sources, opening), settingsOf(source));
const cancellations = new Map<number, AbortController>();
/** What is left of open answers. */
const rests = new Map<number, OpenRest>();
let isClosing = false;
port.on('message', (message: ToRuntime) => void receive(message));
send({ kind: 'ready' });

async function receive(message: ToRuntime): Promise<void> {
  if (message.kind === 'cancel') return cancel(message.id);
  if (message.kind === 'close') return close();
  if (message.kind === 'pull') return sendMore(message.id);
  const { id } = message;
  try {
    const { rest, ...head } = await answer(message);
    // What closing has interrupted was not cancelled by its caller, who is told that the runtime has ended.
    if (isClosing) return;
    send({ kind: 'answer', id, answer: head, isOpen: rest !== undefined });
    if (rest) rests.set(id, rest);
    else cancellations.delete(id);
  } catch (error) {
    cancellations.delete(id);
    if (isClosing) return;
    send({ kind: 'failure', id, message: (error as Error).stack ?? String(error) });
  }
}

function cancel(id: number): void {
  cancellations.get(id)?.abort();
  forget(id);
}

function forget(id: number): void {
  cancellations.delete(id);
  rests.delete(id);
}

/** The next chunks of an open answer, which are handed over rather than copied. */
async function sendMore(id: number): Promise<void> {
  const rest = rests.get(id);
  // A pull that a cancellation has overtaken.
  if (!rest) return;
  try {
    const chunks = await rest.pull();
    if (!chunks) forget(id);
    const whole = (chunks ?? []).filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
    send(
      { kind: 'chunks', id, chunks },
      whole.map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    forget(id);
    if (isClosing) return;
    if (error instanceof EngineError) send({ kind: 'cut', id, message: error.message });
    else send({ kind: 'failure', id, message: (error as Error).stack ?? String(error) });
  }
}

async function answer(
  message: Exclude<ToRuntime, { kind: 'cancel' | 'close' | 'pull' }>,
): Promise<OpenAnswer> {
  const controller = new AbortController();
  const { signal } = controller;
  cancellations.set(message.id, controller);
  switch (message.kind) {
    case 'load':
      return current.use((service) => service.load(message.request, signal));
    case 'sql':
      return current.use((service) => service.sql(message.request, signal));
    case 'dryRun':
      return current.use((service) => service.dryRun(message.request, signal));
    case 'checkQuery':
      return current.use((service) => service.checkQuery(message.request, signal));
    case 'meta':
      return current.use((service) => service.meta(message.request, signal));
    case 'check': {
      const { byName } = current.sources;
      return current.use(() => checkSources(byName));
    }
    case 'change':
      change(message.change);
      return { status: 200, body: [], cache: 'none' };
    default:
      return message satisfies never;
  }
}

/** Answers from now on for another model, or from other sources. What fails leaves everything as it is. */
function change(change: RuntimeChange): void {
  const nextFiles = changedFiles(files, change);
  const opened = change.sources && openSources(change.sources, opening);
  files = nextFiles;
  sources = change.sources ?? sources;
  const model = compiler.begin(modelOf({ files, environment: change.environment, sources }));
  const previous = current;
  current = begin(model, opened ?? previous.sources, change.settings);
  void previous.retire().then(() => snapshots.delete(previous));
}

function modelOf({
  files,
  environment = {},
  sources,
}: Pick<RuntimeSource, 'files' | 'environment' | 'sources'>) {
  const types = Object.entries(sources).map(([name, { type }]) => [name, type] as const);
  return { files, environment, sourceTypes: Object.fromEntries(types) };
}

function begin(model: ModelCompilation, sources: OpenSources, settings: RuntimeSettings): Snapshot {
  const snapshot = createSnapshot({ model, sources, settings, limits });
  snapshots.add(snapshot);
  return snapshot;
}

async function close(): Promise<void> {
  isClosing = true;
  await compiler.close();
  await Promise.all([...snapshots].map((snapshot) => snapshot.close()));
  port?.close();
}
