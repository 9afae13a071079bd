import { leafAt, type TableGrid } from '@oriel/dashboard/table/table-grid';
import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import { memo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { cellText } from './text/cell-text.ts';
import { coordinatesOf } from './coordinates.ts';
import { frozenCell } from './frozen-cell.ts';
import { labelOf } from './text/header-text.ts';
import { MeasureText } from './measure-text.tsx';
import { sideOf } from './side-of.ts';
import type { RowContext } from './row-context.ts';
import type { TotalsState } from './use-totals.ts';
import type { Table } from './use-table.ts';
import styles from './table-report.module.css';

interface TotalRowProps {
  table: Table;
  context: RowContext;
}

/** The last row: each measure over all rows, on a line of its own where those of the rows are. */
export const TotalRow = memo(function TotalRow({ table, context }: TotalRowProps) {
  const { grid, totals } = table;
  const { hasNumbers, frozen } = context;
  const heading = headingOf(grid);
  return (
    <tfoot>
      {Array.from({ length: grid.lines }, (_, line) => (
        <tr key={`line ${line}`} aria-busy={totals.status === 'loading'}>
          {hasNumbers && (
            <td {...frozenCell({ index: -1, frozen, className: styles.number })}>
              {heading === -1 && line === 0 ? t('table.total') : ''}
            </td>
          )}
          {grid.columns.map((column, index) => {
            const leaf = leafAt(column, line);
            const isName = column.kind === 'measures';
            const { className, style } = frozenCell({ index, frozen });
            return (
              <td
                key={column.id}
                className={className}
                style={{ textAlign: isName ? undefined : sideOf(leaf.column), ...style }}
              >
                {index === heading
                  ? line === 0 && t('table.total')
                  : isName
                    ? labelOf(leaf.column)
                    : leaf.column.isMeasure && <TotalCell {...{ leaf, table, context }} />}
              </td>
            );
          })}
        </tr>
      ))}
    </tfoot>
  );
});

/** The column that says what the row is. */
const headingOf = ({ columns }: TableGrid): number => columns.findIndex(({ kind }) => kind === 'dimension');

function TotalCell({ leaf, table, context }: TotalRowProps & { leaf: TableLeaf }) {
  const { total = {}, totals, layout } = table;
  const { id, column } = leaf;
  const value = total[id];
  if (value === undefined) return pending(totals);
  return (
    <MeasureText
      {...context}
      column={column.field}
      value={value}
      text={cellText(value, column, context.columns)}
      coordinates={() => coordinatesOf(layout, {}, leaf)}
    />
  );
}

const pending = ({ status }: TotalsState) => (status === 'loading' ? '…' : '–');

/** Why a table shows less than its author asked for. */
export function TotalsNote({ totals, hiddenLeaves }: { totals: TotalsState; hiddenLeaves: number }) {
  const isMissing = totals.status === 'missing';
  if (!isMissing && hiddenLeaves === 0) return null;
  return (
    <p className={styles.note} role="status">
      {isMissing && t(`table.noTotals.${totals.reason ?? 'failed'}`)}{' '}
      {hiddenLeaves > 0 && t('table.tooWide', { count: hiddenLeaves })}
    </p>
  );
}
