import type { TransformSyncLogEntry, TransformSyncRunPhase } from '@oriel/contract';
import type { SyncStage } from './sync-stages.ts';
import type { TransformSyncStore } from './transform-sync-store.ts';

/** A sync that cannot be done, for a reason that its starter is told. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure';
}

/** A sync that was cancelled, or has been ended by another server. */
export class SyncEnded extends Error {
  override readonly name = 'SyncEnded';
}

/** What a sync says of itself, which is stored as it goes on. */
export interface SyncLog {
  readonly log: readonly TransformSyncLogEntry[];
  readonly phases: readonly TransformSyncRunPhase[];
  /** The phase that failed. */
  readonly failedPhase: string | null;
  say(message: string, options?: { level?: 'info' | 'error'; stream?: 'system' | 'stdout' }): void;
  /** Stores the stage with all that was said. @throws {@link SyncEnded} */
  enter(stage: SyncStage): Promise<void>;
  /** Does a part of the work, and notes how long it took. */
  phase<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Lines that are kept of one sync, and characters of one line. */
const MAX_LINES = 1_000;
const MAX_LINE_LENGTH = 2_000;

/** Makes the log of one try of a sync. */
export function createSyncLog(store: TransformSyncStore, id: string): SyncLog {
  const log: TransformSyncLogEntry[] = [];
  const phases: TransformSyncRunPhase[] = [];
  const startedAt = performance.now();
  let failedPhase: string | null = null;
  const write = (
    entry: Pick<TransformSyncLogEntry, 'level' | 'message' | 'stream' | 'phase' | 'durationMs'>,
  ) => {
    if (log.length >= MAX_LINES) return;
    const message = entry.message.replaceAll('\0', '').slice(0, MAX_LINE_LENGTH);
    log.push({ ...entry, message, timestamp: new Date().toISOString() });
  };
  return {
    log,
    phases,
    get failedPhase() {
      return failedPhase;
    },
    say(message, { level = 'info', stream = 'system' } = {}) {
      write({ level, message, stream, phase: null, durationMs: null });
    },
    async enter(stage) {
      if (!(await store.note(id, stage, { log, phases }))) throw new SyncEnded('The sync has ended');
    },
    async phase(name, work) {
      const begunAt = performance.now();
      const note = (outcome: 'ok' | 'failed', message: string) => {
        const durationMs = Math.round(performance.now() - begunAt);
        phases.push({ phase: name, outcome, durationMs, startedOffsetMs: Math.round(begunAt - startedAt) });
        write({
          level: outcome === 'ok' ? 'info' : 'error',
          message,
          stream: 'system',
          phase: name,
          durationMs,
        });
      };
      try {
        const done = await work();
        note('ok', `${name} is done`);
        return done;
      } catch (error) {
        failedPhase = name;
        note('failed', `${name} failed`);
        throw error;
      }
    },
  };
}
