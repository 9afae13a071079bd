import { t } from '../../../messages/dashboard-texts.ts';
import type { Cell, QueryResult } from '../../../query/load-batch.ts';
import { fieldOf } from '../../formats/chart-fields.ts';
import { formatValue } from '../../formats/format.ts';
import { PARTIAL_FIELD } from '../../formats/partial-buckets.ts';
import { shownColumns } from '@oriel/dashboard/shown-columns';
import { isolated } from '../../formats/text-direction.ts';
import { formatBucket, granularityOf } from '../../formats/time-format.ts';

/** What a tooltip says: of one mark, or of every series at one time. */
export interface TooltipContent {
  title?: string;
  rows: { name: string; value: string; color?: string }[];
  note?: string;
}

/** A row as a chart has it: fields without dots, times in epoch milliseconds of the wall clock in UTC. */
export type Datum = Readonly<Record<string, Cell | undefined>>;

/** A drawn point of a series. */
interface SeriesPoint {
  datum: Datum;
  color?: string | undefined;
}

/** The words that the axes of a chart have for a value of a field; undefined where they have none. */
export type AxisText = (field: string, value: Cell | undefined) => string | undefined;

/** What one mark stands for: its dimensions, then its measures. */
export function describeMark(datum: Datum, result: QueryResult, axisText: AxisText): TooltipContent {
  const shown = shownColumns(result).flatMap((key) => valueIn(datum, key) ?? []);
  const rows = shown
    .toSorted((a, b) => Number(isMeasure(result, a.key)) - Number(isMeasure(result, b.key)))
    .map(({ key, value }) => ({
      name: titleOf(result, key),
      value: axisText(fieldOf(key), value) ?? textOf(result, key, value),
    }));
  return { rows, ...noteOf([datum]) };
}

/**
 * What all series are at one time.
 *
 * @param drawn the fields that the chart draws; measures that it does not draw are left out
 */
export function describeTime(
  points: readonly SeriesPoint[],
  result: QueryResult,
  { timeField, drawn }: { timeField: string; drawn: ReadonlySet<string> },
): TooltipContent {
  const keys = shownColumns(result);
  const timeKey = keys.find((key) => fieldOf(key).startsWith(timeField)) ?? '';
  const dimensions = keys.filter((key) => key !== timeKey && !isMeasure(result, key));
  const measures = keys.filter((key) => isMeasure(result, key));
  const told = measures.filter((key) => drawn.has(fieldOf(key)));
  const rows = distinct(points, dimensions).flatMap(({ datum, color }) => {
    const series = dimensions
      .flatMap((key) => valueIn(datum, key) ?? [])
      .map(({ key, value }) => textOf(result, key, value));
    return (told.length > 0 ? told : measures)
      .flatMap((key) => valueIn(datum, key) ?? [])
      .map(({ key, value }, _index, { length }) => ({
        name: joined([...series, ...(series.length === 0 || length > 1 ? [titleOf(result, key)] : [])]),
        value: textOf(result, key, value),
        ...(series.length > 0 && color !== undefined && { color }),
      }));
  });
  const [first] = points;
  const title = first && textOf(result, timeKey, first.datum[timeField]);
  return { ...(title !== undefined && { title }), rows, ...noteOf(points.map(({ datum }) => datum)) };
}

/** Layers draw the same row more than once. */
function distinct(points: readonly SeriesPoint[], dimensions: readonly string[]): SeriesPoint[] {
  const seriesOf = ({ datum }: SeriesPoint) => JSON.stringify(dimensions.map((key) => datum[fieldOf(key)]));
  return [...new Map(points.toReversed().map((point) => [seriesOf(point), point])).values()].toReversed();
}

function noteOf(data: readonly Datum[]): { note?: string } {
  return data.some((datum) => datum[PARTIAL_FIELD] === true) ? { note: t('time.partial') } : {};
}

/** A column's value, also where the chart has aggregated it: Vega-Lite puts the operation before the name. */
export function valueIn(datum: Datum, key: string): { key: string; value: Cell | undefined } | undefined {
  const field = fieldOf(key);
  const name = field in datum ? field : Object.keys(datum).find((own) => own.endsWith(`_${field}`));
  return name === undefined ? undefined : { key, value: datum[name] };
}

/** Names side by side; each is read in its own direction. */
const joined = (names: readonly string[]) =>
  names.length > 1 ? names.map(isolated).join(' · ') : names.join('');

const isMeasure = ({ columns }: QueryResult, key: string) => columns[key]?.kind === 'measure';
const titleOf = ({ columns }: QueryResult, key: string) => columns[key]?.shortTitle ?? key;

function textOf({ columns }: QueryResult, key: string, value: Cell | undefined): string {
  const column = columns[key];
  if (column?.type !== 'time' || typeof value !== 'number') return formatValue(value, column);
  return formatBucket(new Date(value).toISOString(), granularityOf(key));
}
