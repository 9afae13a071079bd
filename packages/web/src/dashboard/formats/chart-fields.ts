import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { sizeOf } from '@oriel/dashboard/large-numbers';
import { datePatterns, specifierOf } from '@oriel/dashboard/number-format';
import { pageLanguage } from '../../messages/language.ts';
import { PARTIAL_FIELD, partialBuckets } from './partial-buckets.ts';
import { truthWords, type TruthWords } from './format.ts';
import { granularityOf, readWallClock } from './time-format.ts';

/**
 * Column keys have dots, which Vega reads as a path. Documents and rows are given names without them, wherever a
 * document may name a column: as a field, in a list of fields, as a key, or in an expression.
 */
export const fieldOf = (key: string): string => key.replaceAll('.', '__');

/** What people read; a column's key in it stays as it is. */
const WORDS = new Set(['title', 'subtitle', 'text', 'name', 'description', 'label']);

/**
 * The rows under those names, with times as epoch milliseconds of the wall clock in UTC; those of a bucket that is not
 * complete say so.
 */
export function toChartRows(result: QueryResult): Record<string, unknown>[] {
  const { rows, columns } = result;
  const isPartial = partialBuckets(result);
  const keys = Object.keys(rows[0] ?? {}).map((key) => ({
    key,
    field: fieldOf(key),
    read: readers[columnOf(key, columns)?.type ?? ''] ?? ((value) => value),
  }));
  return rows.map((row) => ({
    ...Object.fromEntries(keys.map(({ key, field, read }) => [field, read(row[key])])),
    ...(isPartial(row) && { [PARTIAL_FIELD]: true }),
  }));
}

/** What a chart has of a cell, by the type of its column: an axis is as fine as a double. */
const readers: Readonly<Record<string, (value: Cell | undefined) => Cell | undefined>> = {
  time: (value) => (typeof value === 'string' ? readWallClock(value).getTime() : value),
  number: (value) => sizeOf(value) ?? value,
};

/** The document with those names, and with the model's title for each field that its author gave none. */
export function toChartDocument(
  document: object,
  { rows, columns }: QueryResult,
  words: TruthWords = truthWords(),
): object {
  const keys = new Set([...Object.keys(columns), ...Object.keys(rows[0] ?? {})]);
  const rename = (node: unknown, at: string | undefined): unknown => {
    if (typeof node === 'string') return at !== undefined && WORDS.has(at) ? node : renameText(node, keys);
    if (Array.isArray(node)) return node.map((item) => rename(item, at));
    if (typeof node !== 'object' || node === null) return node;
    const renamed = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [keys.has(key) ? fieldOf(key) : key, rename(value, key)]),
    );
    return {
      ...renamed,
      ...titleFor(node, columns),
      ...timesFor(node, at, columns),
      ...labelsFor(node, { channel: at, columns, words }),
      ...chosenFormatFor(node, at, columns),
    };
  };
  // An object stays an object.
  return rename(document, undefined) as object;
}

function titleFor(node: object, columns: QueryResult['columns']): { title?: string } {
  if ('title' in node || !('field' in node) || typeof node.field !== 'string') return {};
  const title = columnOf(node.field, columns)?.shortTitle;
  return title === undefined ? {} : { title };
}

/**
 * How a time is written by its granularity in the language of the page; an axis has its years elsewhere, or few of
 * them.
 */
function bucketFormat(granularity: string | undefined, isAxis: boolean): string {
  const { month, day, date } = datePatterns(pageLanguage());
  const onDay = isAxis ? day : date;
  const formats: Readonly<Record<string, string>> = {
    year: '%Y',
    quarter: 'Q%q %Y',
    month,
    week: onDay,
    day: onDay,
    hour: `${onDay}, %H:%M`,
    minute: isAxis ? '%H:%M' : `${date}, %H:%M`,
  };
  return formats[granularity ?? ''] ?? '%x %H:%M';
}

/** Of a time its least and greatest are times as well; what else is computed of it is none. */
const KEEPS_TIMES = new Set([undefined, 'min', 'max']);

/**
 * How a channel writes the times of a column, where its author leaves it open. The rows of a chart have them as epoch
 * milliseconds, which Vega writes as numbers wherever a document calls them names, an order or a quantity.
 */
