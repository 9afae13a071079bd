import { aliased, as, column, keep, origin, project } from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { WindowRelation } from '../ir/plan.ts';
import { takesRepeats } from '../plan/base-measures.ts';
import { columnAlias } from './column-names.ts';
import { deduplicateRows, KEYS } from './lower-deduplicated-rows.ts';
import { lowerRows, type LoweredRows } from './lower-rows.ts';
import { aggregateOf } from './members/lower-aggregate.ts';
import { cutTime } from './members/cut-time.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { originOf } from './members/origin-of.ts';

/** The columns of a window's rows: its time as wall clock, and what the measure takes from each. */
export const WINDOW_TIME = '__time';
export const WINDOW_VALUE = '__value';

/** The rows that a window may hold, summed up by the buckets that it is put together of. */
export function lowerBucketRows(
  settings: LowerSettings,
  relation: WindowRelation,
  others: readonly GroupColumn[],
  bucket: string,
): Relation {
  const { rows, baseMeasure, time } = relation;
  const { cube, measure } = baseMeasure;
  const cut = (moment: Expression) =>
    as(origin(originOf(time.cube, time.member), cutTime(settings, moment, time.member, bucket)), WINDOW_TIME);
  const summed = (value: Expression) => [as(aggregateOf(measure, value), WINDOW_VALUE)];
  if (!isDeduplicated(relation)) {
    const lowered = lowerRows(settings, rows);
    const by = [...others.map((group) => groupColumn(lowered, group)), cut(timeOf(lowered, relation))];
    const measures = summed(lowered.members.rowValue(cube, measure));
    return { kind: 'aggregate', input: lowered.relation(), by, measures, having: [] };
  }
  return {
    kind: 'aggregate',
    input: aliased(lowerWindowRows(settings, relation, others), 'single_rows'),
    by: [...others.map((group) => keep(columnAlias(group))), cut(column(WINDOW_TIME))],
    measures: summed(column(WINDOW_VALUE)),
    having: [],
  };
}

/** Whether rows are repeated that the measure would count more than once. */
const isDeduplicated = ({ isFannedOut, baseMeasure }: WindowRelation) =>
  isFannedOut && !takesRepeats(baseMeasure.measure);

const groupColumn = (lowered: LoweredRows, group: GroupColumn) =>
  as(lowered.group(group), columnAlias(group));

const timeOf = (lowered: LoweredRows, { time }: WindowRelation) =>
  lowered.group({ kind: 'dimension', key: time.name, ref: time });

/** The rows that a window may hold: the other groups, the time as wall clock, and what the measure takes from each. */
export function lowerWindowRows(
  settings: LowerSettings,
  relation: WindowRelation,
  others: readonly GroupColumn[],
): Relation {
  const { rows, baseMeasure } = relation;
  const lowered = lowerRows(settings, rows);
  const { cube, measure } = baseMeasure;
  const groups = others.map((group) => groupColumn(lowered, group));
  const at = as(timeOf(lowered, relation), WINDOW_TIME);
  if (!isDeduplicated(relation)) {
    const value = as(lowered.members.rowValue(cube, measure), WINDOW_VALUE);
    return project(lowered.relation(), [...groups, at, value]);
  }
  const deduplicated = deduplicateRows(settings, rows, {
    lowered,
    columns: [...groups, at],
    cube,
    baseMeasures: [baseMeasure],
  });
  const value = deduplicated.value?.(baseMeasure) ?? deduplicated.members.rowValue(cube, measure);
  return project(deduplicated.relation(), [
    ...[...groups, at].map(({ name }) => keep(name, KEYS)),
    as(value, WINDOW_VALUE),
  ]);
}
