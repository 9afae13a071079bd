import { recompileModel, type Compilation, type ModelFile } from '@oriel/semantic';
import { parentPort, workerData } from 'node:worker_threads';
import type { EncodedAnswer, RuntimeSettings } from '../engine-types.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from './messages.ts';
import { checkSources } from './check-sources.ts';
import { createGeneration, type Generation } from './generation.ts';
import { openSources, type OpenSources } from './open-sources.ts';
import { changedFiles, settingsOf, type RuntimeChange } from './runtime-change.ts';

/** The entry of a runtime's thread: compiles the model, opens the sources, then answers messages. */
const port = parentPort;
if (!port) throw new Error('A runtime runs in a worker thread');
const send = (message: FromRuntime) => port.postMessage(message);

// What the engine started this thread with.
const { source, cacheBytes, queryTimeoutMs } = workerData as RuntimeStart;
let files: readonly ModelFile[] = source.files;
let compilation: Compilation = recompileModel(files, undefined);
/** Those that still answer; the newest one answers what comes in. */
const generations = new Set<Generation>();
let current = begin(await openSources(source.sources, queryTimeoutMs), settingsOf(source));
const cancellations = new Map<number, AbortController>();
let isClosing = false;
port.on('message', (message: ToRuntime) => void receive(message));
send({ kind: 'ready' });

async function receive(message: ToRuntime): Promise<void> {
  if (message.kind === 'cancel') return cancellations.get(message.id)?.abort();
  if (message.kind === 'close') return close();
  try {
    const done = await answer(message);
    // What closing has interrupted was not cancelled by its caller, who is told that the runtime has ended.
    if (!isClosing) send({ kind: 'answer', id: message.id, answer: done });
  } catch (error) {
    send({ kind: 'failure', id: message.id, message: (error as Error).stack ?? String(error) });
  } finally {
    cancellations.delete(message.id);
  }
}

async function answer(message: Exclude<ToRuntime, { kind: 'cancel' | 'close' }>): Promise<EncodedAnswer> {
  switch (message.kind) {
    case 'load': {
      const controller = new AbortController();
      cancellations.set(message.id, controller);
      return current.use((service) => service.load(message.request, controller.signal));
    }
    case 'sql':
      return current.use(async (service) => service.sql(message.request));
    case 'dryRun':
      return current.use(async (service) => service.dryRun(message.request));
    case 'checkQuery':
      return current.use(async (service) => service.checkQuery(message.request));
    case 'meta':
      return current.use(async (service) => service.meta(message.request));
    case 'check': {
      const { byName } = current.sources;
      return current.use(() => checkSources(byName));
    }
    case 'change':
      await change(message.change);
      return { status: 200, body: [], cache: 'none' };
    default:
      return message satisfies never;
  }
}

/** Answers from now on for another model, or from other sources. What fails leaves everything as it is. */
async function change(change: RuntimeChange): Promise<void> {
  const nextFiles = changedFiles(files, change);
  const next = recompileModel(nextFiles, compilation);
  const opened = change.sources && (await openSources(change.sources, queryTimeoutMs));
  [files, compilation] = [nextFiles, next];
  const previous = current;
  current = begin(opened ?? previous.sources, change.settings);
  void previous.retire().then(() => generations.delete(previous));
}

function begin(sources: OpenSources, settings: RuntimeSettings): Generation {
  const { compiled } = compilation;
  const generation = createGeneration({ compiled, sources, settings, cacheBytes, queryTimeoutMs });
  generations.add(generation);
  return generation;
}

async function close(): Promise<void> {
  isClosing = true;
  await Promise.all([...generations].map((generation) => generation.close()));
  port?.close();
}
