import { sql } from 'kysely';
import { toColumnName } from '../db/column-names.ts';
import type { Db } from '../db/database.ts';
import type { Expiry, TableRules } from '../db/schema/table-rules.ts';

/** How rows are removed, and who hears of it. */
interface RemoveExpiredOptions {
  /** Rows to one statement, so that locks are held for milliseconds; default 1,000. */
  readonly batchSize?: number;
  /** Ends the work after the statement that runs. */
  readonly signal: AbortSignal;
  onRemoved(table: string, rows: number): void;
}

/** Removes expired rows by the rules of the tables, table by table. A row that is locked is left for the next run. */
export async function removeExpired(
  db: Db,
  rules: TableRules,
  { batchSize = 1_000, signal, onRemoved }: RemoveExpiredOptions,
): Promise<void> {
  for (const [name, { expires }] of Object.entries(rules)) {
    if (!expires) continue;
    const table = toColumnName(name);
    let removed = batchSize;
    while (removed === batchSize && !signal.aborted) {
      removed = await removeBatch(db, table, expires, batchSize);
      onRemoved(table, removed);
    }
  }
}

async function removeBatch(db: Db, table: string, { key, when }: Expiry, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with expired as (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.raw(when)} limit ${limit} for update skip locked
    )
    delete from ${sql.table(table)} t using expired where t.${sql.ref(key)} = expired.${sql.ref(key)}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
