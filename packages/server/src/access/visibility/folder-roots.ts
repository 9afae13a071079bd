import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../db/statements/prepared.ts';
import type { ColumnOrder } from '../../paging/list-order.ts';
import { columnOf, kindOf, tableOf } from '../lineage.ts';
import type { ResourceKind, ResourceKinds } from '../resource-kinds.ts';
import { isGrantedTo, type Accessor } from '../subjects.ts';
import type { View } from './view.ts';
import { givenFolders } from './visible-folders.ts';

/*
 * What an accessor sees, seen from the tree: the folders that were granted to it or that it owns, without those that lie below
 * another of them. An item lies below what is seen exactly when one of these _roots_ is on its path, so that a row is decided by
 * the path of its folder, and the numbers of the roots (`folder_counts`) add up to the number of what is seen.
 *
 * These are parts of one statement: the common table expressions of `rootsOf`, which the conditions name.
 */

/** The common table expression `roots` of an accessor in a deployment: one row, with the array `ids`. */
export function rootsOf({ accessor, deploymentId, folders }: View): RawBuilder<unknown> {
  if (folders) return givenFolders(folders, deploymentId).roots;
  return sql`accessible_folders as materialized (
    select g.resource_id as id from grants g where g.resource_type = 'FOLDER' and ${isGrantedTo(accessor, deploymentId)}
    union select id from folders where deployment_id = ${hidden(deploymentId, 'integer')} and ${isOwnedByIndex(accessor, sql.ref('user_id'))}
  ), roots as materialized (
    select array(
      select f.id from accessible_folders a join folders f on f.id = a.id
      where f.deployment_id = ${hidden(deploymentId, 'integer')} and (
        select bool_or(above.id in (select id from accessible_folders))
        from unnest(f.path) as above(id) where above.id <> f.id
      ) is not true
    ) as ids
  )`;
}

/** The ids of the roots, as an array. */
export const rootIds = sql<number[]>`(select ids from roots)`;

/**
 * {@link isOwnedBy} for a statement that is planned once for all accessors. As equality it would be planned by how much
 * an average owner has, and where one account owns nearly everything that is the whole table; a range is taken for a
 * small part, which an index finds. As a subquery the id is none that the planner sees, so that no plan for one owner
 * alone looks better.
 */
export function isOwnedByIndex(
  { userId, highestLevel }: Accessor,
  owner: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const ownsNothing = userId === null || highestLevel === 0;
  return ownsNothing
    ? sql<boolean>`false`
    : sql<boolean>`${owner} between ${hidden(userId, 'integer')} and ${hidden(userId, 'integer')}`;
}

/**
 * The condition of the rows of a kind, not folders, that lie below a root. Scalar subqueries, which the planner
 * executes for each row that is asked about, and never for all folders at once.
 */
export function liesBelowRoot(kinds: ResourceKinds, kind: ResourceKind): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${pathOfRow(kinds, kind)} && ${rootIds}, false)`;
}

/**
 * {@link liesBelowRoot} where {@link belowRoots} are few: they are found by a hash of them, without a look at the
 * folder.
 */
export function liesInBelowRoots(kinds: ResourceKinds, kind: ResourceKind): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${folderOfRow(kinds, kind)} in (select id from below_roots), false)`;
}

/** The folder that a row lies in: its own, or else the one of its first parent; null for none. */
function folderOfRow(
  kinds: ResourceKinds,
  { alias, folder, parents = [] }: ResourceKind,
): RawBuilder<number | null> {
  const own = folder === undefined ? [] : [columnOf(alias, folder)];
  const inherited = parents.slice(0, 1).map(({ type, column }) => {
    const parent = kindOf(kinds, type);
    return sql`(select ${folderOfRow(kinds, parent)} from ${tableOf(parent)} where ${columnOf(parent.alias, 'id')} = ${columnOf(alias, column)})`;
  });
  const folders = [...own, ...inherited];
  return folders.length === 0 ? sql`null::integer` : sql`coalesce(${sql.join(folders)})`;
}

/** The path of the folder that a row lies in: its own, or else the one of its first parent; null for none. */
function pathOfRow(kinds: ResourceKinds, kind: ResourceKind): RawBuilder<number[] | null> {
  const own =
    kind.folder === undefined
      ? []
      : [sql`(select path from folders where folders.id = ${columnOf(kind.alias, kind.folder)})`];
  const inherited = (kind.parents ?? []).slice(0, 1).map(({ type, column }) => {
    const parent = kindOf(kinds, type);
    return sql`(select ${pathOfRow(kinds, parent)} from ${tableOf(parent)} where ${columnOf(parent.alias, 'id')} = ${columnOf(kind.alias, column)})`;
  });
  const paths = [...own, ...inherited];
  return paths.length === 0 ? sql`null::integer[]` : sql`coalesce(${sql.join(paths)})`;
}

