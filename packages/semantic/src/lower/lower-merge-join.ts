import {
  aggregate,
  aliased,
  and,
  as,
  column,
  columnOf,
  crossJoin,
  keep,
  leftJoin,
  named,
  project,
  same,
} from '../algebra/build.ts';
import type { Expression, Relation as Rows } from '../algebra/algebra.ts';
import { isMaskedWhereComputed } from '../access/masks.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { MergeJoin, Relation } from '../ir/plan.ts';
import { columnAlias } from './column-names.ts';
import { lowerAggregation } from './lower-aggregation.ts';
import { lowerStage } from './lower-stage.ts';
import { lowerWindow } from './lower-window.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { maskValue } from './members/mask-value.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';
import { baseMeasuresIn, groupsOf } from './merge-join-parts.ts';

/**
 * Relations side by side, each under a name of its own: a row for each group that any of them has, null equal to null.
 * Those that have fewer groups are repeated, and those of a wider stage have no groups of their own.
 */
export function lowerMergeJoin(settings: LowerSettings, { relations, scope }: MergeJoin): Rows {
  const [first, ...more] = relations;
  if (!first) throw new Error('A merge join has at least one relation');
  if (more.length === 0) return lowerRelation(settings, first);
  const parts = relations.map((relation, index): Part => ({
    name: `part_${index}`,
    rows: lowerRelation(settings, relation),
    groups: groupsOf(relation).map(columnAlias),
    isComplete:
      groupsOf(relation).length === scope.groups.length && !(relation.kind === 'stage' && relation.isWider),
    baseMeasures: baseMeasuresIn(relation).map(({ key }) => key),
  }));
  const groups = scope.groups.map(columnAlias);
  return {
    kind: 'with',
    parts: parts.map(({ name, rows }) => ({ name, rows })),
    body: groups.length === 0 ? joinSingleRows(parts) : joinByGroups(groups, parts),
  };
}

/** A relation under its name, with the names of its columns. */
interface Part {
  readonly name: string;
  readonly rows: Rows;
  readonly groups: readonly string[];
  /** Whether it says which groups there are. */
  readonly isComplete: boolean;
  readonly baseMeasures: readonly string[];
}

function joinSingleRows(parts: readonly Part[]): Rows {
  const columns = parts.flatMap(({ name, baseMeasures }) => baseMeasures.map((key) => keep(key, name)));
  const rows = parts.map(({ name }) => named(name));
  return project(rows.reduce(crossJoin), columns);
}

const SPINE = 'spine';

function joinByGroups(groups: readonly string[], parts: readonly Part[]): Rows {
  const complete = parts.filter(({ isComplete }) => isComplete);
  const narrow = parts.filter((part) => !complete.includes(part));
  const [only, ...more] = complete;
  const columns = [
    ...[...groups, ...complete.flatMap(({ baseMeasures }) => baseMeasures)].map((name) => keep(name, SPINE)),
    ...narrow.flatMap(({ name, baseMeasures }) => baseMeasures.map((key) => keep(key, name))),
  ];
  const spine = only && more.length === 0 ? named(only.name, SPINE) : aliased(union(groups, complete), SPINE);
  const joined = narrow.reduce((left, { name, groups: shared }) => {
    const on = shared.map((group) => same(columnOf(SPINE, group), columnOf(name, group)));
    return on.length === 0 ? crossJoin(left, named(name)) : leftJoin(left, named(name), and(on));
  }, spine);
  return project(joined, columns);
}

/** A row for each group that any of the parts has. */
function union(groups: readonly string[], parts: readonly Part[]): Rows {
  const baseMeasures = parts.flatMap((owner) => owner.baseMeasures.map((key) => ({ key, owner })));
  const inputs = parts.map((part) =>
    project(named(part.name), [
      ...groups.map((name) => keep(name)),
      ...baseMeasures.map(({ key, owner }) =>
        owner === part ? keep(key) : as({ kind: 'null-like', column: key, of: owner.name }, key),
      ),
    ]),
  );
  return {
    kind: 'aggregate',
    input: aliased({ kind: 'union', inputs }, 'united'),
    by: groups.map((name) => keep(name)),
    measures: baseMeasures.map(({ key }) => as(aggregate('any_value', column(key)), key)),
    having: [],
  };
}

/** A relation by itself: its groups and its base measures, each under its own name. */
function lowerRelation(settings: LowerSettings, relation: Relation): Rows {
  switch (relation.kind) {
    case 'plain':
    case 'deduplicated':
      return lowerAggregation(settings, relation, (members, mode) => ({
        measures: relation.baseMeasures.map((baseMeasure) =>
          as(baseMeasureValue(settings, baseMeasure, members, mode), baseMeasure.key),
        ),
        having: [],
      }));
    case 'window':
      return lowerWindow(settings, relation);
    case 'stage':
      return lowerStage(settings, relation, lowerMergeJoin(settings, relation.inner));
    default:
      return relation satisfies never;
  }
}

/** A base measure as other parts of the query may see it. */
function baseMeasureValue(
  { masks }: LowerSettings,
  { cube, measure }: BaseMeasure,
  members: MemberExpressions,
  mode: MeasureMode,
): Expression {
  const mask = masks.referred(cube, measure);
  return mask && isMaskedWhereComputed(measure, mask)
    ? maskValue(mask.mask, measure, (template) => members.template(cube, template, mode))
    : members.measure(cube, measure, mode);
}
