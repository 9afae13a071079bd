import { sql, type RawBuilder } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { toColumnName, toFieldName } from '../../db/column-names.ts';

/** A row of any table, by field. */
type AnyRow = Readonly<Record<string, unknown>>;

/** A row, by a column of its own. */
export interface RowKey {
  readonly table: string;
  /** Its column in the database. */
  readonly column: string;
  readonly value: unknown;
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Written by the database alone. */
  readonly isGenerated: boolean;
  /** What it refers to; null for nothing. */
  readonly refersTo: { readonly table: string; readonly column: string } | null;
}

interface Table {
  readonly columns: readonly Column[];
  /** The columns of each unique index. */
  readonly unique: readonly (readonly string[])[];
}

/**
 * Copies and changes rows of any table by what the database knows of it, so that a test says nothing of single tables.
 */
export interface ClonedRows {
  /** Copies a row, with other values where they must be unique; what it then refers to is copied as well. */
  clone(key: RowKey): Promise<AnyRow>;
  /**
   * Copies a row many times, with names and times of their own, past all triggers but those that count.
   * @returns their keys
   */
  cloneMany(key: RowKey, count: number): Promise<unknown[]>;
  /** Gives a row random values in those of some columns that its table has. @returns whether it has any */
  scramble(key: RowKey, columns: readonly string[]): Promise<boolean>;
  remove(key: RowKey): Promise<void>;
}

/** What the database does not know of a table. */
export interface TableRules {
  /** The column by which copies differ, where unique columns leave a choice; default one that refers to nothing. */
  readonly differsBy?: string;
  /** Columns that follow from the id, by SQL that knows it as `made.id`. */
  readonly derived?: Readonly<Record<string, RawBuilder<unknown>>>;
}

