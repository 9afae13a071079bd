import type { FileColumn } from '@oriel/dashboard/file-columns';
import type { TextSheet } from './add-sheet.ts';

/** What a file of rows is made of; plain data, for it goes to a thread of its own. */
export interface TablePlan {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly FileColumn[];
  /** Of numbers in a CSV file, and of the signs beside those in a sheet, as a BCP 47 tag. */
  readonly locale: string;
  /** Whether numbers of a CSV file are plain instead of as the table shows them. */
  readonly hasPlainNumbers: boolean;
  /** Name of the sheet. */
  readonly title: string;
  /** Bytes after which no row is written any more; those behind it are counted. */
  readonly maxBytes: number;
  /** Lines behind the last row, of what the rows do not say themselves. */
  readonly notes: readonly string[];
  /** A sheet behind the rows of an XLSX file: what they are filtered by, in words. */
  readonly filters?: TextSheet | undefined;
}

/** What was written of the rows that there are. */
export interface WrittenTable {
  readonly rows: number;
  readonly totalRows: number;
  /** Cells with a text that was cut. */
  readonly cutCells: number;
  readonly bytes: number;
}

/** A value of a row as the engine writes it. */
export type RowValue = string | number | boolean | null;

/** The line behind the last row of a file that is cut. */
export function cutNote(rows: number, totalRows: number): string {
  return `Cut: this file has ${rows} of ${totalRows} rows`;
}

/** The line behind the rows that a script has left which saw a part of its own. */
export function pythonNote(firstRows: number): string {
  return `Worked out by Python from the first ${firstRows} rows; there are more`;
}
