import { takesRepeats } from '../plan/base-measures.ts';
import type { WindowRelation } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './render/cut-time.ts';
import { KEYS, writeDeduplicatedRows } from './write-deduplicated-rows.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeRows } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** The rows that a window may hold, summed up by the buckets that it is put together of. */
export function writeBucketRows(
  settings: WriteSettings,
  relation: WindowRelation,
  others: readonly GroupColumn[],
  bucket: string,
): Fragment {
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const names = others.map((column): Fragment => [quote(columnAlias(column))]);
  const at = as(settings, cutTime(settings, [quote('__time')], relation.time.member, bucket), '__time');
  const value = as(settings, [`${relation.baseMeasure.measure.type}(${quote('__value')})`], '__value');
  const source = quote('single_rows');
  return sql`SELECT ${join([...names, at, value], ', ')} FROM (${writeWindowRows(settings, relation, others)}) AS ${source}${groupBy([...others, { ref: relation.time }])}`;
}

/** The rows that a window may hold: the other groups, the time as wall clock, and what the measure takes from each. */
export function writeWindowRows(
  settings: WriteSettings,
  { rows, baseMeasure, time, isFannedOut }: WindowRelation,
  others: readonly GroupColumn[],
): Fragment {
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const writer = writeRows(settings, rows);
  const { cube, measure } = baseMeasure;
  const groups = others.map((column) => as(settings, writer.group(column), columnAlias(column)));
  const at = as(settings, writer.group({ kind: 'dimension', key: time.name, ref: time }), '__time');
  if (!isFannedOut || takesRepeats(measure)) {
    const value = as(settings, writer.render.rowValue(cube, measure), '__value');
    const where = writer.where();
    return sql`SELECT ${join([...groups, at, value], ', ')} FROM ${writer.from()}${where}`;
  }
  const deduplicated = writeDeduplicatedRows(settings, rows, {
    writer,
    columns: [...groups, at],
    cube,
    baseMeasures: [baseMeasure],
  });
  const value = deduplicated.value?.(baseMeasure) ?? deduplicated.render.rowValue(cube, measure);
  const names = [...others.map((column) => quote(columnAlias(column))), quote('__time')];
  const shown = [
    ...names.map((name): Fragment => [`${quote(KEYS)}.${name} AS ${name}`]),
    as(settings, value, '__value'),
  ];
  return sql`SELECT ${join(shown, ', ')} FROM ${deduplicated.from()}`;
}
