import type { ModelFile } from '@oriel/semantic';
import type { AnswerHead, RuntimeSettings, RuntimeSource } from '../protocol/engine-types.ts';
import { EngineError } from '../errors/errors.ts';
import type { Frames } from '../protocol/frames.ts';
import type { StatsWriter } from '../protocol/runtime-stats.ts';
import { checkSources } from './sources/check-sources.ts';
import type { OpenAnswer, OpenRest } from './results/encode-answer.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from './messages/messages.ts';
import { createModelCompiler, type ModelCompilation } from './compile/model-compiler.ts';
import { openSources, type OpenSources } from './sources/open-sources.ts';
import { changedFiles, settingsOf, type RuntimeChange } from './messages/runtime-change.ts';
import { createSnapshot, type Snapshot } from './runtime-snapshot.ts';

/** What is said to a runtime once it has started. */
type RuntimeMessage = Exclude<ToRuntime, { kind: 'start' }>;
type Question = Exclude<RuntimeMessage, { kind: 'cancel' | 'close' | 'pull' }>;

/** Answers the messages of the engine, in the process of a runtime. */
export interface RuntimeServer {
  /** Never rejects. */
  receive(message: Exclude<RuntimeMessage, { kind: 'close' }>): Promise<void>;
  /** Interrupts what is under way and closes model and sources; nothing is answered any more. */
  close(): Promise<void>;
}

/** What the runtime has to work with. */
interface RuntimeServerOptions {
  readonly start: RuntimeStart;
  readonly send: Frames<FromRuntime>['send'];
  readonly count: StatsWriter;
  /** Called when a statement does not stop. */
  onStuck(): void;
  /** Called when the model has been compiled, or could not be. */
  onStarted(): void;
}

/** Compiles the model and opens the sources, to be ready for the first message. */
export function createRuntimeServer({
  start,
  send,
  count,
  onStuck,
  onStarted,
}: RuntimeServerOptions): RuntimeServer {
  const { source, ...limits } = start;
  const opening = { ...limits, count, onStuck };
  const compiler = createModelCompiler(opening);
  let files: readonly ModelFile[] = source.files;
  /** Those that still answer; the newest one answers what comes in. */
  const snapshots = new Set<Snapshot>();
  const cancellations = new Map<number, AbortController>();
  /** What is left of open answers. */
  const rests = new Map<number, OpenRest>();
  let isClosing = false;

  const begin = (model: ModelCompilation, opened: OpenSources, settings: RuntimeSettings): Snapshot => {
    const snapshot = createSnapshot({ model, sources: opened, settings, limits });
    snapshots.add(snapshot);
    return snapshot;
  };
  // Begun at once, to be ready together with the sources.
  const model = compiler.begin(modelOf(source));
  void model.begun.then(onStarted);
  let sources = source.sources;
  let current = begin(model, openSources(sources, opening), settingsOf(source));

  const forget = (id: number) => {
    cancellations.delete(id);
    rests.delete(id);
  };
  /** Answers from now on for another model, or from other sources. What fails leaves everything as it is. */
  const change = (changed: RuntimeChange) => {
    const nextFiles = changedFiles(files, changed);
    const opened = changed.sources && openSources(changed.sources, opening);
    files = nextFiles;
    sources = changed.sources ?? sources;
    const next = compiler.begin(modelOf({ files, environment: changed.environment, sources }));
    const previous = current;
    current = begin(next, opened ?? previous.sources, changed.settings);
    void previous.retire().then(() => snapshots.delete(previous));
  };
  const answer = async (message: Question): Promise<OpenAnswer> => {
    const controller = new AbortController();
    const { signal } = controller;
    cancellations.set(message.id, controller);
    switch (message.kind) {
      case 'load':
        return current.use((service) => service.load(message.request, signal));
      case 'exportRows':
        return current.use((service) => service.exportRows(message.request, signal));
      case 'describeRows':
        return current.use((service) => service.describeRows(message.request, signal));
      case 'writeCsv':
        return current.use((service) => service.writeCsv(message.request, signal));
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
        return current.use(() => checkSources(byName, message.name));
      }
      case 'change':
        change(message.change);
        return { status: 200, body: [], cache: 'none' };
      default:
        return message satisfies never;
    }
  };
  const respond = async (message: Question) => {
    const { id } = message;
    try {
      const { rest, ...head } = await answer(message);
      // What closing has interrupted was not cancelled by its caller, who is told that the runtime has ended.
      if (isClosing) return;
      sendAnswer(id, head, rest);
    } catch (error) {
      forget(id);
      if (!isClosing) send({ kind: 'failure', id, message: (error as Error).stack ?? String(error) });
    }
  };
  const sendAnswer = (id: number, { body, ...answerHead }: AnswerHead, rest: OpenRest | undefined) => {
    send({ kind: 'answer', id, answer: answerHead, isOpen: rest !== undefined }, body);
    if (rest) rests.set(id, rest);
    else cancellations.delete(id);
  };
  const sendMore = async (id: number) => {
    const rest = rests.get(id);
    // A pull that a cancellation has overtaken.
    if (!rest) return;
    try {
      const chunks = await rest.pull();
      if (!chunks) forget(id);
      send({ kind: 'chunks', id, isEnd: !chunks }, chunks);
    } catch (error) {
      forget(id);
      if (isClosing) return;
      if (error instanceof EngineError) send({ kind: 'cut', id, message: error.message });
      else send({ kind: 'failure', id, message: (error as Error).stack ?? String(error) });
    }
  };

  return {
    async receive(message) {
      switch (message.kind) {
        case 'cancel':
          cancellations.get(message.id)?.abort();
          return forget(message.id);
        case 'pull':
          return sendMore(message.id);
        default:
          return respond(message);
      }
    },
    async close() {
      isClosing = true;
      await compiler.close();
      await Promise.all([...snapshots].map((snapshot) => snapshot.close()));
    },
  };
}

function modelOf({
  files,
  environment = {},
  sources,
}: Pick<RuntimeSource, 'files' | 'environment' | 'sources'>) {
  const types = Object.entries(sources).map(([name, { type }]) => [name, type] as const);
  return { files, environment, sourceTypes: Object.fromEntries(types) };
}