/**
 * The common table expression `below_roots`, after that of `roots`: the ids of the roots and of all folders below. From
 * one level to the next by index, each level for itself; an index of paths compares every one of many roots.
 */
export function belowRoots({ deploymentId, folders }: View): RawBuilder<unknown> {
  const given = folders && givenFolders(folders, deploymentId).belowRoots;
  return (
    given ??
    sql`below_roots as materialized (
    with recursive reached(id) as (
      select unnest(ids) from roots
      union all
      select child.id from reached cross join lateral (
        select id from folders where deployment_id = ${hidden(deploymentId, 'integer')} and parent_id = reached.id offset 0) child
    ) select id from reached)`
  );
}

/**
 * Selects the first rows of a kind, in an order, that lie below a root: at least as many as are wanted, where there are
 * so many. Without repeats. A row among the first lies in one of the folders of which the very first row comes soonest,
 * so all folders are asked for one row ({@link belowRoots}), and only as many as there are rows wanted for more.
 */
export function selectFirstBelowRoots<Row>(
  kinds: ResourceKinds,
  kind: ResourceKind,
  { columns, condition, order, wanted }: FirstRows<Row>,
): RawBuilder<unknown> {
  const { folder } = kind;
  const limited = (count: RawBuilder<unknown>) => sql`order by ${order.orderBy} limit ${count}`;
  const soonest = (column: string) => sql`(
    select below.id from below_roots below ${each(kind, { holder: 'below', column, columns, condition }, limited(sql.lit(1)))}
    order by ${order.orderByKeys} limit ${wanted})`;
  const inFolders =
    folder === undefined
      ? []
      : [
          sql`select held.* from ${soonest(folder)} soonest ${each(kind, { holder: 'soonest', column: folder, columns, condition }, limited(wanted))}`,
        ];
  return sql`${sql.join([...inFolders, ...selectHeldBelowRoots(kinds, kind, { columns, condition })], sql` union all `)}`;
}

/** Selects rows of a kind, under its alias, that lie below a root: all of them, without repeats. */
function selectBelowRoots(kinds: ResourceKinds, kind: ResourceKind, rows: SelectedRows): RawBuilder<unknown> {
  const inFolders =
    kind.folder === undefined
      ? []
      : [
          sql`select held.* from below_roots below ${each(kind, { holder: 'below', column: kind.folder, ...rows })}`,
        ];
  return sql`${sql.join([...inFolders, ...selectHeldBelowRoots(kinds, kind, rows)], sql` union all `)}`;
}

/** The part of those rows without a folder of their own: they lie where their first parent lies. */
function selectHeldBelowRoots(
  kinds: ResourceKinds,
  kind: ResourceKind,
  { columns, condition }: SelectedRows,
): RawBuilder<unknown>[] {
  return (kind.parents ?? []).slice(0, 1).map(({ type, column }) => {
    const parent = kindOf(kinds, type);
    const holders = selectBelowRoots(kinds, parent, {
      columns: columnOf(parent.alias, 'id'),
      condition: sql`true`,
    });
    const isAlone = kind.folder === undefined ? sql`true` : sql`${columnOf(kind.alias, kind.folder)} is null`;
    const held = { holder: 'holder', column, columns, condition: sql`${isAlone} and ${condition}` };
    return sql`select held.* from (${holders}) holder ${each(kind, held)}`;
  });
}

/**
 * Joins the rows of each holder. With an offset it stays a subquery, which is executed for each; as a join it might
 * read the whole table.
 */
function each(
  kind: ResourceKind,
  { holder, column, columns, condition }: HeldRows,
  range: RawBuilder<unknown> = sql`offset 0`,
): RawBuilder<unknown> {
  return sql`cross join lateral (
    select ${columns} from ${tableOf(kind)} where ${columnOf(kind.alias, column)} = ${columnOf(holder, 'id')} and ${condition} ${range}) held`;
}

/** What is selected of the rows of a kind. */
interface SelectedRows {
  /** Under the alias of the kind, as is the condition. */
  readonly columns: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

/** The first rows in an order; the columns have its keys. */
interface FirstRows<Row> extends SelectedRows {
  readonly order: Pick<ColumnOrder<Row>, 'orderBy' | 'orderByKeys'>;
  /** How many, at least. */
  readonly wanted: RawBuilder<unknown>;
}

/** The rows that name a holder, in a column. */
interface HeldRows extends SelectedRows {
  readonly holder: string;
  readonly column: string;
}
