import type { TableColumn, TableDisplay, TableSpec } from '@oriel/contract';
import type { QueryResult } from '../results/query-result.ts';
import { displayScaleOf, type ScaleUnit } from './display-scale.ts';
import { linkKey, linkOf, memberOf, shownColumns } from '../results/shown-columns.ts';

/** A link of a dimension. */
export interface FieldLink {
  readonly name: string;
  /** The key of the column with its addresses, which the result may lack. */
  readonly field: string;
  readonly label: string;
  readonly target: 'blank' | 'self';
}

/** A column of a result as a table shows it; a pivot shows that of a measure many times. */
export interface TableField {
  readonly field: string;
  readonly label: string;
  readonly align: 'left' | 'right' | 'center' | 'start' | 'end';
  readonly isMeasure: boolean;
  readonly isNumber: boolean;
  readonly format?: string | undefined;
  /** The unit that its numbers are counted in. */
  readonly unit?: ScaleUnit | undefined;
  /** Pixels. */
  readonly width?: number | undefined;
  readonly flex: number;
  readonly wrap: boolean;
  readonly display: TableDisplay;
  readonly colorScale?: TableColumn['colorScale'];
  /** Its links, the one that the model calls primary first. */
  readonly links: readonly FieldLink[];
}

/** The columns that a table shows, in order. */
export function tableFields(result: Pick<QueryResult, 'columns'>, spec: TableSpec): TableField[] {
  const { columns } = result;
  return shownColumns(result, spec).map((field) => {
    const column = columns[field];
    const own = spec.columns?.find((stated) => stated.field === field);
    const isMeasure = column?.kind === 'measure';
    const title = spec.viewNames ? (column?.title ?? column?.shortTitle) : column?.shortTitle;
    const scale = displayScaleOf(spec.displayScale, column ?? {}, own?.format);
    return {
      field,
      label: own?.label ?? title ?? field,
      align: own?.align ?? (isMeasure || column?.type === 'number' ? 'end' : 'start'),
      isMeasure,
      isNumber: column?.type === 'number',
      format: own?.format ?? scale?.specifier,
      unit: scale?.unit,
      width: own?.width,
      flex: own?.flex ?? 1,
      wrap: own?.wrap === true,
      display: own?.display ?? displayOf(column?.format),
      colorScale: own?.colorScale,
      links: fieldLinks(field, columns),
    };
  });
}

/**
 * The links that the model names, and those that the query asks for by themselves, as of rows that a script has made.
 */
export function fieldLinks(field: string, columns: QueryResult['columns']): FieldLink[] {
  const member = memberOf(field, columns[field]);
  const known = (columns[field]?.links ?? []).toSorted(
    (a, b) => Number(b.primary === true) - Number(a.primary === true),
  );
  const asked = Object.keys(columns).flatMap((key) => {
    const { dimension, link } = linkOf(key) ?? {};
    const isNew = dimension === member && !known.some(({ name }) => name === link);
    return isNew && link !== undefined ? [{ name: link, label: columns[key]?.shortTitle }] : [];
  });
  return [...known, ...asked].map((link) => ({
    name: link.name,
    field: linkKey(member, link.name),
    label: link.label ?? link.name,
    target: ('target' in link ? link.target : undefined) ?? 'blank',
  }));
}

/** The formats of the model that are more than a way of writing. */
function displayOf(format: unknown): TableDisplay {
  if (format === 'imageUrl') return { type: 'image' };
  return { type: format === 'link' ? 'link' : 'value' };
}
