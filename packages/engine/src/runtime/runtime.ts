import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createAnswerRest, type AnswerRest } from './answer-rest.ts';
import { encodeEngineError } from '../protocol/encode-error.ts';
import type {
  AnswerHead,
  EncodedAnswer,
  RuntimeInfo,
  RuntimeSource,
  RuntimeTarget,
} from '../protocol/engine-types.ts';
import { engineError } from '../errors/errors.ts';
import { join } from '../protocol/frames.ts';
import { createStarvation } from '../process/process-starvation.ts';
import { endOf, type KillReason, type RuntimeEnd } from './runtime-end.ts';
import { NO_STATS } from '../protocol/runtime-stats.ts';
import { spawnRuntime } from './spawn-runtime.ts';
import { slotsOf } from '../sources/duckdb/duckdb-limits.ts';
import type { FromRuntime, RuntimeStart, ToRuntime } from '../worker/messages/messages.ts';
import { changeBetween } from '../worker/messages/runtime-change.ts';
import type { CredentialNeeds } from './with-credentials.ts';
import { watchRuntime } from './watch-runtime.ts';

/** A process that answers the queries of one deployment and branch. */
export interface Runtime {
  /**
   * `replaced` where the process was ended for another query that did not stop: the same can be asked of the next one.
   */
  ask(request: Ask, signal: AbortSignal | undefined): Promise<EncodedAnswer | 'replaced'>;
  /**
   * Lets it run on another model or other sources: what is asked once this has settled is answered on them, what runs
   * ends on the old ones. False where that failed, and the runtime is as it was or has ended.
   */
  change(source: RuntimeSource): Promise<boolean>;
  info(): RuntimeInfo;
  /** What decides on the credentials that queries come with. */
  readonly needs: CredentialNeeds;
  readonly inFlight: number;
  readonly lastUsedAt: number;
  /** Lets running queries finish, then ends the process. */
  retire(): void;
  /** Interrupts running queries and ends the process, within about a second. */
  stop(): Promise<void>;
}

type Distributive<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What can be asked of a runtime: a message without its number. */
export type Ask = Exclude<Question, { kind: 'change' }>;
/** What is answered. */
type Question = Distributive<Exclude<ToRuntime, { kind: 'start' | 'cancel' | 'close' | 'pull' }>, 'id'>;

/** What a runtime is started with, and who hears of it. */
interface RuntimeOptions {
  target: RuntimeTarget;
  start: RuntimeStart;
  /** MiB that the process may take altogether. */
  memoryMb: number;
  /** Nothing being heard of it for so long, it is ended. */
  silentMs: number;
  /** Called once when the process has ended, for whatever reason. */
  onEnd(end: RuntimeEnd): void;
  /** A bug in the runtime, for the log. */
  onFailure(message: string): void;
  /** A line that the process has written. */
  onLine(line: string): void;
}

const STOP_MS = 400;

const lost = encodeEngineError(engineError('engine.runtime_lost', { reason: 'it ended' }));
const failed = encodeEngineError(engineError('internal'));

