import { aggregate, aliased, as, column, compare, filter, keep, literal, project } from '../algebra/build.ts';
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
  return oneRow(settings, groups, {
    kind: 'aggregate',
    input,
    by,
    ...shown,
    ...(!areAggregates && { namesGroups: true }),
  });
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
  return oneRow(settings, groups, {
    kind: 'aggregate',
    input: deduplicated.relation(),
    by: by.map(({ name }) => keep(name, KEYS)),
    ...shown,
  });
}

/**
 * Without groups there is one row. Where masks have taken the place of every aggregate, one that is not shown still
 * makes it one: engines differ in whether a condition would.
 */
function oneRow(
  { masks }: LowerSettings,
  groups: readonly GroupColumn[],
  relation: Extract<Relation, { kind: 'aggregate' }>,
): Relation {
  const { measures } = relation;
  if (groups.length > 0 || measures.length === 0 || !masks.hasHidden()) return relation;
  const counted = { ...relation, measures: [...measures, as(aggregate('count'), ROWS)] };
  // Asked for, so that no engine leaves it out.
  return project(
    filter(aliased(counted, 'one_row'), [compare(column(ROWS), '>=', literal(0))]),
    measures.map(({ name }) => keep(name)),
  );
}

const ROWS = '__rows';
