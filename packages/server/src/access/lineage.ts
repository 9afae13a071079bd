import { sql, type RawBuilder } from 'kysely';
import type { ResourceKind, ResourceKinds } from './resource-kinds.ts';

/** An item that hands its access down to another, or that other itself. */
export interface Step {
  readonly type: string;
  readonly kind: ResourceKind;
  /** The item's id, as SQL; null where there is none. */
  readonly id: RawBuilder<number | null>;
}

/**
 * A kind by its type.
 *
 * @throws a plain error for a type without an entry
 */
export function kindOf(kinds: ResourceKinds, type: string): ResourceKind {
  const kind = kinds[type];
  if (!kind) throw new Error(`There is no kind of resource ${type}`);
  return kind;
}

/** The column of a row, by the alias of its table. */
export function columnOf(alias: string, column: string): RawBuilder<never> {
  return sql.ref(`${alias}.${column}`);
}

/** The item itself and what it belongs to, nearest first; folders aside. */
export function lineageOf(kinds: ResourceKinds, type: string): Step[] {
  const kind = kindOf(kinds, type);
  return [
    { type, kind, id: columnOf(kind.alias, 'id') },
    ...parentsOf(kinds, kind, (column) => columnOf(kind.alias, column)),
  ];
}

function parentsOf(
  kinds: ResourceKinds,
  kind: ResourceKind,
  read: (column: string) => RawBuilder<number | null>,
): Step[] {
  return (kind.parents ?? []).flatMap(({ type, column }) => {
    const parent = kindOf(kinds, type);
    const id = read(column);
    const readFromParent = (name: string) =>
      sql<
        number | null
      >`(select ${columnOf(parent.alias, name)} from ${tableOf(parent)} where ${columnOf(parent.alias, 'id')} = ${id})`;
    return [{ type, kind: parent, id }, ...parentsOf(kinds, parent, readFromParent)];
  });
}

/** A kind's table under its alias. */
export function tableOf({ table, alias }: ResourceKind): RawBuilder<unknown> {
  return sql`${sql.table(table)} ${sql.ref(alias)}`;
}

/**
 * The ids of the folders above an item, root first; for a folder its own id is last. Null for what lies in no folder.
 * The item's own folder is joined as {@link joinFolder} has it.
 */
export function pathOf(kinds: ResourceKinds, type: string): RawBuilder<number[] | null> {
  const kind = kindOf(kinds, type);
  if (type === 'FOLDER') return columnOf(kind.alias, 'path');
  const [parent] = kind.parents ?? [];
  const inherited = parent && pathOfParent(kinds, kind, parent);
  if (kind.folder === undefined) return inherited ?? sql`null::integer[]`;
  const own = columnOf(folderAlias(kind), 'path');
  return inherited ? sql`coalesce(${own}, ${inherited})` : own;
}

function pathOfParent(
  kinds: ResourceKinds,
  kind: ResourceKind,
  { type, column }: { type: string; column: string },
): RawBuilder<number[] | null> {
  const parent = kindOf(kinds, type);
  return sql`(select ${pathOf(kinds, type)} from ${tableOf(parent)} ${joinFolder(parent)} where ${columnOf(parent.alias, 'id')} = ${columnOf(kind.alias, column)})`;
}

/** Joins the folder that holds an item, for {@link pathOf}; nothing for kinds that lie in none of their own. */
export function joinFolder(kind: ResourceKind): RawBuilder<unknown> {
  if (kind.folder === undefined) return sql``;
  const alias = folderAlias(kind);
  return sql`left join folders ${sql.ref(alias)} on ${columnOf(alias, 'id')} = ${columnOf(kind.alias, kind.folder)}`;
}

function folderAlias({ alias }: ResourceKind): string {
  return `${alias}_folder`;
}