function timesFor(node: object, channel: string | undefined, columns: QueryResult['columns']): object {
  if (!('field' in node) || typeof node.field !== 'string' || 'timeUnit' in node) return {};
  const { type, bin, aggregate } = node as { type?: unknown; bin?: unknown; aggregate?: string };
  const key = columnKeyOf(node.field, columns);
  if (key === undefined || columns[key]?.type !== 'time' || bin || !KEEPS_TIMES.has(aggregate)) return {};
  const written = (isAxis: boolean) => ({
    format: bucketFormat(granularityOf(key), isAxis),
    formatType: 'time',
  });
  if (channel === 'text' || channel === 'tooltip')
    return 'format' in node || 'formatType' in node ? {} : written(false);
  const guide = guideOf(channel);
  // An axis of times chooses its ticks, and writes each by what begins there.
  if (!guide || typeof type !== 'string' || type === 'temporal' || !isOpenGuide(node, guide)) return {};
  return { [guide]: { ...(guideIn(node, guide) as object), ...written(guide === 'axis') } };
}

/**
 * The words of a truth value, of a value that is none, and of a text without letters, as tables have them: Vega writes
 * "true", "null", and nothing. The author's own format or words go before them. Whatever the type of the dimension,
 * which only the model knows, the words are the same, so that the server can compile the chart before.
 */
function labelExpression([yes, no]: TruthWords): string {
  const words = { yes: JSON.stringify(yes), no: JSON.stringify(no) };
  return (
    `datum.value === true ? ${words.yes} : datum.value === false ? ${words.no} : ` +
    `datum.value === null ? '–' : datum.value === '' ? '""' : datum.label`
  );
}

interface LabelledChannel {
  readonly channel: string | undefined;
  readonly columns: QueryResult['columns'];
  readonly words: TruthWords;
}

function labelsFor(node: object, { channel, columns, words }: LabelledChannel): object {
  const guide = guideOf(channel);
  if (!guide || !('field' in node && 'type' in node) || !/^(nominal|ordinal)$/.test(String(node.type)))
    return {};
  const isComputed = 'timeUnit' in node || 'bin' in node || 'aggregate' in node;
  if (typeof node.field !== 'string' || isComputed) return {};
  const column = columnOf(node.field, columns);
  if (column?.kind !== 'dimension' || column.type === 'time' || !isOpenGuide(node, guide)) return {};
  return { [guide]: { ...(guideIn(node, guide) as object), labelExpr: labelExpression(words) } };
}

/** What explains a channel. */
type Guide = 'axis' | 'legend' | 'header';

function guideOf(channel: string | undefined): Guide | undefined {
  if (/^[xy]$/.test(channel ?? '')) return 'axis';
  if (/^(color|fill|stroke|size|opacity|shape|strokeDash)$/.test(channel ?? '')) return 'legend';
  return /^(row|column|facet)$/.test(channel ?? '') ? 'header' : undefined;
}

const guideIn = (node: object, guide: Guide): unknown =>
  guide in node ? (node as Record<string, unknown>)[guide] : {};

/** Whether its author has left open how a guide writes values; null takes the guide away. */
function isOpenGuide(node: object, guide: Guide): boolean {
  const own = guideIn(node, guide);
  return typeof own === 'object' && own !== null && !('format' in own) && !('labelExpr' in own);
}

/** The format that a report has chosen for a column, on whatever explains its channel. */
function chosenFormatFor(node: object, channel: string | undefined, columns: QueryResult['columns']): object {
  const guide = guideOf(channel);
  if (!guide || guide === 'header' || !('field' in node) || typeof node.field !== 'string') return {};
  const column = columnOf(node.field, columns);
  if (!column?.isChosen || !isOpenGuide(node, guide)) return {};
  return { [guide]: { ...(guideIn(node, guide) as object), format: specifierOf(column.format) } };
}

/** Rows have a time dimension under its own name and under the name with its granularity. */
function columnOf(key: string, columns: QueryResult['columns']) {
  return columns[columnKeyOf(key, columns) ?? ''];
}

function columnKeyOf(key: string, columns: QueryResult['columns']): string | undefined {
  const withGranularity = Object.keys(columns).find(
    (name) => columns[name]?.kind === 'timeDimension' && name.startsWith(`${key}.`),
  );
  return withGranularity ?? (key in columns ? key : undefined);
}

/** A text that is a column's key, also with its dots escaped; else an expression that may hold some in brackets. */
function renameText(text: string, keys: ReadonlySet<string>): string {
  const plain = text.replaceAll(String.raw`\.`, '.').replace(/^\[(['"]?)(.*)\1\]$/, '$2');
  if (keys.has(plain)) return fieldOf(plain);
  return text.replaceAll(/\[(['"])([^'"\]]+)\1\]/g, (found, quote: string, key: string) =>
    keys.has(key) ? `[${quote}${fieldOf(key)}${quote}]` : found,
  );
}
