import type pg from 'pg';

/** A reference of a table by one column. */
interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly key: string;
}

/**
 * The account of a row for each table, as an expression of SQL of the name that the row has there: its own column, or
 * the one of what it refers to, over as few references as there are. It is null where what it refers to is gone. Tables
 * of no account are left out.
 */
export async function readTenantExpressions(
  client: pg.ClientBase,
): Promise<ReadonlyMap<string, (row: string) => string>> {
  const found = new Map([['tenants', (row: string) => `${row}.id`]]);
  const { rows: direct } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table } of direct) found.set(table, (row) => `${row}.tenant_id`);
  let left = await readReferences(client);
  for (let isMore = true; isMore;) {
    // Each round goes one reference further than the one before.
    const next = new Map<string, (row: string) => string>();
    for (const { table, column, target, key } of left) {
      const tenantOf = found.get(target);
      if (!tenantOf || found.has(table) || next.has(table)) continue;
      next.set(
        table,
        (row) => `(select ${tenantOf(target)} from ${target} where ${target}.${key} = ${row}.${column})`,
      );
    }
    for (const [table, expression] of next) found.set(table, expression);
    left = left.filter(({ table }) => !found.has(table));
    isMore = next.size > 0;
  }
  return found;
}

/** Those that are always set come first. */
async function readReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as table, a.attname as column, t.relname as target, k.attname as key
     from pg_constraint f
     join pg_class c on c.oid = f.conrelid and c.relnamespace = 'public'::regnamespace
     join pg_class t on t.oid = f.confrelid and t.oid <> c.oid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
     join pg_attribute k on k.attrelid = t.oid and k.attnum = f.confkey[1]
     where f.contype = 'f' and cardinality(f.conkey) = 1
     order by c.relname, not a.attnotnull, a.attnum, t.relname`,
  );
  return rows;
}
