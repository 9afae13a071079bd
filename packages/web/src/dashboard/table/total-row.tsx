import { memo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { cellText } from './cell-text.ts';
import { coordinatesOf } from './coordinates.ts';
import { frozenCell } from './frozen-cell.ts';
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

/** The last row: each measure over all rows. */
export const TotalRow = memo(function TotalRow({ table, context }: TotalRowProps) {
  const { columns, hasNumbers, frozen } = context;
  const { total = {}, totals, layout } = table;
  const heading = layout.leaves.findIndex(({ column }) => !column.isMeasure);
  return (
    <tfoot>
      <tr aria-busy={totals.status === 'loading'}>
        {hasNumbers && (
          <td {...frozenCell({ index: -1, frozen, className: styles.number })}>
            {heading === -1 ? t('table.total') : ''}
          </td>
        )}
        {layout.leaves.map((leaf, index) => {
          const { id, column } = leaf;
          const value = total[id];
          const { className, style } = frozenCell({ index, frozen });
          return (
            <td key={id} className={className} style={{ textAlign: sideOf(column), ...style }}>
              {index === heading
                ? t('table.total')
                : column.isMeasure &&
                  (value === undefined ? (
                    pending(totals)
                  ) : (
                    <MeasureText
                      {...context}
                      column={column.field}
                      value={value}
                      text={cellText(value, column, columns)}
                      coordinates={() => coordinatesOf(layout, {}, leaf)}
                    />
                  ))}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
});

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
