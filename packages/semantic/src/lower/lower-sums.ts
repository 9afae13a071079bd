import {
  aggregate,
  aliased,
  and,
  as,
  cast,
  columnOf,
  equal,
  leftJoin,
  literal,
  origin,
} from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import type { SummedBranch } from '../ir/plan.ts';
import { keyName } from './column-names.ts';
import { lowerRows, type LoweredRows } from './lower-rows.ts';
import { aggregateOf } from './members/lower-aggregate.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MeasureMode } from './members/member-expressions.ts';

/** The measures of summed branches as aggregates over what stands beside each row. */
export function summedColumns(sums: readonly SummedBranch[]): Map<string, Expression> {
  return new Map(
    sums.flatMap((branch) =>
      measuresOf(branch).map((baseMeasure) => {
        const column = columnOf(branch.rows.tree.root, baseMeasure.key);
        return [baseMeasure.key, origin(baseMeasure.key, total(baseMeasure, column))] as const;
      }),
    ),
  );
}

function measuresOf({ baseMeasures, sums }: SummedBranch): BaseMeasure[] {
  return [...baseMeasures, ...sums.flatMap(measuresOf)];
}

/** Where no row of a branch was found, there is nothing to count, which is none. */
function total({ measure }: BaseMeasure, column: Expression): Expression {
  return measure.type === 'count'
    ? cast({ kind: 'coalesce', values: [aggregate('sum', column), literal(0)] }, 'count')
    : aggregateOf(measure, column);
}

/** The joins of branches, each with one row for each value of the columns that join it. */
export function joinSums(
  settings: LowerSettings,
  { joining }: LoweredRows,
  rows: Relation,
  sums: readonly SummedBranch[],
): Relation {
  return sums.reduce((left, branch) => {
    const alias = branch.rows.tree.root;
    const same = branch.equalities.map(({ own }, index) =>
      equal(joining.template(branch.cube, own), columnOf(alias, keyName(index))),
    );
    return leftJoin(left, aliased(lowerBranch(settings, branch), alias), origin(branch.cube, and(same)));
  }, rows);
}

function lowerBranch(
  settings: LowerSettings,
  { cube, equalities, rows, baseMeasures, sums }: SummedBranch,
): Relation {
  const lowered = lowerRows(settings, rows);
  const by = equalities.map(({ partner }, index) =>
    as(lowered.joining.template(cube, partner), keyName(index)),
  );
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false };
  const own = baseMeasures.map(({ cube: owner, measure, key }) =>
    as(lowered.members.measure(owner, measure, mode), key),
  );
  const inner = [...summedColumns(sums)].map(([key, value]) => as(value, key));
  return {
    kind: 'aggregate',
    input: lowered.relation((joined) => joinSums(settings, lowered, joined, sums)),
    by,
    measures: [...own, ...inner],
    having: [],
  };
}
