import pg from 'pg';
import { installAuditTriggers } from './audit-triggers.ts';
import { migrationFiles, readMigration } from './migration-files.ts';
import { ensureSearchIndexes } from './search-indexes.ts';
import type { TableRules } from './table-rules.ts';

/** Any number that no other program is likely to lock. */
const LOCK_KEY = 7_231_004;

/**
 * Brings the database to the newest version: runs each numbered file that has not run yet, each in its own
 * transaction. Several processes may call it at once; one does the work.
 *
 * @param rules of every table, for the audit log
 * @throws a plain error when the database has migrations that this version does not know (it is older than the data).
 * @returns what the database does not let this version have: `pg_trgm`, without which searches read every name
 */
export async function migrate(
  connection: pg.ClientConfig,
  rules: TableRules,
): Promise<{ missing: 'pg_trgm'[] }> {
  // Of its own: a migration of much data, or one that waits for another server's, says nothing for long.
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
    const files = await migrationFiles();
    refuseNewerData(
      rows.map((row) => row.name),
      files,
    );
    const applied = new Set(rows.map((row) => row.name));
    for (const file of files) if (!applied.has(file)) await apply(client, file);
    await installAuditTriggers(client, rules);
    return { missing: (await ensureSearchIndexes(client)) ? [] : ['pg_trgm'] };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {});
    await client.end();
  }
}

async function apply(client: pg.Client, file: string): Promise<void> {
  const sql = await readMigration(file);
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [file]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`The migration ${file} failed: ${(cause as Error).message}`, { cause });
  }
}

function refuseNewerData(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `The database was made by a newer Oriel (it has ${unknown}); start that version, or restore a backup`,
  );
}
