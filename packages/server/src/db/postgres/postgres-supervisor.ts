import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts';

/** Our own PostgreSQL, started again whenever it ends. */
export type SupervisedPostgres = Pick<EmbeddedPostgres, 'connection' | 'clusterDir' | 'stop'>;

/** What the supervision needs. */
interface SupervisorOptions extends EmbeddedPostgresOptions {
  readonly logger: FastifyBaseLogger;
}

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** One that has run for so long is restarted without delay. */
const STABLE_MS = 10_000;

/**
 * Starts our own PostgreSQL, and starts it again when it ends for any reason: at once, and after ever longer delays up
 * to 5 s while it ends again and again. It finds everything that was committed. While it is away connections are
 * refused.
 *
 * @throws a plain error with the server's own output when it cannot be started the first time.
 */
export async function supervisePostgres({ logger, ...rest }: SupervisorOptions): Promise<SupervisedPostgres> {
  // A signal from the terminal is for Oriel, which ends its requests before its database.
  let postgres = await startEmbeddedPostgres({ ...rest, isDetached: true });
  const { connection, clusterDir } = postgres;
  const stopping = new AbortController();

  const restart = async (): Promise<void> => {
    for (let delayMs = 0; !stopping.signal.aborted; delayMs = longer(delayMs)) {
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        postgres = await postgres.restart();
        return;
      } catch (error) {
        logger.error({ err: error }, 'The embedded PostgreSQL cannot be started');
      }
    }
  };
  const supervise = async (): Promise<void> => {
    let delayMs = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const output = await postgres.exited;
      if (stopping.signal.aborted) return;
      delayMs = performance.now() - startedAt > STABLE_MS ? 0 : longer(delayMs);
      logger.error({ output, delayMs }, 'The embedded PostgreSQL has ended, and is started again');
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      await restart();
    }
  };
  const supervising = supervise();

  return {
    connection,
    clusterDir,
    async stop(timeoutMs) {
      stopping.abort();
      await postgres.stop(timeoutMs);
      // It may have been started once more meanwhile.
      await supervising;
      await postgres.stop(timeoutMs);
    },
  };
}

const longer = (delayMs: number) => Math.min(MAX_DELAY_MS, Math.max(FIRST_DELAY_MS, delayMs * 2));
