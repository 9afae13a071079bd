import { as, compare, keep, project } from '../algebra/build.ts';
import type { Column, Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { RowsRelation } from '../ir/plan.ts';
import { fannedOutCubes } from '../join/join-tree.ts';
import { isAggregate } from '../model/definitions/model.ts';
import { columnAlias } from './column-names.ts';
import { deduplicateRows, KEYS } from './lower-deduplicated-rows.ts';
import { lowerRows, type LoweredRows } from './lower-rows.ts';
import { joinSums, summedColumns } from './lower-sums.ts';
import { aggregateOf } from './members/lower-aggregate.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MeasureMode, MemberExpressions } from './members/member-expressions.ts';

/** What an aggregation shows beside its groups, and which of them it keeps. */
interface Shown {
  readonly measures: readonly Column[];
  readonly having: readonly Expression[];
}

/** Shows measures by the expressions of members. */
type Show = (members: MemberExpressions, mode: MeasureMode) => Shown;

/** Groups with their measures, over joined rows or over a cube's rows once for each key. */
export function lowerAggregation(
  settings: LowerSettings,
  relation: RowsRelation,
  show: Show,
  isUngrouped = false,
): Relation {
  const { rows, kind } = relation;
  const { groups } = rows.scope;
  const lowered = lowerRows(settings, rows);
  const by = groups.map((column) => as(lowered.group(column), columnAlias(column)));
  if (kind === 'deduplicated') return lowerDeduplicated(settings, relation, { lowered, by, show });
  const { sums = [] } = relation;
  const mode: MeasureMode = {
    fannedOut: fannedOutCubes(rows.tree),
    ungrouped: isUngrouped,
    columns: summedColumns(sums),
  };
  const shown = show(lowered.members, mode);
  const input = lowered.relation((joined) => joinSums(settings, lowered, joined, sums));
  if (isUngrouped) return project(input, [...by, ...shown.measures]);
  const areAggregates = relation.baseMeasures.every(({ measure }) => isAggregate(measure.type));
  return {
    kind: 'aggregate',
    input,
    by,
    measures: shown.measures,
    having: keepOneRow(settings, groups, shown),
    ...(!areAggregates && { namesGroups: true }),
  };
}

function lowerDeduplicated(
  settings: LowerSettings,
  { rows, cube = '', baseMeasures }: RowsRelation,
  { lowered, by, show }: { lowered: LoweredRows; by: readonly Column[]; show: Show },
): Relation {
  const { groups } = rows.scope;
  const deduplicated = deduplicateRows(settings, rows, { lowered, columns: by, cube, baseMeasures });
  const { members, value } = deduplicated;
  const shown = show(members, {
    fannedOut: new Set(),
    ungrouped: false,
    ...(value && {
      columns: new Map(baseMeasures.map((one) => [one.key, aggregateOf(one.measure, value(one))] as const)),
    }),
  });
  return {
    kind: 'aggregate',
    input: deduplicated.relation(),
    by: by.map(({ name }) => keep(name, KEYS)),
    measures: shown.measures,
    having: keepOneRow(settings, groups, shown),
  };
}

/**
 * Without groups there is one row. Where masks have taken the place of every aggregate, a condition still makes it one:
 * one that has an aggregate, for else some engines ask it of each row.
 */
function keepOneRow(
  { masks }: LowerSettings,
  groups: readonly GroupColumn[],
  { measures, having }: Shown,
): readonly Expression[] {
  const mayLackAggregates = groups.length === 0 && measures.length > 0 && masks.hasHidden();
  return mayLackAggregates ? [...having, HAS_ANY_COUNT] : having;
}

const HAS_ANY_COUNT = compare({ kind: 'aggregate', name: 'count' }, '>=', { kind: 'literal', value: 0 });
