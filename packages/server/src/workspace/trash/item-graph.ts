import { sql, type RawBuilder } from 'kysely';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';

/*
 * What belongs to an item of the workspace, as the database knows it: the rows that go with the item because they refer to it
 * with `on delete cascade`, at any depth, and those that name it by type and id. A table that is added later belongs to it
 * by its reference alone.
 */

/** A reference of one column to the id of another table. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  /** What becomes of a row with nothing to refer to: it goes, forgets it, or is in its way. */
  readonly onDelete: 'cascade' | 'forget' | 'refuse';
}

/** A table, with the columns that are written. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What belongs to the items of one type. */
export interface ItemGraph {
  /** Tables of rows that go with an item, in an order in which they can be written: the item's own first. */
  readonly tables: readonly StoredTable[];
  /** All references of these tables. */
  readonly references: readonly Reference[];
  /** References of other tables to rows that go, which forget them. */
  readonly links: readonly Reference[];
}

/** Tables with rows that name items by `resource_type` and `resource_id`, and go with them by triggers. */
const byTypeAndId: readonly string[] = [
  'grants',
  'workspace_views',
  'workspace_favorites',
  'viewer_favorites',
];

/** Makes the reader of graphs, which asks the database once: its tables change with the version of the server alone. */
export function createItemGraphs(db: Db): (type: ResourceType) => Promise<ItemGraph> {
  let schema: Promise<{ references: Reference[]; columns: Map<string, string[]> }> | undefined;
  return async (type) => {
    // A failure is not kept.
    schema ??= readSchema(db).catch((error: unknown) => {
      schema = undefined;
      throw error;
    });
    const { references, columns } = await schema;
    return graphOf(resourceKinds[type].table, references, columns);
  };
}

function graphOf(root: string, references: readonly Reference[], columns: Map<string, string[]>): ItemGraph {
  const names = [root];
  // Grows while it is walked.
  for (const name of names)
    for (const { table, target, onDelete } of references)
      if (target === name && onDelete === 'cascade' && !names.includes(table)) names.push(table);
  const ordered = inWritingOrder(names, references);
  const tables = [...ordered, ...byTypeAndId].map((name) => ({ name, columns: columns.get(name) ?? [] }));
  return {
    tables,
    references: references.filter(({ table }) => tables.some(({ name }) => name === table)),
    links: references.filter(
      ({ table, target, onDelete }) =>
        onDelete === 'forget' &&
        ordered.includes(target) &&
        !ordered.includes(table) &&
        columns.get(table)?.includes('id') === true,
    ),
  };
}

/** Tables behind those that they refer to. References among tables form no ring, but for those of a table to itself. */
function inWritingOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const { table, target } of references)
      if (table === name && target !== name && names.includes(target)) add(target);
    ordered.push(name);
  };
  names.forEach(add);
  return ordered;
}

/** The ids of the rows of a table of a graph that go with one item, as a condition behind a column. */
function isOneOf(graph: ItemGraph, table: string, id: RawBuilder<number>): RawBuilder<unknown> {
  if (table === graph.tables[0]?.name) return sql`= ${id}`;
  return sql`in (select id from ${sql.table(table)} where ${belongs(graph, table, id)})`;
}

/** The condition of the rows of a table of a graph that go with one item. */
function belongs(graph: ItemGraph, table: string, id: RawBuilder<number>): RawBuilder<unknown> {
  const isInGraph = (name: string) => graph.tables.some((each) => each.name === name);
  if (table === graph.tables[0]?.name) return sql`id = ${id}`;
  if (byTypeAndId.includes(table)) {
    const kinds = Object.entries(resourceKinds).filter(([, kind]) => isInGraph(kind.table));
    const named = kinds.map(
      ([type, kind]) =>
        sql`(resource_type = ${sql.lit(type)} and resource_id ${isOneOf(graph, kind.table, id)})`,
    );
    return sql`(${sql.join(named, sql` or `)})`;
  }
  // Rows that refer to others of their table belong as those do, by another reference of their own.
  const through = graph.references.filter(
    (each) =>
      each.table === table && each.target !== table && each.onDelete === 'cascade' && isInGraph(each.target),
  );
  return sql`(${sql.join(
    through.map(({ column, target }) => sql`${sql.ref(column)} ${isOneOf(graph, target, id)}`),
    sql` or `,
  )})`;
}

/** All that goes with one item, as the `content` of the trash. */
export function contentOf(graph: ItemGraph, id: RawBuilder<number>): RawBuilder<unknown> {
  const rows = graph.tables.map(
    ({ name }) =>
      sql`${sql.lit(name)}, (select jsonb_agg(to_jsonb(gone)) from ${sql.table(name)} gone where ${belongs(graph, name, id)})`,
  );
  const links = graph.links.map(
    ({ table, column, target }) =>
      sql`${sql.lit(`${table}.${column}`)}, (select jsonb_agg(jsonb_build_object('id', id, 'target', ${sql.ref(column)}))
        from ${sql.table(table)} where ${sql.ref(column)} ${isOneOf(graph, target, id)})`,
  );
  return sql`jsonb_build_object('rows', jsonb_build_object(${sql.join(rows)}), 'links', jsonb_build_object(${sql.join(links)}))`;
}

async function readSchema(db: Db): Promise<{ references: Reference[]; columns: Map<string, string[]> }> {
  const [references, columns] = await Promise.all([
    sql<Reference>`
      select child.relname as "table", a.attname as "column", parent.relname as target,
        case c.confdeltype when 'c' then 'cascade' when 'n' then 'forget' else 'refuse' end as on_delete
      from pg_constraint c
      join pg_class child on child.oid = c.conrelid
      join pg_class parent on parent.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1 and child.relnamespace = current_schema()::regnamespace
      order by 1, 2`.execute(db),
    sql<{ table: string; names: string[] }>`
      select c.relname as "table", array_agg(a.attname::text order by a.attnum) as names
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1`.execute(db),
  ]);
  return {
    references: references.rows,
    columns: new Map(columns.rows.map(({ table, names }) => [table, names])),
  };
}