/** Starts the process of a runtime; what is asked before it is ready waits for it. */
export function startRuntime({
  target,
  start,
  memoryMb,
  silentMs,
  onEnd,
  onFailure,
  onLine,
}: RuntimeOptions): Runtime {
  const waiting = new Map<number, (answer: EncodedAnswer | 'replaced') => void>();
  /** What is left of answers that are being read. */
  const open = new Map<number, AnswerRest>();
  const startedAt = new Date().toISOString();
  const slots = slotsOf(start.source.sources, start.duckdb);
  const spill = ownSpillOf(start);
  let { source } = start;
  let state: RuntimeInfo['state'] = 'starting';
  let stats = NO_STATS;
  let ended: RuntimeEnd | undefined;
  let killed: KillReason | undefined;
  let nextId = 1;
  let isRetiring = false;
  let lastUsedAt = performance.now();
  const whenEnded = Promise.withResolvers<void>();

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
    if (inFlight() > 0 || killed) return;
    // A runtime keeps this process alive only while a request waits for it.
    child.keepAlive(false);
    if (isRetiring) close();
  };
  const close = () => {
    killed ??= 'stop';
    child.send({ kind: 'close' });
    setTimeout(child.kill, STOP_MS).unref();
  };
  const kill = (reason: KillReason) => {
    killed ??= reason;
    child.kill();
  };
  const cancel = (id: number) => {
    child.send({ kind: 'cancel', id });
    endRest(id, (rest) => rest.fail(new Error('The query was cancelled')));
  };
  const openRest = (id: number): AnswerRest => {
    const rest = createAnswerRest({ pull: () => child.send({ kind: 'pull', id }), cancel: () => cancel(id) });
    open.set(id, rest);
    return rest;
  };

  const receive = (message: FromRuntime, body: readonly Buffer[]) => {
    watch.seen();
    switch (message.kind) {
      case 'ready':
        state = 'ready';
        return;
      case 'answer': {
        // Nobody reads what was cancelled meanwhile.
        const rest = message.isOpen && waiting.has(message.id) ? openRest(message.id) : undefined;
        return settle(message.id, { ...headOf(message.answer, body), ...(rest && { rest: rest.chunks }) });
      }
      case 'chunks':
        return message.isEnd
          ? endRest(message.id, (rest) => rest.take(undefined))
          : open.get(message.id)?.take(body);
      case 'cut':
        return endRest(message.id, (rest) => rest.fail(new Error(message.message)));
      case 'failure':
        onFailure(message.message);
        endRest(message.id, (rest) => rest.fail(new Error('The runtime failed')));
        return settle(message.id, failed);
      case 'stats':
        stats = message.stats;
        return;
      case 'pulse':
        return watch.pulse(message.residentBytes);
      case 'stuck':
        onFailure('A statement did not stop; the process of the runtime is replaced');
        return kill('stuck');
      default:
        return message satisfies never;
    }
  };
  const child = spawnRuntime({
    slots,
    environment: start.source.processEnvironment ?? {},
    onFrame: receive,
    onLine,
    onEnd(processEnd) {
      watch.end();
      ended = endOf(processEnd, killed, memoryMb);
      onEnd(ended);
      for (const answer of waiting.values()) answer(answerAfter(ended));
      waiting.clear();
      for (const rest of open.values()) rest.fail(new Error('The runtime ended while the answer was read'));
      open.clear();
      if (spill) void rm(spill, { recursive: true, force: true }).catch(() => {});
      whenEnded.resolve();
    },
  });
  const watch = watchRuntime({ memoryMb, silentMs, isStarved: createStarvation(child.pid), kill });
  child.send({ kind: 'start', start: spill ? withSpill(start, spill) : start });

  const ask = (question: Question, signal: AbortSignal | undefined): Promise<EncodedAnswer | 'replaced'> => {
    if (ended) return Promise.resolve(answerAfter(ended));
    const id = nextId;
    nextId += 1;
    lastUsedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<EncodedAnswer | 'replaced'>();
    const onAbort = () => cancel(id);
    child.keepAlive(true);
    waiting.set(id, (answer) => {
      // An open answer is cancelled as well when its reader goes, or has gone while it was on its way.
      if (answer === 'replaced' || !answer.rest) signal?.removeEventListener('abort', onAbort);
      else if (signal?.aborted) cancel(id);
      resolve(answer);
    });
    // With a number each question is a message again, which the types do not follow.
    child.send({ ...question, id } as ToRuntime);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  };

  return {
    ask,
    async change(next) {
      // A process cannot have more threads than it has begun with.
      if (slotsOf(next.sources, start.duckdb) > slots) return false;
      // Nor can its environment change.
      if (!isDeepStrictEqual(next.processEnvironment ?? {}, start.source.processEnvironment ?? {}))
        return false;
      const answer = await ask({ kind: 'change', change: changeBetween(source, next) }, undefined);
      if (answer === 'replaced' || answer.status !== 200 || isRetiring) return false;
      source = next;
      return true;
    },
    info: () => ({
      ...target,
      state,
      modelVersion: source.modelVersion,
      startedAt,
      processId: child.pid,
      residentBytes: watch.residentBytes,
      requestsInFlight: inFlight(),
      stats,
    }),
    get needs() {
      return source;
    },
    get inFlight() {
      return inFlight();
    },
    get lastUsedAt() {
      return lastUsedAt;
    },
    retire() {
      isRetiring = true;
      if (inFlight() === 0) close();
    },
    async stop() {
      if (ended) return;
      close();
      child.keepAlive(true);
      await whenEnded.promise;
    },
  };
}

/** The answer to a question after the end of its process. */
function answerAfter(end: RuntimeEnd): EncodedAnswer | 'replaced' {
  if (end.kind === 'replaced') return 'replaced';
  return end.kind === 'stopped'
    ? lost
    : encodeEngineError(engineError('engine.runtime_lost', { reason: end.reason }));
}

/** The body is one chunk, as it was sent, unless it is large. */
function headOf(head: Omit<AnswerHead, 'body'>, body: readonly Buffer[]): AnswerHead {
  const bytes = body.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { ...head, body: bytes <= MAX_JOINED_BYTES ? [join(body)] : body };
}

const MAX_JOINED_BYTES = 1024 * 1024;

/** A folder of its own below the one for spilling: what a process leaves there that was killed is removed after it. */
function ownSpillOf({ duckdb: { spillDirectory } }: RuntimeStart): string | undefined {
  return spillDirectory === undefined ? undefined : joinPath(spillDirectory, randomUUID());
}

function withSpill(start: RuntimeStart, spillDirectory: string): RuntimeStart {
  return { ...start, duckdb: { ...start.duckdb, spillDirectory } };
}
