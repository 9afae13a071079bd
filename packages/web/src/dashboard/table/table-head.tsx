import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import { memo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { cellText } from './cell-text.ts';
import type { Table } from './use-table.ts';
import styles from './table-report.module.css';

interface TableHeadProps {
  table: Table;
  columns: QueryResult['columns'];
  hasNumbers: boolean;
}

/** The headers; a pivot has a row of them for each of its dimensions above those of its measures. */
export const TableHead = memo(function TableHead({ table, columns, hasNumbers }: TableHeadProps) {
  const { leaves, pivotDimensions } = table.layout;
  const levels = pivotDimensions.map((key, level) => ({ key, spans: spansAt(leaves, level) }));
  return (
    <thead>
      {levels.map(({ key, spans }, level) => (
        <tr key={key}>
          {hasNumbers && level === 0 && <th rowSpan={levels.length + 1} aria-label={t('table.number')} />}
          {spans.map(({ first, count }) =>
            isOutside(first) ? (
              level === 0 && <Header key={first.id} leaf={first} table={table} rowSpan={levels.length + 1} />
            ) : (
              <th key={first.id} colSpan={count} scope="colgroup" className={styles.group}>
                {first.isTotal
                  ? level === 0 && t('table.total')
                  : cellText(first.path[level], { field: key, format: undefined }, columns)}
              </th>
            ),
          )}
        </tr>
      ))}
      <tr>
        {hasNumbers && levels.length === 0 && <th aria-label={t('table.number')} />}
        {leaves
          .filter((leaf) => levels.length === 0 || !isOutside(leaf))
          .map((leaf) => (
            <Header key={leaf.id} leaf={leaf} table={table} />
          ))}
      </tr>
    </thead>
  );
});

/** A column that no value of the pivot's dimensions is above. */
const isOutside = ({ path, isTotal }: TableLeaf) => path.length === 0 && !isTotal;

/** Columns beside each other with the same values of the pivot down to a level. */
function spansAt(leaves: readonly TableLeaf[], level: number): { first: TableLeaf; count: number }[] {
  const spans: { first: TableLeaf; count: number; key: string }[] = [];
  for (const leaf of leaves) {
    const key = isOutside(leaf) ? leaf.id : JSON.stringify([leaf.isTotal, leaf.path.slice(0, level + 1)]);
    const last = spans.at(-1);
    if (last?.key === key) last.count += 1;
    else spans.push({ first: leaf, count: 1, key });
  }
  return spans;
}

function Header({ leaf, table, rowSpan }: { leaf: TableLeaf; table: Table; rowSpan?: number }) {
  const { label, align } = leaf.column;
  const own = table.sort.find(({ id }) => id === leaf.id);
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      style={{ textAlign: align }}
      aria-sort={own ? (own.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => table.turn(leaf.id)} title={label}>
        {label}
        <span aria-hidden="true">{own ? (own.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
