import type { Cell, QueryResult } from '../query/load-batch.ts';

/**
 * Column keys have dots, which Vega reads as a path. Documents and rows are given names without them, wherever a document
 * may name a column: as a field, in a list of fields, as a key, or in an expression.
 */
export const fieldOf = (key: string): string => key.replaceAll('.', '__');

/** What people read; a column's key in it stays as it is. */
const WORDS = new Set(['title', 'subtitle', 'text', 'name', 'description', 'label']);

/** The rows under those names, with times as milliseconds since the epoch. */
export function toChartRows({ rows, columns }: QueryResult): Record<string, unknown>[] {
  const isTime = (key: string) => columnOf(key, columns)?.type === 'time';
  const keys = Object.keys(rows[0] ?? {}).map((key) => ({ key, field: fieldOf(key), isTime: isTime(key) }));
  return rows.map((row) =>
    Object.fromEntries(
      keys.map(({ key, field, isTime: time }) => [field, time ? toTime(row[key]) : row[key]]),
    ),
  );
}

const toTime = (value: Cell | undefined) => (typeof value === 'string' ? new Date(value).getTime() : value);

/** The document with those names, and with the model's title for each field that its author gave none. */
export function toChartDocument(document: object, { rows, columns }: QueryResult): object {
  const keys = new Set([...Object.keys(columns), ...Object.keys(rows[0] ?? {})]);
  const rename = (node: unknown, at: string | undefined): unknown => {
    if (typeof node === 'string') return at !== undefined && WORDS.has(at) ? node : renameText(node, keys);
    if (Array.isArray(node)) return node.map((item) => rename(item, at));
    if (typeof node !== 'object' || node === null) return node;
    const renamed = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [keys.has(key) ? fieldOf(key) : key, rename(value, key)]),
    );
    return { ...renamed, ...titleFor(node, columns) };
  };
  // An object stays an object.
  return rename(document, undefined) as object;
}

function titleFor(node: object, columns: QueryResult['columns']): { title?: string } {
  if ('title' in node || !('field' in node) || typeof node.field !== 'string') return {};
  const title = columnOf(node.field, columns)?.shortTitle;
  return title === undefined ? {} : { title };
}

/** A time dimension stands in the rows under its own name as well as under the name with its granularity. */
function columnOf(key: string, columns: QueryResult['columns']) {
  const withGranularity = () =>
    Object.keys(columns).find(
      (name) => columns[name]?.kind === 'timeDimension' && name.startsWith(`${key}.`),
    );
  return columns[key] ?? columns[withGranularity() ?? ''];
}

/** A text that is a column's key, also with its dots escaped; else an expression that may hold some in brackets. */
function renameText(text: string, keys: ReadonlySet<string>): string {
  const plain = text.replaceAll(String.raw`\.`, '.').replace(/^\[(['"]?)(.*)\1\]$/, '$2');
  if (keys.has(plain)) return fieldOf(plain);
  return text.replaceAll(/\[(['"])([^'"\]]+)\1\]/g, (found, quote: string, key: string) =>
    keys.has(key) ? `[${quote}${fieldOf(key)}${quote}]` : found,
  );
}
