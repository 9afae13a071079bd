import { limits, Refusal, type ChatFrame, type ChatUsage } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { refusalOfDatabaseError } from '../../db/connection/database-refusals.ts';
import type { Stopping } from '../../http/listening/stopping.ts';
import {
  aborted,
  addUsage,
  failed,
  NO_USAGE,
  refused,
  snapshot,
  suspended,
  usageLine,
} from '../chat-frames.ts';
import { isContextOverflow } from '../endpoint/context-overflow.ts';
import { createLiveTurn, type LiveTurn } from './live-turn.ts';
import type { TurnNotices } from './turn-notices.ts';
import type { TurnRoom } from './turn-room.ts';
import { BEAT_MS, type StepRecord, type TurnPlace, type TurnStore } from './turn-store.ts';

/** A turn that begins or goes on. */
interface TurnStart {
  readonly threadId: string;
  readonly messageId: string;
  /** The message of a new turn, at its place in the thread; nothing of one that is resumed. */
  opening(sort: number): StepRecord;
  /** Does the work; what it records and emits is the turn. */
  work(room: TurnRoom, context: { readonly signal: AbortSignal; readonly nextSort: number }): Promise<void>;
  /** Counts what was used. */
  onUsage(usage: ChatUsage): Promise<void>;
}

/** The turns that run on this server. */
export interface Turns {
  /** The turn of a thread that runs here. */
  find(threadId: string): LiveTurn | undefined;
  /** Runs a turn, which goes on when nobody reads it. @returns undefined where another one runs in the thread */
  start(start: TurnStart): Promise<LiveTurn | undefined>;
  /** Stops the turn of a thread that runs here, and waits until it has ended. */
  abort(threadId: string): Promise<void>;
  /** Suspends every turn, and waits until their states are stored. */
  close(): Promise<void>;
}

/** What turns are kept with. */
interface TurnsOptions {
  readonly store: TurnStore;
  readonly notices: Pick<TurnNotices, 'watch'>;
  readonly stopping: Pick<Stopping, 'hasBegun' | 'cancelWith'>;
  readonly log: FastifyBaseLogger;
  /** The lines of a thread, for the snapshot at the end. */
  listFrames(threadId: string): Promise<ChatFrame[]>;
}

/** Why a turn is stopped. */
class TurnStop extends Error {
  readonly kind: 'abort' | 'suspend' | 'timeout';
  constructor(kind: TurnStop['kind']) {
    super(`The turn is stopped: ${kind}`);
    this.kind = kind;
  }
}

/** A step could not be stored: no fault of the model, and nothing more can be. */
class UnstoredStep extends Error {
  constructor(cause: unknown) {
    super('A step could not be stored', { cause });
  }
}

