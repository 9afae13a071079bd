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
