import type { ReportKind } from '@oriel/contract';
import type { ColumnFormats } from '@oriel/dashboard/column-formats';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import type { Problem } from './problems.ts';

export interface ReportBodyProps {
  kind: ReportKind;
  /** By kind: a Vega-Lite document, a table's or a KPI's specification; as JSON text or as an object. */
  spec: string | object;
  title: string;
  result: QueryResult;
  /** The report's formats, by column key. */
  columnFormats?: ColumnFormats | null | undefined;
  themeKey?: string | undefined;
  onSelect?: ((member: string, value: Cell | undefined) => void) | undefined;
  /** Called when it has been drawn. */
  onRendered?(): void;
  /** Called when it cannot be drawn, or not now; without it the report says so itself. */
  onProblem?(problem: Problem): void;
}
