import { isMaskedWhereComputed } from '../access/masks.ts';
import type { Combination, GroupColumn, Leaf, Relation } from '../ir/plan.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { leavesIn } from './combination-parts.ts';
import { renderMask } from './render-mask.ts';
import type { MeasureMode, MemberRenderer } from './render-member.ts';
import { writeAggregation } from './write-aggregation.ts';
import { as, columnAlias } from './write-parts.ts';
import type { WriteSettings } from './write-settings.ts';
import { writeStage } from './write-stage.ts';
import { writeWindow } from './write-window.ts';

/**
 * Relations side by side, each under a name of its own: a row for each group that any of them has, null equal to null.
 * Those that have fewer groups are repeated.
 */
export function writeCombination(settings: WriteSettings, { relations, scope }: Combination): Fragment {
  const [first, ...more] = relations;
  if (!first) throw new Error('A combination has at least one relation');
  if (more.length === 0) return writeRelation(settings, first);
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const parts = relations.map((relation, index): Part => ({
    name: quote(`part_${index}`),
    groups: groupsOf(relation).map((column) => quote(columnAlias(column))),
    leaves: leavesIn(relation).map((leaf) => quote(leaf.key)),
  }));
  const groups = scope.groups.map((column) => quote(columnAlias(column)));
  const named = relations.map(
    (relation, index) => sql`${parts[index]?.name ?? ''} AS (${writeRelation(settings, relation)})`,
  );
  const together = groups.length === 0 ? joinSingleRows(parts) : joinByGroups(settings, groups, parts);
  return sql`WITH ${join(named, ', ')} ${together}`;
}

/** A relation under its name, with its columns as they are written. */
interface Part {
  readonly name: string;
  readonly groups: readonly string[];
  readonly leaves: readonly string[];
}

function joinSingleRows(parts: readonly Part[]): Fragment {
  const leaves = parts.flatMap((part) => part.leaves.map((leaf) => `${part.name}.${leaf}`));
  return [`SELECT ${leaves.join(', ') || '1'} FROM ${parts.map(({ name }) => name).join(' CROSS JOIN ')}`];
}

function joinByGroups(settings: WriteSettings, groups: readonly string[], parts: readonly Part[]): Fragment {
  const { dialect } = settings;
  const whole = parts.filter((part) => part.groups.length === groups.length);
  const narrow = parts.filter((part) => !whole.includes(part));
  const [only, ...more] = whole;
  const spine = dialect.quoteIdentifier('spine');
  const groupsAndLeaves = [...groups, ...whole.flatMap(({ leaves }) => leaves)];
  const select = [
    ...groupsAndLeaves.map((name) => `${spine}.${name} AS ${name}`),
    ...narrow.flatMap(({ name, leaves }) => leaves.map((leaf) => `${name}.${leaf} AS ${leaf}`)),
  ];
  const joins = narrow.map(({ name, groups: shared }) => {
    const same = shared.map((column) => dialect.isSame([`${spine}.${column}`], [`${name}.${column}`]));
    return same.length === 0 ? sql` CROSS JOIN ${name}` : sql` LEFT JOIN ${name} ON ${join(same, ' AND ')}`;
  });
  const from: Fragment = only && more.length === 0 ? [only.name] : unite(settings, groups, whole);
  return sql`SELECT ${select.join(', ')} FROM ${from} AS ${spine}${joins}`;
}

/** A row for each group that any of the parts has. */
function unite({ dialect }: WriteSettings, groups: readonly string[], parts: readonly Part[]): Fragment {
  const leaves = parts.flatMap((owner) => owner.leaves.map((leaf) => ({ leaf, owner })));
  const branches = parts.map((part) => {
    const columns = leaves.map(({ leaf, owner }): Fragment =>
      owner === part ? [leaf] : sql`${dialect.nullLike(leaf, owner.name)} AS ${leaf}`,
    );
    return sql`SELECT ${join([...groups.map((name): Fragment => [name]), ...columns], ', ')} FROM ${part.name}`;
  });
  const values = leaves.map(({ leaf }) => sql`${dialect.anyValue([leaf])} AS ${leaf}`);
  const select = join([...groups.map((name): Fragment => [name]), ...values], ', ');
  return sql`(SELECT ${select} FROM (${join(branches, ' UNION ALL ')}) AS ${dialect.quoteIdentifier('united')} GROUP BY ${groups.join(', ')})`;
}

function groupsOf(relation: Relation): readonly GroupColumn[] {
  return relation.kind === 'stage' ? relation.groups : relation.rows.scope.groups;
}

/** A relation by itself: its groups and its leaves, each under its own name. */
function writeRelation(settings: WriteSettings, relation: Relation): Fragment {
  switch (relation.kind) {
    case 'plain':
    case 'keyed':
      return writeAggregation(settings, relation, (render, mode) => ({
        select: relation.leaves.map((leaf) =>
          as(settings, leafValue(settings, leaf, render, mode), leaf.key),
        ),
        having: [],
      }));
    case 'window':
      return writeWindow(settings, relation);
    case 'stage':
      return writeStage(settings, relation, writeCombination(settings, relation.inner));
    default:
      return relation satisfies never;
  }
}

/** A leaf as other parts of the query may see it. */
function leafValue(
  { masks, dialect }: WriteSettings,
  { cube, measure }: Leaf,
  render: MemberRenderer,
  mode: MeasureMode,
): Fragment {
  const mask = masks.referred(cube, measure);
  return mask && isMaskedWhereComputed(measure, mask)
    ? renderMask(mask.mask, measure, dialect, (template) => render.template(cube, template, mode))
    : render.measure(cube, measure, mode);
}
