import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeFeed } from '../../db/change-feed.ts';

/** What is told of turns that another server runs, or has stopped. */
export interface TurnNotices {
  /** Notes what happens in a thread from now on. */
  follow(threadId: string): FollowedThread;
  /** Has a listener told that something has happened in a thread, or may have. @returns what ends it */
  watch(threadId: string, listener: () => void): () => void;
}

/** A thread with its changes noted. */
export interface FollowedThread {
  /**
   * Settles when something has happened since the last call; at once where it already has, and after a while in any
   * case.
   */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Milliseconds; tests wait less, or for notices alone. */
interface NoticeTimes {
  /** How often it is looked whether notices arrive, and where they do not, what has happened. */
  readonly pollMs: number;
  /** After so long without a notice it is looked what has happened: a server that has died tells nothing. */
  readonly silenceMs: number;
}

const TIMES: NoticeTimes = { pollMs: 300, silenceMs: 5_000 };

/**
 * Makes the notices of turns. While the connection that hears of changes is lost, or cannot be had, as behind a
 * transaction pooler, those who wait look every 300 ms.
 */
export function createTurnNotices(
  feed: Pick<ChangeFeed, 'version' | 'subscribe'>,
  { pollMs, silenceMs }: NoticeTimes = TIMES,
): TurnNotices {
  const listeners = new Map<string, Set<() => void>>();
  let renewing: NodeJS.Timeout | undefined;
  feed.subscribe((threadId) => {
    const told = threadId === undefined ? [...listeners.values()] : [listeners.get(threadId) ?? []];
    for (const each of told) for (const listener of each) listener();
  });
  const watch = (threadId: string, listener: () => void) => {
    const ofThread = listeners.get(threadId) ?? new Set();
    listeners.set(threadId, ofThread.add(listener));
    // While anybody listens the connection is looked after.
    feed.version();
    renewing ??= setInterval(() => feed.version(), pollMs).unref();
    return () => {
      ofThread.delete(listener);
      if (ofThread.size === 0 && listeners.get(threadId) === ofThread) listeners.delete(threadId);
      if (listeners.size > 0) return;
      clearInterval(renewing);
      renewing = undefined;
    };
  };
  return {
    watch,
    follow(threadId) {
      let happened = new AbortController();
      const close = watch(threadId, () => happened.abort());
      const next = async (signal: AbortSignal) => {
        const woken = AbortSignal.any([signal, happened.signal]);
        for (let waitedMs = 0; waitedMs < silenceMs && !woken.aborted; waitedMs += pollMs) {
          const isHeard = feed.version() !== undefined;
          await pause(pollMs, undefined, { signal: woken }).catch(() => {});
          if (!isHeard) break;
        }
        if (happened.signal.aborted) happened = new AbortController();
      };
      return { next, close };
    },
  };
}
