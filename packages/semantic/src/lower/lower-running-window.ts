import {
  aliased,
  as,
  column,
  columnOf,
  compare,
  crossJoin,
  equal,
  filter,
  isNotNull,
  keep,
  leftJoin,
  literal,
  named,
  origin,
  project,
  when,
} from '../algebra/build.ts';
import type { Column, Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { WindowRelation } from '../ir/plan.ts';
import { columnAlias } from './column-names.ts';
import { WINDOW_TIME, WINDOW_VALUE } from './lower-window-rows.ts';
import { cutTime } from './members/cut-time.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { originOf } from './members/origin-of.ts';

/** What a running window is put together of. */
interface RunningParts {
  /** Names of the relations of rows by buckets, and of buckets. */
  readonly rows: string;
  readonly buckets: { readonly name: string; readonly start: string; readonly end: string };
  /** What joins the values of rows. */
  readonly aggregate: 'sum' | 'min' | 'max';
  readonly others: readonly GroupColumn[];
}

const RUNNING = 'running';
const GROUPS = 'window_groups';
const ORDER = '__order';
const PERIOD = '__period';
const COUNT = '__rows';

/**
 * The buckets, each beside the groups that have rows in its window and what these come to, in the columns of
 * `alias`: rows and buckets stand in one line of time, and a window function goes along it. A bucket without rows
 * stays, beside nulls.
 */
export function joinRunning(
  settings: LowerSettings,
  relation: WindowRelation,
  parts: RunningParts,
): { readonly rows: Relation; readonly alias: string } {
  const { buckets, others, aggregate } = parts;
  const { cube, measure } = relation.baseMeasure;
  const names = others.map(columnAlias);
  const kept = names.map((name) => keep(name));
  const over = (name: typeof aggregate, value: Expression): Expression => ({
    kind: 'over',
    name,
    value,
    partition: [...names, ...(relation.window.kind === 'to-date' ? [PERIOD] : [])].map(column),
    order: [WINDOW_TIME, ORDER].map((by) => ({ value: column(by), isDescending: false })),
    isRunning: true,
  });
  const line: Relation = {
    kind: 'union',
    inputs: [rowsInLine(settings, relation, parts), bucketsInLine(settings, relation, parts)],
  };
  const { start } = buckets;
  const isRow = compare(column(ORDER), '=', literal(ROW));
  const run = project(aliased(line, 'line'), [
    ...kept,
    keep(start),
    as(origin(originOf(cube, measure), over(aggregate, column(WINDOW_VALUE))), WINDOW_VALUE),
    as(over('sum', when(isRow, literal(1), literal(0))), COUNT),
  ]);
  const found = filter(aliased(run, 'runs'), [
    isNotNull(column(start)),
    compare(column(COUNT), '>', literal(0)),
  ]);
  const shown = project(found, [...kept, keep(start), keep(WINDOW_VALUE)]);
  const on = equal(columnOf(buckets.name, start), columnOf(RUNNING, start));
  return { rows: leftJoin(named(buckets.name), aliased(shown, RUNNING), on), alias: RUNNING };
}

/** Where rows stand in the line among what is at the same time. */
const ROW = 1;

function rowsInLine(settings: LowerSettings, relation: WindowRelation, parts: RunningParts): Relation {
  const { rows, buckets, others } = parts;
  const time = column(WINDOW_TIME);
  // A range leaves no rows without a time.
  const isLimited = relation.rows.conditions.some(
    (condition) => condition.kind === 'range' && condition.ref.name === relation.time.name,
  );
  return project(filter(named(rows), isLimited ? [] : [isNotNull(time)]), [
    ...others.map((group) => keep(columnAlias(group))),
    as({ kind: 'null-like', column: buckets.start, of: buckets.name }, buckets.start),
    keep(WINDOW_TIME),
    as(literal(ROW), ORDER),
    keep(WINDOW_VALUE),
    ...periodOf(settings, relation, time),
  ]);
}

/** Each bucket once for each group, where its window ends. */
function bucketsInLine(settings: LowerSettings, relation: WindowRelation, parts: RunningParts): Relation {
  const { rows, buckets, others } = parts;
  const start = columnOf(buckets.name, buckets.start);
  const groups = others.map((group) => keep(columnAlias(group)));
  const distinct: Relation = { kind: 'project', input: named(rows), columns: groups, isDistinct: true };
  const input =
    groups.length === 0 ? named(buckets.name) : crossJoin(aliased(distinct, GROUPS), named(buckets.name));
  const isBeforeStart = relation.window.kind === 'fixed' && relation.window.offset === 'start';
  return project(input, [
    ...groups.map(({ name }) => keep(name, GROUPS)),
    as(start, buckets.start),
    as(isBeforeStart ? start : columnOf(buckets.name, buckets.end), WINDOW_TIME),
    as(literal(isBeforeStart ? ROW - 1 : ROW + 1), ORDER),
    as({ kind: 'null-like', column: WINDOW_VALUE, of: rows }, WINDOW_VALUE),
    ...periodOf(settings, relation, start),
  ]);
}

function periodOf(settings: LowerSettings, { window, time }: WindowRelation, moment: Expression): Column[] {
  if (window.kind === 'fixed') return [];
  return [as(cutTime(settings, moment, time.member, window.granularity.text), PERIOD)];
}
