import type { TableSpec } from '@oriel/contract';
import { frozenColumns } from '@oriel/dashboard/table/frozen-columns';
import { lineAt } from '@oriel/dashboard/table/table-grid';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { isPrinted as isPrintedPage, pageConfig } from '../../page/page-config.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import { isolated } from '../formats/text-direction.ts';
import { useAppliedFilters } from './applied-filters.tsx';
import { createCellPainter } from './cell-painter.ts';
import { columnWidths } from './text/column-widths.ts';
import { frozenProperties } from './frozen-cell.ts';
import { TableHead } from './table-head.tsx';
import type { RowContext } from './row-context.ts';
import { TableRowView } from './table-row.tsx';
import { tableProperties } from './table-style.ts';
import { createTextWidth } from './text/text-width.ts';
import { TotalRow, TotalsNote } from './total-row.tsx';
import { useSparklines } from './use-sparklines.ts';
import { MAX_PRINTED_ROWS, useDrawnRows } from './use-drawn-rows.ts';
import { useLinks } from './use-links.ts';
import { useTable } from './use-table.ts';
import styles from './table-report.module.css';

interface TableProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill' | 'source'> {
  /** What the table is called. */
  title: string;
  result: QueryResult;
  spec: TableSpec;
}

/** Pixels of a row with one line of text. */
const ROW_HEIGHT = 33;

/** Rows in a table that sorts by its headers; only the visible rows are in the document. */
export function TableReport({ title, result, spec, source, onDrill, canDrill }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const available = useWidth(scroller);
  const table = useTable({ result, spec, source });
  const { layout, grid, unsorted, rows, total } = table;
  const sparklines = useSparklines(layout, source);
  const applied = useAppliedFilters(spec.appliedFilters === true ? source : undefined, result);
  const painter = useMemo(() => createCellPainter(layout, spec), [layout, spec]);
  const hasNumbers = spec.rowNumbers === true;
  const numbers = hasNumbers ? NUMBERS_WIDTH : 0;
  const widths = useMemo(() => {
    const isHeaderWrapped = spec.headers === 'wrap';
    const free = available - numbers;
    const widthOf = createTextWidth(available > 0 ? scroller.current : null, spec.style);
    return columnWidths(grid, unsorted, result.columns, {
      available: free,
      isHeaderWrapped,
      total,
      widthOf,
    });
  }, [grid, unsorted, result, available, numbers, spec.headers, spec.style, total]);
  const isPrinted = isPrintedPage();
  // Sheets of paper do not scroll.
  const frozen = isPrinted ? 0 : frozenColumns(grid, spec, { widths, numbers, available });
  const { height, isMeasured } = useMemo(() => rowHeight(layout.leaves), [layout]);
  const lines = rows.length * grid.lines;
  const virtual = useVirtualizer({
    count: isPrinted ? Math.min(lines, MAX_PRINTED_ROWS) : lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: isPrinted ? MAX_PRINTED_ROWS : 12,
  });
  const items = virtual.getVirtualItems();
  const first = lineAt(grid, { index: items[0]?.index ?? 0, rows: Math.max(1, rows.length) }).row;
  const links = useLinks({ result, source, grid, rows, first });
  const context = useMemo<RowContext>(
    () => ({
      layout,
      grid,
      painter,
      sparklines,
      links,
      hasNumbers,
      frozen,
      onDrill,
      canDrill,
      columns: result.columns,
      fold: table.fold,
    }),
    [layout, grid, painter, sparklines, links, hasNumbers, frozen, onDrill, canDrill, result, table.fold],
  );
  const [before, after] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const width = widths.reduce((sum, each) => sum + each, numbers);
  const shown = useDrawnRows(scroller, { isDrawn: pageConfig().drawnAs !== undefined, isPrinted });
  return (
    <div className={styles.report} style={tableProperties(spec.style)}>
      {(applied.isLoading || applied.texts.length > 0) && (
        <p className={styles.filters} data-part="applied-filters">
          {applied.texts.map(isolated).join(' · ') || '\u00a0'}
        </p>
      )}
      <div
        className={styles.table}
        data-printed={isPrinted}
        ref={scroller}
        style={frozenProperties(widths, { frozen, numbers })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={0}
        role="region"
        // For programs that draw the page.
        data-settled={
          table.totals.status !== 'loading' && !sparklines.isLoading && !links.isLoading && !applied.isLoading
        }
        aria-label={t('chart.rows', { count: rows.length })}
      >
        <table
          // Wider than a sheet of paper, it is drawn smaller instead of cut.
          style={{ width, ...(isPrinted && width > available && { zoom: available / width }) }}
          aria-label={title}
          aria-rowcount={lines}
          data-banding={spec.banding}
          data-headers={spec.headers ?? 'truncate'}
        >
          <colgroup>
            {hasNumbers && <col style={{ width: NUMBERS_WIDTH }} />}
            {grid.columns.map(({ id }, index) => (
              <col key={id} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <TableHead
            table={table}
            columns={result.columns}
            links={links}
            hasNumbers={hasNumbers}
            frozen={frozen}
          />
          <tbody>
            {before > 0 && <tr style={{ height: before }} aria-hidden="true" />}
            {items.map(({ index: place }) => {
              const { row: index, line } = lineAt(grid, { index: place, rows: rows.length });
              const row = rows[index];
              return (
                row && (
                  <TableRowView
                    key={place}
                    row={row}
                    index={index}
                    place={place}
                    line={line}
                    context={context}
                    height={height}
                    measure={isMeasured ? virtual.measureElement : undefined}
                  />
                )
              );
            })}
            {after > 0 && <tr style={{ height: after }} aria-hidden="true" />}
          </tbody>
          {table.total && <TotalRow table={table} context={context} />}
        </table>
      </div>
      {shown !== undefined && shown < lines && (
        <p className={styles.note} role="note">
          {t('drill.shown', { shown: Math.floor(shown / grid.lines), count: rows.length })}
        </p>
      )}
      <TotalsNote totals={table.totals} hiddenLeaves={layout.hiddenLeaves} />
    </div>
  );
}

const NUMBERS_WIDTH = 56;

/** How high rows are: by their pictures, or by what is measured where texts wrap. */
function rowHeight(leaves: ReturnType<typeof useTable>['layout']['leaves']): {
  height: number;
  isMeasured: boolean;
} {
  const pictures = leaves.map(({ column: { display } }) =>
    display.type === 'image' ? (display.height ?? 24) : 0,
  );
  return {
    height: Math.max(ROW_HEIGHT, ...pictures.map((height) => height + 9)),
    isMeasured: leaves.some(({ column }) => column.wrap),
  };
}

/** The width of an element in pixels, which follows it; 0 until it is in the document. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const read = () => setWidth(current.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
