import type { TableColumn, TableDisplay, TableSpec } from '@oriel/contract';
import type { QueryResult } from '../query-result.ts';
import { displayScaleOf, type ScaleUnit } from './display-scale.ts';
import { linkOf, shownColumns } from '../shown-columns.ts';

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
  /** The columns with the addresses of its links, with their titles. */
  readonly links: readonly { readonly field: string; readonly label: string }[];
}

/** The columns that a table shows, in order. */
export function tableFields(result: Pick<QueryResult, 'columns'>, spec: TableSpec): TableField[] {
  const { columns } = result;
  const linkKeys = Object.keys(columns).filter((key) => linkOf(key) !== undefined);
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
      links: linkKeys
        .filter((key) => linkOf(key)?.dimension === field)
        .map((key) => ({ field: key, label: columns[key]?.shortTitle ?? linkOf(key)?.link ?? key })),
    };
  });
}

/** The formats of the model that are more than a way of writing. */
function displayOf(format: unknown): TableDisplay {
  if (format === 'imageUrl') return { type: 'image' };
  return { type: format === 'link' ? 'link' : 'value' };
}
