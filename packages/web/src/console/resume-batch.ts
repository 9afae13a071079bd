import type { RunBatch } from '../query/load-batch.ts';
import type { Connection } from './connection/connection.ts';

export interface ResumeOptions {
  /** How often a batch is sent at most. */
  attempts: number;
  /** Whether a failure is a broken connection, after which the rest may be asked for again. */
  isBroken(error: unknown): boolean;
  connection: Pick<Connection, 'check' | 'untilThere'>;
}

/**
 * Wraps the sending of batches so that one that breaks off is sent again for the queries without an answer, as soon as the
 * server answers.
 */
export function resumeBatch(runBatch: RunBatch, { attempts, isBroken, connection }: ResumeOptions): RunBatch {
  return async (queries, onAnswer, signal, cache) => {
    const open = new Map(queries.map((query) => [query.id, query]));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const note: typeof onAnswer = (answer) => {
          open.delete(answer.id);
          onAnswer(answer);
        };
        return await runBatch([...open.values()], note, signal, cache);
      } catch (error) {
        if (!isBroken(error) || signal.aborted || attempt === attempts) throw error;
        if (open.size === 0) return;
        await connection.check();
        await connection.untilThere(signal);
      }
    }
  };
}
