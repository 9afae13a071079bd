import { aliased, as, column, keep, origin, project } from '../algebra/build.ts';
import type { Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { WindowRelation } from '../ir/plan.ts';
import { takesRepeats } from '../plan/base-measures.ts';
import { columnAlias } from './column-names.ts';
import { deduplicateRows, KEYS } from './lower-deduplicated-rows.ts';
import { lowerRows } from './lower-rows.ts';
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
  const { cube, member } = relation.time;
  const at = origin(originOf(cube, member), cutTime(settings, column(WINDOW_TIME), member, bucket));
  return {
    kind: 'aggregate',
    input: aliased(lowerWindowRows(settings, relation, others), 'single_rows'),
    by: [...others.map((group) => keep(columnAlias(group))), as(at, WINDOW_TIME)],
    measures: [as(aggregateOf(relation.baseMeasure.measure, column(WINDOW_VALUE)), WINDOW_VALUE)],
    having: [],
  };
}

/** The rows that a window may hold: the other groups, the time as wall clock, and what the measure takes from each. */
export function lowerWindowRows(
  settings: LowerSettings,
  { rows, baseMeasure, time, isFannedOut }: WindowRelation,
  others: readonly GroupColumn[],
): Relation {
  const lowered = lowerRows(settings, rows);
  const { cube, measure } = baseMeasure;
  const groups = others.map((group) => as(lowered.group(group), columnAlias(group)));
  const at = as(lowered.group({ kind: 'dimension', key: time.name, ref: time }), WINDOW_TIME);
  if (!isFannedOut || takesRepeats(measure)) {
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
