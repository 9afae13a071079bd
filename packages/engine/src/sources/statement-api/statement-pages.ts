import { setTimeout as pause } from 'node:timers/promises';
import { EngineError, type EngineErrorCode } from '../../errors/errors.ts';
import { unlessAborted } from '../connection/unless-aborted.ts';
import type { RowPage, StatementState } from './statement-api.ts';

/** What the server tells of a statement that it has ended by itself. */
const HAS_ENDED = new Set<EngineErrorCode>(['query.failed', 'query.sql_refused', 'query.timeout']);
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;
/** A statement that is stopped is waited for so long; what stops it goes on behind that. */
const STOP_WAIT_MS = 2_000;

/**
 * Hands on the pages of rows of a statement that was sent. Meanwhile the next one is asked for, and no other before
 * these rows are taken.
 *
 * Who leaves or aborts stops the statement on the server.
 *
 * @throws what the calls of the API do; the reason of the signal
 */
export async function* readPages(
  submitted: Promise<StatementState>,
  signal: AbortSignal,
): AsyncGenerator<RowPage> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  let isOver = false;
  // What is asked for last may be another statement than the first.
  let latest = submitted;
  submitted.catch(() => {});
  try {
    let state = await unlessAborted(submitted, signal);
    for (let pauseMs = FIRST_PAUSE_MS; !state.page; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
      await pause(pauseMs, undefined, { signal });
      const known = state;
      const asked = known.poll(either);
      latest = asked.catch(() => known);
      state = await unlessAborted(asked, signal);
    }
    let { page } = state;
    for (;;) {
      const following = page.more?.(either);
      // It is waited for when these rows are taken.
      following?.catch(() => {});
      isOver = !following;
      yield page;
      if (!following) return;
      page = await unlessAborted(following, signal);
    }
  } catch (error) {
    isOver ||= error instanceof EngineError && HAS_ENDED.has(error.code);
    throw error;
  } finally {
    left.abort();
    if (!isOver) await Promise.race([stop(latest), pause(STOP_WAIT_MS, undefined, { ref: false })]);
  }
}

/** Stops a statement that may have more to come. */
async function stop(latest: Promise<StatementState>): Promise<void> {
  try {
    await (await latest).cancel();
  } catch {
    // The failure that ended the statement is told; the server's own time limit ends what cannot be stopped.
  }
}
