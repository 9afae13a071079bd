import { leafAt, type GridColumn } from '@oriel/dashboard/table/table-grid';
import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import type { TableRow } from '@oriel/dashboard/table/table-rows';
import { memo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { CellLinks, linksAt } from './cell-links.tsx';
import { cellText } from './text/cell-text.ts';
import { coordinatesOf } from './coordinates.ts';
import { frozenCell } from './frozen-cell.ts';
import { labelOf } from './text/header-text.ts';
import { MeasureText } from './measure-text.tsx';
import { sideOf } from './side-of.ts';
import type { RowContext } from './row-context.ts';
import { TableCell } from './table-cell.tsx';
import { cellProperties } from './table-style.ts';
import styles from './table-report.module.css';

interface TableRowProps {
  row: TableRow;
  /** Among all rows, and of the line among those of all rows. */
  index: number;
  place: number;
  /** Which of the row's lines it is. */
  line: number;
  context: RowContext;
  height: number;
  /** Tells the height of a row with texts that wrap. */
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

/**
 * A line of a row, or of the head of a group; drawn anew only when its own values change, so that scrolling draws new
 * rows alone.
 */
export const TableRowView = memo(function TableRowView({
  row,
  index,
  place,
  line,
  context,
  height,
  measure,
}: TableRowProps) {
  const { grid, hasNumbers, frozen } = context;
  const isFirst = line === 0 || grid.isByMeasure;
  return (
    <tr
      ref={measure}
      data-index={place}
      data-kind={row.kind}
      data-odd={index % 2 === 1}
      data-line={line > 0 && !grid.isByMeasure}
      aria-rowindex={place + 1}
      style={measure ? undefined : { height }}
    >
      {hasNumbers && (
        <td {...frozenCell({ index: -1, frozen, className: styles.number })}>
          {row.kind === 'row' && isFirst ? index + 1 : ''}
        </td>
      )}
      {grid.columns.map((column, at) => {
        const { className, style } = frozenCell({ index: at, frozen });
        const leaf = leafAt(column, line);
        const isName = column.kind === 'measures';
        return (
          <td
            key={column.id}
            className={className}
            data-wrap={!isName && leaf.column.wrap}
            style={{
              textAlign: isName ? undefined : sideOf(leaf.column),
              ...style,
              ...(row.kind === 'row' && !isName && cellProperties(context.painter.lookOf(leaf, row.values))),
            }}
          >
            {(isFirst || column.kind !== 'dimension') && <Cell {...{ row, column, leaf, context }} />}
          </td>
        );
      })}
    </tr>
  );
});

interface CellProps {
  row: TableRow;
  column: GridColumn;
  leaf: TableLeaf;
  context: RowContext;
}

function Cell({ row, column, leaf, context }: CellProps) {
  if (column.kind === 'measures') return labelOf(leaf.column);
  if (row.kind === 'group') return <GroupCell row={row} leaf={leaf} context={context} />;
  const { layout } = context;
  if (isRepeated(leaf, row, layout)) return null;
  return (
    <TableCell
      leaf={leaf}
      row={row.values}
      coordinates={() => coordinatesOf(layout, row.values, leaf)}
      context={context}
    />
  );
}

/** Whether a cell says what the head of its group has said. */
const isRepeated = ({ column }: TableLeaf, { depth }: TableRow, { rowDimensions }: TableLayout) =>
  rowDimensions.slice(0, depth).includes(column.field);

/** The head's own dimension with the button that folds the group, and the subtotals. */
function GroupCell({ row, leaf, context }: { row: TableRow; leaf: TableLeaf; context: RowContext }) {
  const { layout, columns, fold, links } = context;
  const value = row.values[leaf.id];
  if (leaf.column.isMeasure) {
    if (value === undefined) return null;
    const text = cellText(value, leaf.column, columns);
    const coordinates = () => coordinatesOf(layout, row.values, leaf);
    return <MeasureText {...context} {...{ column: leaf.column.field, value, text, coordinates }} />;
  }
  if (layout.rowDimensions[row.depth] !== leaf.column.field) return null;
  // A group needs a name to be folded by; an empty text has none.
  const text = cellText(value, leaf.column, columns) || '""';
  const { key, isFolded } = row;
  const found = linksAt(leaf.column, row.values, links);
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!isFolded}
        aria-label={t('table.group', { value: text })}
        onClick={() => key !== undefined && fold(key)}
      >
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> {found.length > 0 ? '' : text}
      </button>
      {found.length > 0 && <CellLinks links={found} text={text} />}
    </>
  );
}
