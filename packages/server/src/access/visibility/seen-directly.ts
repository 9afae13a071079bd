import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../db/statements/prepared.ts';
import { isOwnedByIndex } from './folder-roots.ts';
import { columnOf, kindOf, tableOf } from '../lineage.ts';
import type { ResourceKind, ResourceKinds } from '../resource-kinds.ts';
import { isGrantedTo, isOwnedBy } from '../subjects.ts';
import type { View } from './view.ts';

/** A {@link View} whatever it looks for. */
export type Viewer = Required<Omit<View, 'type' | 'folders'>>;

/** The ids of the items of a type that were granted. */
function granted({ accessor, deploymentId }: Viewer, type: string): RawBuilder<unknown> {
  return sql`select g.resource_id from grants g where g.resource_type = ${sql.lit(type)} and ${isGrantedTo(accessor, deploymentId)}`;
}

/**
 * Selects columns of the rows of a kind that are seen directly: owned, granted, or with what they belong to. No
 * repeats.
 */
export function selectDirect(
  viewer: Viewer,
  kind: ResourceKind,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { accessor, deploymentId, kinds } = viewer;
  const column = (name: string) => columnOf(kind.alias, name);
  const select = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select ${columns} from ${from} where ${column('deployment_id')} = ${hidden(deploymentId, 'integer')} and ${condition}`;
  const throughParents = (kind.parents ?? []).map((parent) => {
    const holders = selectDirect(
      viewer,
      kindOf(kinds, parent.type),
      columnOf(kindOf(kinds, parent.type).alias, 'id'),
    );
    return select(
      sql`(${holders}) holder join ${tableOf(kind)} on ${column(parent.column)} = holder.id`,
      sql`true`,
    );
  });
  const itself = sql`(${granted(viewer, typeOf(kinds, kind))}) granted join ${tableOf(kind)} on ${column('id')} = granted.resource_id`;
  return sql`${sql.join(
    [
      select(tableOf(kind), isOwnedByIndex(accessor, column(kind.owner))),
      select(itself, sql`true`),
      ...throughParents,
    ],
    sql` union `,
  )}`;
}

/** The condition of the rows that {@link selectDirect} finds, for rows that are few. */
export function isSeenDirectly(viewer: Viewer, kind: ResourceKind): RawBuilder<boolean> {
  const { accessor, kinds } = viewer;
  const column = (name: string) => columnOf(kind.alias, name);
  const throughParents = (kind.parents ?? []).map((parent) => {
    const holder = kindOf(kinds, parent.type);
    return sql`${column(parent.column)} in (${selectDirect(viewer, holder, columnOf(holder.alias, 'id'))})`;
  });
  const conditions = [
    isOwnedBy(accessor, column(kind.owner)),
    sql`${column('id')} in (${granted(viewer, typeOf(kinds, kind))})`,
    ...throughParents,
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function typeOf(kinds: ResourceKinds, kind: ResourceKind): string {
  const [type] = Object.entries(kinds).find(([, each]) => each.table === kind.table) ?? [];
  if (type === undefined) throw new Error(`The kind ${kind.name} is not among the kinds`);
  return type;
}
