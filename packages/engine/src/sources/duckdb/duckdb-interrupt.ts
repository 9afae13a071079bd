import type { DuckDBConnection } from '@duckdb/node-api';
import { startPatience, type Patience } from '../../process/patience.ts';
import { createOwnStarvation } from '../../process/process-starvation.ts';

const INTERRUPT_MS = 20;

/** How long a statement that is stopped may go on, and who hears of one that does. */
export interface StopWatch {
  readonly stopGraceMs: number;
  onStuck(): void;
}

/**
 * Interrupts what runs on a connection when a signal is aborted, until the answer of this is called. An interrupt that
 * comes before the statement has begun is lost, so it is repeated until the statement has ended.
 */
export function interruptOn(
  signal: AbortSignal,
  connection: DuckDBConnection,
  { stopGraceMs, onStuck }: StopWatch,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let patience: Patience | undefined;
  const begin = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), INTERRUPT_MS);
    patience = startPatience({ ms: stopGraceMs, isStarved: createOwnStarvation(), onOver: onStuck });
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return () => {
    signal.removeEventListener('abort', begin);
    clearInterval(timer);
    patience?.end();
  };
}
