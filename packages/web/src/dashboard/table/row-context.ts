import type { TableGrid } from '@oriel/dashboard/table/table-grid';
import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import type { CellPainter } from './cell-painter.ts';
import type { TableLinks } from './use-links.ts';
import type { Sparklines } from './use-sparklines.ts';

/** What all rows of a table share. */
export interface RowContext extends Pick<ReportBodyProps, 'onDrill' | 'canDrill'> {
  layout: TableLayout;
  grid: TableGrid;
  columns: QueryResult['columns'];
  painter: CellPainter;
  sparklines: Sparklines;
  links: TableLinks;
  hasNumbers: boolean;
  /** How many columns, from the first, stay while the table scrolls sideways; see `frozenCell`. */
  frozen: number;
  fold(key: string): void;
}
