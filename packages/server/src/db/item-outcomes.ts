import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { currentContext, runInContext, type OutcomeLog } from './request-context.ts';

/** The log of the items of the request that runs; undefined for one without a key, and for background work. */
export function currentOutcomes(): OutcomeLog | undefined {
  return currentContext()?.outcomes;
}

/** What names an item of the workspace within a bulk request. */
export function nameOfItem({ type, id }: { readonly type: string; readonly id: number }): string {
  return `${type} ${id}`;
}

/** Notes what became of items, by what names them: a statement for the transaction that has changed them. */
export function noteOutcomes(
  { tenantId, caller, keyHash }: OutcomeLog,
  outcomes: ReadonlyMap<string, unknown>,
): RawBuilder<unknown> {
  const noted = [...outcomes].map(([item, done]) => ({ item, outcome: { done } }));
  return sql`insert into item_outcomes (tenant_id, caller, key_hash, item, outcome)
    select ${tenantId}::integer, ${caller}::text, ${keyHash}::bytea, item, outcome
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as noted(item text, outcome jsonb)`;
}

/**
 * Changes one item of a bulk request. Where the request has a key, the change and what became of it are one
 * transaction: either both last or neither, whenever the server ends. An item with a known outcome is not changed
 * again.
 *
 * @param item names the item within the request
 * @param work changes the item; what it answers is JSON. What it throws is not noted, and the item is tried again
 */
export async function runItem<Outcome>(db: Db, item: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const context = currentContext();
  const log = context?.outcomes;
  // Within a transaction of the whole request, such as a dry run, nothing lasts.
  if (!context || !log || context.outer) return work();
  // It is what the same request has answered for the item.
  if (log.known.has(item)) return log.known.get(item) as Outcome;
  const { outcomes: _outcomes, ...rest } = context;
  const outcome = await runInContext({ ...rest, outer: { connection: undefined } }, () =>
    db.transaction().execute(async (tx) => {
      const done = await work();
      await noteOutcomes(log, new Map([[item, done]])).execute(tx);
      return done;
    }),
  );
  log.known.set(item, outcome);
  return outcome;
}

/**
 * Changes items of a bulk request in one transaction, of which those of `work` are parts; where the request has a key,
 * what became of them is stored in it.
 *
 * @param items names of the items within the request
 * @param work changes the items, and answers for each what {@link runItem} does
 * @returns undefined where nothing was done: `work` has failed, or the same request, sent before, has done a part
 * @throws what became of the commit, where that is not known
 */
export async function runItemsTogether<Outcome>(
  db: Db,
  items: readonly string[],
  work: () => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[] | undefined> {
  const context = currentContext();
  const log = context?.outcomes;
  if (!context || context.outer || items.some((item) => log?.known.has(item))) return undefined;
  const { outcomes: _outcomes, ...rest } = context;
  let noted: ReadonlyMap<string, Outcome> | undefined;
  try {
    const outcomes = await runInContext({ ...rest, outer: { connection: undefined } }, () =>
      db.transaction().execute(async (tx) => {
        const done = await work();
        const byItem = new Map(done.map((outcome, index) => [items[index] ?? '', outcome]));
        if (log) await noteOutcomes(log, byItem).execute(tx);
        noted = byItem;
        return done;
      }),
    );
    for (const [item, outcome] of noted ?? []) log?.known.set(item, outcome);
    return outcomes;
  } catch (error) {
    if (noted) throw error;
    return undefined;
  }
}
