/** What a statement of an item has come to. */
export type Settled = PromiseSettledResult<{ readonly rows: readonly unknown[] }>;

/** The first row of a statement's result, or its error. */
export function rowOf<Row>(result: Settled | undefined): Row | Error | undefined {
  if (result === undefined) return undefined;
  if (result.status === 'rejected') return result.reason as Error;
  return (result.value.rows as readonly Row[])[0];
}
