import { sql, type RawBuilder } from 'kysely';
import { accessLevels, type AccessLevel } from './access-level.ts';
import type { Bindable } from '../db/parameter.ts';
import { hidden } from '../db/statements/prepared.ts';
import { columnOf, joinFolder, kindOf, lineageOf, pathOf, tableOf, type Step } from './lineage.ts';
import { resourceKinds, type ResourceKinds } from './resource-kinds.ts';
import { isGrantedTo, isOwnedBy, type Accessor, type GrantSubjectType } from './subjects.ts';

/** Behind every folder, of which there are far fewer above an item. */
const BEHIND_FOLDERS = 1000;

/**
 * Selects the items of one kind in a deployment, each with the level of an accessor (`level`). Conditions on the kind's
 * alias may follow, beginning with `and`.
 */
export function selectWithLevel<Row>(
  accessor: Accessor,
  deploymentId: Bindable<number>,
  type: string,
  kinds: ResourceKinds = resourceKinds,
): RawBuilder<Row & { level: AccessLevel }> {
  const { alias } = kindOf(kinds, type);
  return sql`select ${sql.ref(alias)}.*, ${levelOf(accessor, deploymentId, type, kinds)} as level ${fromItems(deploymentId, type, kinds)}`;
}

/** The items of one kind in a deployment, for statements that select levels: `from` to `where`. */
export function fromItems(
  deploymentId: Bindable<number>,
  type: string,
  kinds: ResourceKinds = resourceKinds,
): RawBuilder<unknown> {
  const kind = kindOf(kinds, type);
  return sql`from ${tableOf(kind)} ${joinFolder(kind)} where ${columnOf(kind.alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}`;
}

/**
 * The level of an accessor on a row of {@link fromItems}, as SQL.
 *
 * - roles give a least level on everything (an administrator manages all) and a highest (a viewer reads at most)
 * - the owner has `manage`, and with a folder or a parent on everything in it
 * - a grant holds for everything below the item that it is on
 * - for each subject (the user, each of its groups, everybody) the nearest grant wins: on the item itself, then on its
 *   parents, then on the nearest folder; of the subjects the highest level counts
 */
export function levelOf(
  accessor: Accessor,
  deploymentId: Bindable<number>,
  type: string,
  kinds: ResourceKinds = resourceKinds,
): RawBuilder<AccessLevel> {
  const { leastLevel, highestLevel } = accessor;
  if (leastLevel >= highestLevel) return sql<AccessLevel>`${sql.lit(highestLevel)}`;
  const path = pathOf(kinds, type);
  const steps = lineageOf(kinds, type).filter((step) => step.type !== 'FOLDER');
  return sql<AccessLevel>`least(${sql.lit(highestLevel)}, greatest(
    ${sql.lit(leastLevel)},
    case when ${isOwned(accessor, steps, path)} then ${sql.lit(accessLevels.manage)} else 0 end,
    coalesce((
      select max(nearest.level) from (
        select distinct on (g.subject_type, g.subject_id) g.level
        from grants g
        where ${isGrantedTo(accessor, deploymentId)} and (${sql.join([...steps.map(isGrantOn), sql`(g.resource_type = 'FOLDER' and g.resource_id = any(${path}))`], sql` or `)})
        order by g.subject_type, g.subject_id, ${nearness(steps, path)} desc
      ) nearest
    ), 0)
  ))`;
}

/** Selects the types of those of an accessor's subjects that see one item (`subjectType`), each looked at by itself. */
export function selectSubjectsSeeing(
  accessor: Accessor,
  deploymentId: Bindable<number>,
  { type, id }: { type: string; id: number | RawBuilder<number> },
  kinds: ResourceKinds = resourceKinds,
): RawBuilder<{ subjectType: GrantSubjectType }> {
  const { alias } = kindOf(kinds, type);
  const each = accessor.subjects.map((subject) => {
    const level = levelOf({ ...accessor, subjects: [subject] }, deploymentId, type, kinds);
    return sql`select ${sql.lit(subject.type)} as subject_type ${fromItems(deploymentId, type, kinds)} and ${columnOf(alias, 'id')} = ${id} and ${level} > 0`;
  });
  return sql`${sql.join(each, sql` union all `)}`;
}

/** Owned itself, through what it belongs to, or through a folder above. */
function isOwned(
  accessor: Accessor,
  steps: readonly Step[],
  path: RawBuilder<number[] | null>,
): RawBuilder<boolean> {
  const conditions = steps.map((step, index) =>
    index === 0
      ? isOwnedBy(accessor, columnOf(step.kind.alias, step.kind.owner))
      : isOwnedThrough(accessor, step),
  );
  const above = sql`exists (select 1 from folders above where above.id = any(${path}) and ${isOwnedBy(accessor, sql`above.user_id`)})`;
  return sql`(${sql.join([...conditions, above], sql` or `)})`;
}

/** Whether an accessor owns what an item belongs to. */
function isOwnedThrough(accessor: Accessor, { kind, id }: Step): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${sql.table(kind.table)} owned where owned.id = ${id} and ${isOwnedBy(accessor, columnOf('owned', kind.owner))})`;
}

function isGrantOn({ type, id }: Step): RawBuilder<boolean> {
  return sql`(g.resource_type = ${sql.lit(type)} and g.resource_id = ${id})`;
}

/** How near to the item a grant is; the nearest has the highest number. */
function nearness(steps: readonly Step[], path: RawBuilder<number[] | null>): RawBuilder<number> {
  const cases = steps.map(
    ({ type }, index) => sql`when ${sql.lit(type)} then ${sql.lit(BEHIND_FOLDERS + steps.length - index)}`,
  );
  return sql`case g.resource_type when 'FOLDER' then array_position(${path}, g.resource_id) ${sql.join(cases, sql` `)} end`;
}