/** Makes the turns of a server. Each belongs to it until it has ended: others read what is stored. */
export function createTurns(options: TurnsOptions): Turns {
  const { store, log } = options;
  const server = randomUUID();
  const running = new Map<string, LiveTurn>();
  const open = async (start: TurnStart, place: TurnPlace): Promise<LiveTurn> => {
    const { turn, settle } = createLiveTurn(start);
    const opening = start.opening(place.nextSort);
    const next = await store.record(start.threadId, place, opening);
    for (const frame of opening.frames) turn.emit(frame);
    const release = watch(turn, server, options);
    void runToEnd(turn, { start, place: next, server }, options)
      .catch(async (error: unknown) => {
        const { threadId, messageId } = start;
        log.error({ err: error, threadId }, 'The turn of a chat could not be stored');
        const refusal = refusalOfDatabaseError(error);
        turn.emit(refusal ? refused(refusal) : { error: 'The turn could not be stored', code: 'internal' });
        turn.emit(usageLine(NO_USAGE));
        // The thread is free for the next message, and the same one goes on from the steps that are stored. Where the
        // database takes not even that, the thread is free when the turn has given no sign of life for a while.
        await store
          .end(threadId, server, messageId)
          .catch((err: unknown) => log.warn({ err, threadId }, 'A turn could not be ended'));
      })
      .finally(() => {
        release();
        running.delete(start.threadId);
        turn.end();
        settle();
      });
    return turn;
  };
  return {
    find: (threadId) => running.get(threadId),
    async start(start) {
      const { threadId, messageId } = start;
      const place = await store.claim(threadId, { messageId, server });
      if (!place) return undefined;
      try {
        const turn = await open(start, place);
        running.set(threadId, turn);
        return turn;
      } catch (error) {
        await store.end(threadId, server);
        throw error;
      }
    },
    async abort(threadId) {
      const turn = running.get(threadId);
      turn?.stop.abort(new TurnStop('abort'));
      await turn?.done;
    },
    async close() {
      for (const turn of running.values()) turn.stop.abort(new TurnStop('suspend'));
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

interface Run {
  readonly start: TurnStart;
  readonly place: TurnPlace;
  readonly server: string;
}

async function runToEnd(turn: LiveTurn, { start, place, server }: Run, options: TurnsOptions): Promise<void> {
  const { store, stopping, log, listFrames } = options;
  const { threadId, messageId } = turn;
  let next = place;
  let used = NO_USAGE;
  let unfinished: StepRecord = { frames: [], messages: [] };
  const room: TurnRoom = {
    emit: (frame) => turn.emit(frame),
    leaveUnfinished(step) {
      unfinished = step;
    },
    onFault: (error) => log.error({ err: error, threadId }, 'A tool of an agent has failed'),
    spend(usage) {
      used = addUsage(used, usage);
    },
    async record(step, usage) {
      used = addUsage(used, usage);
      next = await store.record(threadId, next, step).catch((error: unknown) => {
        throw new UnstoredStep(error);
      });
      // The end of a step is where a turn is suspended; one that is complete has nothing to go on with.
      const isComplete = step.frames.at(-1)?.graphPath?.[0] === 'final';
      if (stopping.hasBegun && !isComplete) turn.stop.abort(new TurnStop('suspend'));
    },
  };
  let outcome: ChatFrame | undefined;
  try {
    await start.work(room, { signal: turn.stop.signal, nextSort: place.nextSort });
  } catch (error) {
    if (error instanceof UnstoredStep) throw error.cause;
    outcome = outcomeOf(error, turn, log);
    // A turn that is resumed asks for the step again.
    if (outcome.type !== 'suspend') {
      const { frames, messages } = unfinished;
      for (const frame of frames) turn.emit(frame);
      // Readers of the thread see it as well.
      const sort = next.nextSort + frames.length;
      const kept: ChatFrame = { ...outcome, id: randomUUID(), role: 'assistant', sort };
      await store.record(threadId, next, { frames: [...frames, kept], messages });
    }
  }
  if (used.llmCalls > 0) await start.onUsage(used);
  await store.end(threadId, server, outcome?.type === 'suspend' ? messageId : undefined);
  if (outcome) turn.emit(outcome);
  turn.emit(snapshot(threadId, withoutCalls(await listFrames(threadId))));
  turn.emit(usageLine(used));
}

/**
 * Says that the turn goes on, and stops it where it takes too long, the server stops, or another server was asked to.
 */
function watch(turn: LiveTurn, server: string, { store, notices, stopping, log }: TurnsOptions): () => void {
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => turn.stop.abort(new TurnStop('suspend')));
  const forget = stopping.cancelWith(controller);
  const beat = () => {
    store.beat(turn.threadId, server).then(
      (goesOn) => {
        if (!goesOn) turn.stop.abort(new TurnStop('abort'));
      },
      (error: unknown) => log.warn({ err: error }, 'A turn could not be kept alive'),
    );
  };
  const unwatch = notices.watch(turn.threadId, beat);
  const beats = setInterval(beat, BEAT_MS);
  const deadline = setTimeout(() => turn.stop.abort(new TurnStop('timeout')), limits.MAX_TURN_SECONDS * 1000);
  return () => {
    forget();
    unwatch();
    clearInterval(beats);
    clearTimeout(deadline);
  };
}

/** The line about a turn that has not come to its answer. */
function outcomeOf(
  error: unknown,
  { stop, messageId, threadId }: LiveTurn,
  log: FastifyBaseLogger,
): ChatFrame {
  // The reason is always one of ours.
  const reason: unknown = stop.signal.reason;
  if (stop.signal.aborted && reason instanceof TurnStop) {
    if (reason.kind === 'abort') return aborted();
    if (reason.kind === 'suspend') return suspended(messageId);
    return failed('chat_timeout', { minutes: limits.MAX_TURN_SECONDS / 60 });
  }
  if (error instanceof Refusal) return refused(error);
  // Where the model is, and what it says, is for the log alone.
  log.warn({ err: error, threadId }, 'A model has failed');
  return failed(isContextOverflow(error) ? 'model_context' : 'model_failed');
}

/** What a thread says, without the calls of tools, which were told one by one. */
export function withoutCalls(frames: readonly ChatFrame[]): ChatFrame[] {
  return frames.filter(({ toolCall }) => toolCall === undefined);
}
