import pg from 'pg';

/** Carries out a call together with others of the same moment. */
export type Batched<Input, Output> = (input: Input) => Promise<Output>;

/** How calls become batches. */
export interface BatchOptions {
  /** Calls of one batch at most; default 100. */
  readonly maxSize?: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

const MAX_SIZE = 100;

/**
 * Joins the calls of concurrent requests into statements of many rows: while one batch is with the database, the calls that come
 * gather for the next. A call that comes alone waits for nothing but the end of the current turn of the event loop. So one commit is
 * flushed for many requests, and the more there are, the fewer statements each costs.
 *
 * @param run carries out a batch in one transaction; one output for each input, in their order. Where the database refuses the
 * statement, nothing of it was done: each call is then carried out alone, so that it fails by its own fault only.
 */
export function createBatches<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  { maxSize = MAX_SIZE }: BatchOptions = {},
): Batched<Input, Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let isBusy = false;

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

  const next = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      await settle(batch);
    }
    isBusy = false;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      setImmediate(() => void next());
    });
}
