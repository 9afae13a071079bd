import { encodeEngineError } from './encode-error.ts';
import { engineError } from './errors.ts';
import { Worker } from 'node:worker_threads';
import { createAnswerRest, type AnswerRest } from './answer-rest.ts';
import type { EncodedAnswer, RuntimeInfo, RuntimeSource, RuntimeTarget } from './engine-types.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from './worker/messages.ts';
import { createStatsBuffer, readStats } from './runtime-stats.ts';
import { changeBetween } from './worker/runtime-change.ts';

/** A worker thread that answers the queries of one deployment and branch. */
export interface Runtime {
  ask(request: Ask, signal: AbortSignal | undefined): Promise<EncodedAnswer>;
  /**
   * Lets it run on another model or other sources: what is asked once this has settled is answered on them, what runs
   * ends on the old ones. False where that failed, and the runtime is as it was or has ended.
   */
  change(source: RuntimeSource): Promise<boolean>;
  info(): RuntimeInfo;
  readonly inFlight: number;
  readonly lastUsedAt: number;
  /** Lets running queries finish, then ends the thread. */
  retire(): void;
  /** Ends the thread at once. */
  stop(): Promise<void>;
}

type Distributive<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What can be asked of a runtime: a message without its number. */
export type Ask = Exclude<Question, { kind: 'change' }>;
/** What is answered. */
type Question = Distributive<Exclude<ToRuntime, { kind: 'cancel' | 'close' | 'pull' }>, 'id'>;

/** What a runtime is started with, and who hears of its end. */
export interface RuntimeOptions {
  target: RuntimeTarget;
  start: Omit<RuntimeStart, 'stats'>;
  /** Called once when the thread has ended, for whatever reason. */
  onEnd(error: Error | undefined): void;
  /** A bug in the runtime, for the log. */
  onFailure(message: string): void;
}

const STOP_MS = 2_000;

const lost = encodeEngineError(engineError('engine.runtime_lost'));
const failed = encodeEngineError(engineError('internal'));

/** Starts the thread of a runtime; what is asked before it is ready waits for it. */
export function startRuntime({ target, start, onEnd, onFailure }: RuntimeOptions): Runtime {
  const stats = createStatsBuffer();
  const worker = new Worker(new URL('./worker/runtime-worker.ts', import.meta.url), {
    workerData: { ...start, stats } satisfies RuntimeStart,
    name: `runtime ${target.deploymentId} ${target.branch}`,
  });
  const waiting = new Map<number, (answer: EncodedAnswer) => void>();
  /** What is left of answers that are being read. */
  const open = new Map<number, AnswerRest>();
  const startedAt = new Date().toISOString();
  let { source } = start;
  let state: RuntimeInfo['state'] = 'starting';
  let hasEnded = false;
  let nextId = 1;
  let isRetiring = false;
  let lastUsedAt = performance.now();
  let crash: Error | undefined;
  worker.unref();

  const post = (message: ToRuntime) => worker.postMessage(message);
  const inFlight = () => waiting.size + open.size;
  const settle = (id: number, answer: EncodedAnswer) => {
    const answered = waiting.get(id);
    waiting.delete(id);
    answered?.(answer);
    afterUse();
  };
  const endRest = (id: number, end: (rest: AnswerRest) => void) => {
    const rest = open.get(id);
    open.delete(id);
    if (rest) end(rest);
    afterUse();
  };
  const afterUse = () => {
    lastUsedAt = performance.now();
    if (inFlight() > 0) return;
    // A thread keeps the process alive only while a request waits for it.
    worker.unref();
    if (isRetiring) post({ kind: 'close' });
  };
  const cancel = (id: number) => {
    post({ kind: 'cancel', id });
    endRest(id, (rest) => rest.fail(new Error('The query was cancelled')));
  };
  const openRest = (id: number): AnswerRest => {
    const rest = createAnswerRest({ pull: () => post({ kind: 'pull', id }), cancel: () => cancel(id) });
    open.set(id, rest);
    return rest;
  };

  const receive = (message: FromRuntime) => {
    switch (message.kind) {
      case 'ready':
        state = 'ready';
        return;
      case 'answer': {
        // Nobody reads what was cancelled meanwhile.
        const rest = message.isOpen && waiting.has(message.id) ? openRest(message.id) : undefined;
        return settle(message.id, { ...message.answer, ...(rest && { rest: rest.chunks }) });
      }
      case 'chunks':
        return message.chunks
          ? open.get(message.id)?.take(message.chunks)
          : endRest(message.id, (rest) => rest.take(undefined));
      case 'cut':
        return endRest(message.id, (rest) => rest.fail(new Error(message.message)));
      case 'failure':
        onFailure(message.message);
        endRest(message.id, (rest) => rest.fail(new Error('The runtime failed')));
        return settle(message.id, failed);
      default:
        return message satisfies never;
    }
  };
  worker.on('message', receive);
  worker.on('error', (error) => (crash = error instanceof Error ? error : new Error(String(error))));
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      for (const answer of waiting.values()) answer(lost);
      waiting.clear();
      for (const rest of open.values()) rest.fail(new Error('The runtime ended while the answer was read'));
      open.clear();
      onEnd(crash);
      resolve();
    });
  });

  const ask = (question: Question, signal: AbortSignal | undefined): Promise<EncodedAnswer> => {
    if (hasEnded) return Promise.resolve(lost);
    const id = nextId;
    nextId += 1;
    lastUsedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<EncodedAnswer>();
    const onAbort = () => cancel(id);
    worker.ref();
    waiting.set(id, (answer) => {
      // An open answer is cancelled as well when its reader goes, or has gone while it was on its way.
      if (!answer.rest) signal?.removeEventListener('abort', onAbort);
      else if (signal?.aborted) cancel(id);
      resolve(answer);
    });
    // With a number each question is a message again, which the types do not follow.
    post({ ...question, id } as ToRuntime);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  };

  return {
    ask,
    async change(next) {
      const { status } = await ask({ kind: 'change', change: changeBetween(source, next) }, undefined);
      if (status !== 200 || isRetiring) return false;
      source = next;
      return true;
    },
    info: () => ({
      ...target,
      state,
      modelVersion: source.modelVersion,
      startedAt,
      requestsInFlight: inFlight(),
      stats: readStats(stats),
    }),
    get inFlight() {
      return inFlight();
    },
    get lastUsedAt() {
      return lastUsedAt;
    },
    retire() {
      isRetiring = true;
      if (inFlight() === 0) post({ kind: 'close' });
    },
    async stop() {
      // Asked nicely, the thread interrupts the database first; ending it would wait for the statement.
      post({ kind: 'close' });
      const timer = setTimeout(() => void worker.terminate(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
