import type { ColumnFormatOverride } from '@oriel/contract';
import type { ReportEdits } from './edited-report.ts';

/** The formats of numbers that a report chooses, by the key of the column; undefined for what is no list of them. */
export function columnFormatsOf({
  meta,
}: Pick<ReportEdits, 'meta'>): Readonly<Record<string, ColumnFormatOverride>> | undefined {
  const preferences = meta['preferences'] ?? {};
  if (!isObject(preferences)) return undefined;
  const formats = preferences['columnFormats'] ?? {};
  return isObject(formats) && Object.values(formats).every(isObject)
    ? (formats as Readonly<Record<string, ColumnFormatOverride>>)
    : undefined;
}

/**
 * With the numbers of a column in another format; undefined leaves it to the model. What the preferences have besides
 * stays.
 */
export function withColumnFormat(
  edits: ReportEdits,
  key: string,
  format: ColumnFormatOverride | undefined,
): ReportEdits {
  const formats = columnFormatsOf(edits);
  if (!formats) return edits;
  const { [key]: _, ...others } = formats;
  const columnFormats = format ? { ...others, [key]: format } : others;
  const { columnFormats: __, ...rest } = (edits.meta['preferences'] ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const preferences = { ...rest, ...(Object.keys(columnFormats).length > 0 && { columnFormats }) };
  const { preferences: ___, ...meta } = edits.meta;
  return { ...edits, meta: { ...meta, ...(Object.keys(preferences).length > 0 && { preferences }) } };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
