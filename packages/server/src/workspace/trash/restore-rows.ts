import { sql, type RawBuilder } from 'kysely';
import type { ResourceType } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';
import type { ItemGraph, Reference, StoredTable } from './item-graph.ts';

/**
 * Writes what deleted items of one kind had, as it was. What it referred to may be gone by now: a row forgets it, or is
 * left out, as if it had been there when that went. An item itself is never left out; a folder lies below its parent as
 * that is now.
 *
 * The rows never leave the database, where numbers keep all of their digits.
 *
 * @throws the violated constraint of the database where an item cannot be there any more
 */
export async function restoreRows(db: Db, graph: ItemGraph, entries: RestoredEntries): Promise<void> {
  for (const table of graph.tables) await restoreTable(db, graph, table, entries);
  for (const link of graph.links)
    if (entries.links.includes(`${link.table}.${link.column}`)) await restoreLinks(db, link, entries);
}

/** What is written back of entries of the trash. */
export interface RestoredEntries {
  /** The entries, which come back from the last to the first. */
  readonly ids: readonly number[];
  /** The columns of their rows by the tables. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The columns of other tables by which rows have referred to them, each as `table.column`. */
  readonly links: readonly string[];
}

/** A part of the contents of entries, one row for each entry that has it. */
function contentsOf({ ids }: RestoredEntries, part: 'rows' | 'links', name: string): RawBuilder<unknown> {
  const content = sql`t.content -> ${sql.lit(part)} -> ${sql.lit(name)}`;
  return sql`(select t.id, ${content} as content
    from trash t where t.id = any(${ids}::integer[]) and jsonb_typeof(${content}) = 'array')`;
}

async function restoreTable(
  db: Db,
  graph: ItemGraph,
  { name, columns }: StoredTable,
  entries: RestoredEntries,
): Promise<void> {
  const known = entries.columns[name];
  if (!known) return;
  // A column that is newer than the rows has its default.
  const stored = columns.filter((column) => known.includes(column));
  const isItem = name === graph.tables[0]?.name;
  // What comes back as well is there; of the item's own table that is the item alone.
  const references = graph.references.filter(
    ({ table, target }) =>
      table === name && !graph.tables.some((each) => each.name === target && !(isItem && target === name)),
  );
  const values = stored.map((column) => valueOf(name, column, references));
  const conditions = isItem ? [] : references.filter(({ onDelete }) => onDelete !== 'forget').map(isThere);
  await sql`
    insert into ${sql.table(name)} (${sql.join(stored.map((column) => sql.ref(column)))}) overriding system value
    select ${sql.join(values)} from ${contentsOf(entries, 'rows', name)} kept
    cross join lateral jsonb_populate_recordset(null::${sql.table(name)}, kept.content) with ordinality as gone
    where ${sql.join([sql`true`, ...conditions, ...(name === 'grants' ? [isSubjectThere] : [])], sql` and `)}
    order by kept.id desc, gone.ordinality`.execute(db);
}

function valueOf(table: string, column: string, references: readonly Reference[]): RawBuilder<unknown> {
  const value = sql.ref(`gone.${column}`);
  if (table === 'folders' && column === 'path')
    return sql`coalesce((select above.path from folders above where above.id = gone.parent_id), '{}') || gone.id`;
  // A folder without its parent lies at the root, as what else lay in that folder.
  const forgets = references.find(
    (each) => each.column === column && (each.onDelete === 'forget' || column === 'parent_id'),
  );
  return forgets ? sql`case when ${isThere(forgets)} then ${value} end` : value;
}

function isThere({ column, target }: Reference): RawBuilder<boolean> {
  const value = sql.ref(`gone.${column}`);
  return sql<boolean>`(${value} is null or exists (select from ${sql.table(target)} present where present.id = ${value}))`;
}

/** Nothing is given to users, groups and embed tenants that are gone. */
const isSubjectThere = sql`case gone.subject_type
  when 'USER' then exists (select from users where id = gone.subject_id)
  when 'GROUP' then exists (select from groups where id = gone.subject_id)
  when 'EMBED_TENANT' then exists (select from embed_tenants where id = gone.subject_id)
  else true end`;

/** What lies in a folder, by its reference: there may be very many of it. */
const filedTypes: ReadonlyMap<string, ResourceType> = new Map([
  ['reports.folder_id', 'REPORT'],
  ['workbooks.folder_id', 'WORKBOOK'],
]);

/** What has referred to the item refers to it again, unless it refers to another by now. */
async function restoreLinks(db: Db, { table, column }: Reference, entries: RestoredEntries): Promise<void> {
  const links = sql`${contentsOf(entries, 'links', `${table}.${column}`)} kept
    cross join lateral jsonb_to_recordset(kept.content) as link(id integer, target integer)`;
  const type = filedTypes.get(`${table}.${column}`);
  if (type !== undefined) {
    await sql`select file_items(${type}, link.target, array_agg(link.id)) from ${links} group by link.target`.execute(
      db,
    );
    return;
  }
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = link.target from ${links}
    where ${sql.ref(`${table}.id`)} = link.id and ${sql.ref(`${table}.${column}`)} is null`.execute(db);
}
