import type { ReportKind } from '@oriel/contract';
import type { ColumnFormats } from '@oriel/dashboard/column-formats';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import type { QueryResult } from '../../query/load-batch.ts';
import type { Problem } from '../store/problems.ts';
import type { ReportSource } from '../store/report-source.ts';

export interface ReportBodyProps {
  kind: ReportKind;
  /** By kind: a Vega-Lite document, a table's or a KPI's specification; as JSON text or as an object. */
  spec: string | object;
  title: string;
  result: QueryResult;
  /** The report's formats, by column key. */
  columnFormats?: ColumnFormats | null | undefined;
  themeKey?: string | undefined;
  /** Called when the viewer chooses a number: a cell, a mark or a figure. */
  onDrill?: ((click: DrillClick) => void) | undefined;
  /** Whether choosing a number of this column leads anywhere; default: of every measure. */
  canDrill?: ((column: string) => boolean) | undefined;
  /** Where totals come from; without it a table has none, and says so. */
  source?: ReportSource | undefined;
  /** Called when it has been drawn. */
  onRendered?: (() => void) | undefined;
  /** Called when it cannot be drawn, or not now; without it the report says so itself. */
  onProblem?: ((problem: Problem) => void) | undefined;
  /** Called when a part of it cannot be drawn, which says so in its place; the rest is shown. */
  onPartProblem?: ((problem: Problem) => void) | undefined;
}