export function createClonedRows(db: Db, rules: Readonly<Record<string, TableRules>> = {}): ClonedRows {
  const tables = new Map<string, Table>();
  const describe = async (name: string): Promise<Table> => {
    const table = tables.get(name) ?? (await readTable(db, name));
    tables.set(name, table);
    return table;
  };
  /** For each unique index the column by which copies differ. */
  const differingColumns = (table: string, { columns, unique }: Table): Column[] => {
    const chosen: Column[] = [];
    for (const index of unique) {
      const of = columns.filter(({ name }) => index.includes(name));
      if (of.some((column) => column.isGenerated || chosen.includes(column))) continue;
      const differing =
        of.find(({ name }) => name === rules[table]?.differsBy) ??
        of.find(({ refersTo }) => !refersTo) ??
        of.at(-1);
      if (differing) chosen.push(differing);
    }
    return chosen;
  };
  const clone = async ({ table, column, value }: RowKey): Promise<AnyRow> => {
    const { columns, unique } = await describe(table);
    const row = await only<AnyRow>(
      db,
      sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`,
    );
    const changed = new Map<string, unknown>();
    for (const chosen of differingColumns(table, { columns, unique }))
      changed.set(chosen.name, await another(table, chosen, row[toFieldName(chosen.name)]));
    const derived = rules[table]?.derived;
    const written = columns.filter(({ name, isGenerated }) => !isGenerated || (derived && name === 'id'));
    const values = written.map(({ name }) => {
      if (derived && name === 'id') return sql`made.id`;
      if (derived?.[name]) return derived[name];
      return changed.has(name) ? sql`${changed.get(name)}` : sql`${sql.table(table)}.${sql.ref(name)}`;
    });
    const next = sql`nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id'))::integer`;
    return only<AnyRow>(
      db,
      sql`insert into ${sql.table(table)} (${sql.join(written.map(({ name }) => sql.ref(name)))})
        ${derived ? sql`overriding system value` : sql``}
        select ${sql.join(values)} from ${sql.table(table)} ${derived ? sql`cross join (select ${next} as id) made` : sql``}
        where ${sql.table(table)}.${sql.ref(column)} = ${value} limit 1 returning *`,
    );
  };
  /** A value that no other row has. */
  const another = async (table: string, column: Column, value: unknown): Promise<unknown> => {
    if (value === null) return null;
    if (!column.refersTo) {
      if (!column.type.startsWith('int')) return randomValue(column.type);
      const last = sql<{ max: number }>`select max(${sql.ref(column.name)}) from ${sql.table(table)}`;
      return (await only(db, last)).max + 1;
    }
    const made = await clone({ ...column.refersTo, value });
    return made[toFieldName(column.refersTo.column)];
  };
  const cloneMany = async ({ table, column, value }: RowKey, count: number): Promise<unknown[]> => {
    const described = await describe(table);
    const row = await only<AnyRow>(
      db,
      sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`,
    );
    const differing = differingColumns(table, described);
    const derived = rules[table]?.derived;
    const written = described.columns.filter(
      ({ name, isGenerated }) => !isGenerated || (derived && name === 'id'),
    );
    const values: RawBuilder<unknown>[] = [];
    for (const each of written) {
      const { name, refersTo } = each;
      const own = row[toFieldName(name)];
      if (derived && name === 'id') values.push(sql`made.id`);
      else if (derived?.[name]) values.push(derived[name]);
      else if (own !== null && refersTo && differing.includes(each)) {
        const ids = await cloneMany({ ...refersTo, value: own }, count);
        values.push(sql`(${ids}::integer[])[made.n]`);
      } else values.push(numberedValue(each, { table, own, isUnique: differing.includes(each) }));
    }
    const id = derived ? sql`nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id'))::integer` : sql`null`;
    return db.transaction().execute(async (tx) => {
      // The numbers of the workspace are what its lists answer with.
      if (!COUNTED.has(table)) await sql`set local session_replication_role = replica`.execute(tx);
      const made = await sql<AnyRow>`
        insert into ${sql.table(table)} (${sql.join(written.map(({ name }) => sql.ref(name)))})
        ${derived ? sql`overriding system value` : sql``}
        select ${sql.join(values)} from ${sql.table(table)}
          cross join (select ${id} as id, n from generate_series(1, ${count}::integer) n) made
        where ${sql.table(table)}.${sql.ref(column)} = ${value} returning ${sql.ref(column)}`.execute(tx);
      return made.rows.map((each) => each[toFieldName(column)]);
    });
  };
  return {
    clone,
    cloneMany,
    async scramble({ table, column, value }, names) {
      const chosen = (await describe(table)).columns.filter(
        ({ name, isGenerated, refersTo }) => !isGenerated && !refersTo && names.includes(name),
      );
      if (chosen.length === 0) return false;
      const changes = chosen.map(({ name, type }) => sql`${sql.ref(name)} = ${randomValue(type)}`);
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(column)} = ${value}`.execute(
        db,
      );
      return true;
    },
    async remove({ table, column, value }) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db);
    },
  };
}

const COUNTED: ReadonlySet<string> = new Set(['folders', 'workbooks', 'reports']);
/** What lists are sorted by, beside what is unique. */
const SORTED: ReadonlySet<string> = new Set(['name', 'created_at', 'updated_at', 'at']);

/** The value of the copy `made.n` of a row in a column, as SQL. */
function numberedValue(
  { name, type }: Column,
  { table, own, isUnique }: { table: string; own: unknown; isUnique: boolean },
): RawBuilder<unknown> {
  const copied = sql`${sql.table(table)}.${sql.ref(name)}`;
  if (own === null || !(isUnique || SORTED.has(name))) return copied;
  const random = sql`md5(random()::text || made.n)`;
  if (type === 'text') return sql`'n' || substr(${random}, 1, 11)`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bytea') return sql`sha256(convert_to(${random}, 'utf8'))`;
  if (type === 'timestamptz') return sql`${copied} - made.n * interval '1 second'`;
  if (type === 'date') return sql`${copied} - made.n::integer`;
  // Where it is unique, as of the one default of many, copies are of the many.
  if (type === 'bool') return sql`false`;
  if (type.startsWith('int'))
    return sql`(select max(${sql.ref(name)}) from ${sql.table(table)}) + made.n::integer`;
  throw new Error(`No value of the type ${type} is known`);
}

/** A random value of a type of the database. */
function randomValue(type: string): unknown {
  if (type === 'text') return `n${randomUUID().replaceAll('-', '').slice(0, 11)}`;
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return randomBytes(32);
  if (type === 'timestamptz') return new Date(Date.UTC(2020, 0, 1) + Math.random() * 1e11);
  if (type === 'date')
    return new Date(Date.UTC(1980, 0, 1) + Math.random() * 1e12).toISOString().slice(0, 10);
  if (type === 'bool') return false;
  if (/^(int|float|numeric)/.test(type)) return Math.floor(Math.random() * 1000);
  throw new Error(`No random value of the type ${type} is known`);
}

async function readTable(db: Db, name: string): Promise<Table> {
  const { rows: columns } = await sql<Column>`
    select a.attname as name, t.typname as type, a.attidentity <> '' or a.attgenerated <> '' as is_generated,
      (select json_build_object('table', c.confrelid::regclass::text, 'column', f.attname)
        from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
        where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey[1] = a.attnum and cardinality(c.conkey) = 1 limit 1) as refers_to
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${toColumnName(name)}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(
    db,
  );
  // An index of an expression depends on the columns in it.
  const { rows: unique } = await sql<{ columns: string[] }>`
    select array(select distinct a.attname::text from pg_attribute a where a.attrelid = i.indrelid and (
      a.attnum = any(i.indkey) or exists (select from pg_depend d
        where d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))) as columns
    from pg_index i where i.indrelid = ${toColumnName(name)}::regclass and i.indisunique`.execute(db);
  return { columns, unique: unique.map((index) => index.columns) };
}

async function only<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  const [row] = (await query.execute(db)).rows;
  if (!row) throw new Error('No row was answered');
  return row;
}
