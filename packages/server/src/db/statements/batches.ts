import pg from 'pg';

/** Carries out a call together with others of the same moment. */
export type Batched<Input, Output> = (input: Input) => Promise<Output>;

/** How calls become batches. */
interface BatchOptions {
  /** Calls of one batch at most; default 100. */
  readonly maxSize?: number;
  /**
   * Batches that are with the database at once; default 2, so that one is put together and read while another is on its
   * way.
   */
  readonly concurrency?: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

const MAX_SIZE = 100;
const CONCURRENCY = 2;

/**
 * Joins the calls of concurrent requests into statements of many rows: while batches are with the database, the calls
 * that come gather for the next. A call that comes alone waits for nothing but the end of the current turn of the event
 * loop. So one commit is flushed for many requests, and the more there are, the fewer statements each costs.
 *
 * @param run carries out a batch in one transaction; one output for each input, in their order. Where the database
 * refuses the statement, nothing of it was done: each call is then carried out alone, so that it fails by its own fault
 * only.
 */
export function createBatches<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  { maxSize = MAX_SIZE, concurrency = CONCURRENCY }: BatchOptions = {},
): Batched<Input, Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let busy = 0;
  let isPlanned = false;

  const settle = async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await run(batch.map(({ input }) => input));
      if (outputs.length !== batch.length)
        throw new Error(`A batch of ${batch.length} calls has ${outputs.length} outputs`);
      // One for each, as was just compared.
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as Output));
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError)
        for (const each of batch) await settle([each]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const start = (): void => {
    isPlanned = false;
    while (waiting.length > 0 && busy < concurrency) {
      const batch = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      busy += 1;
      void settle(batch).then(() => {
        busy -= 1;
        plan();
      });
    }
  };
  /** At the end of the turn, by when the calls of its other requests have come. */
  const plan = (): void => {
    if (isPlanned || busy >= concurrency || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(start);
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      plan();
    });
}
