import type pg from 'pg';

/** The columns that lists are searched by. */
const searched = {
  folders: ['name'],
  workbooks: ['name'],
  reports: ['name', 'title'],
  users: ['email', 'username', 'first_name'],
  groups: ['name'],
  user_attributes: ['name'],
  embed_tenants: ['name'],
  embed_users: ['email', 'external_id', 'display_name'],
  embed_user_deployments: ['display_name'],
} as const;

/** What a database says that does not let its user have the extension, or does not know it. */
const REFUSALS = new Set(['42501', '0A000', '58P01', '22023']);

/**
 * Makes the indexes by which texts are found anywhere in a name, of three characters or more. They need the extension
 * `pg_trgm`, which PostgreSQL brings and an owner of the database may install.
 *
 * @returns false where the database refuses the extension: searches read every name then
 */
export async function ensureSearchIndexes(client: pg.Client): Promise<boolean> {
  const schema = await ensureTrigrams(client);
  if (schema === undefined) return false;
  for (const [table, columns] of Object.entries(searched))
    for (const column of columns)
      await client.query(
        `create index if not exists ${table}_${column}_search on ${table} using gin (${column} ${client.escapeIdentifier(schema)}.gin_trgm_ops)`,
      );
  return true;
}

/** The schema that the extension is in; undefined for none. */
async function ensureTrigrams(client: pg.Client): Promise<string | undefined> {
  try {
    await client.query('create extension if not exists pg_trgm');
  } catch (error) {
    if (!REFUSALS.has((error as pg.DatabaseError).code ?? '')) throw error;
    return undefined;
  }
  const { rows } = await client.query<{ schema: string }>(
    "select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
  );
  return rows[0]?.schema;
}
