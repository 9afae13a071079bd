import {
  aliased,
  and,
  as,
  column,
  columnOf,
  crossJoin,
  equal,
  filter,
  isNull,
  keep,
  leftJoin,
  named,
  project,
  same,
} from '../algebra/build.ts';
import type { Relation } from '../algebra/algebra.ts';
import type { Plan } from '../ir/plan.ts';
import { fillRange } from '../plan/fill-range.ts';
import { filledColumn } from '../plan/filled-column.ts';
import type { FillMissingRows } from '../query/query.ts';
import { lowerSeries } from './lower-series.ts';
import { cutTime } from './members/cut-time.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { ResultColumn } from './members/result-column.ts';

const RESULT = '__result';
const BUCKETS = '__buckets';
const COMBINATIONS = 'combinations';

/**
 * The rows of a query and, for every bucket of a time dimension and every combination of the other dimensions that
 * there is, a row without measures where there was none.
 */
export function lowerFill(
  settings: LowerSettings,
  plan: Plan,
  columns: readonly ResultColumn[],
  fill: FillMissingRows,
  body: Relation,
): Relation {
  const shown = columns.map((one) => one.column);
  const filled = filledColumn(shown, fill);
  const time = columns.find((one) => one.column === filled);
  if (!time) throw new Error(`${filled.key} is not among the columns`);
  const { timezone, lookup, context } = settings;
  const series = lowerSeries(settings, {
    time: filled.ref,
    granularity: filled.granularity,
    range: fillRange(plan.root.scope, filled.ref, { timezone, lookup, clock: context }),
    moments: { relation: RESULT, column: time.alias },
    // A time that is moved by a shift may lie there.
    skipped: 'of-moments',
  });
  const start = columnOf(BUCKETS, 'start');
  const combined = columns.filter(
    (one) =>
      one.column.kind !== 'measure' &&
      one.column.ref.name !== fill.member &&
      !fill.excludedDimensions.includes(one.column.ref.name),
  );
  const values = columns.map((entry) => {
    const { column: own, alias } = entry;
    if (entry === time) return as(start, alias);
    if (own.kind === 'timeDimension' && own.ref.name === fill.member)
      return as(cutTime(settings, start, own.ref.member, own.granularity), alias);
    return keep(alias, combined.includes(entry) ? COMBINATIONS : RESULT);
  });
  const names = combined.map(({ alias }) => alias);
  const on = and([
    equal(columnOf(RESULT, time.alias), start),
    ...names.map((name) => same(columnOf(RESULT, name), columnOf(COMBINATIONS, name))),
  ]);
  const untimed = filter(named(RESULT), [isNull(column(time.alias))]);
  return {
    kind: 'with',
    parts: [
      { name: RESULT, rows: body },
      { name: BUCKETS, rows: series },
    ],
    body: {
      kind: 'union',
      inputs: [
        project(leftJoin(combine(names), named(RESULT), on), values),
        project(
          untimed,
          columns.map(({ alias }) => keep(alias)),
        ),
      ],
    },
  };
}

/** Each bucket with each combination of other columns that there is. */
function combine(names: readonly string[]): Relation {
  if (names.length === 0) return named(BUCKETS);
  const columns = names.map((name) => keep(name));
  const combinations: Relation = { kind: 'project', input: named(RESULT), columns, isDistinct: true };
  return crossJoin(named(BUCKETS), aliased(combinations, COMBINATIONS));
}
