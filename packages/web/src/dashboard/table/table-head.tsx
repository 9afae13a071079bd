import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import { memo } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { isPrinted } from '../../page-config.ts';
import { cellText } from './cell-text.ts';
import { frozenCell, type CellPlace } from './frozen-cell.ts';
import type { Table } from './use-table.ts';
import styles from './table-report.module.css';

interface TableHeadProps {
  table: Table;
  columns: QueryResult['columns'];
  hasNumbers: boolean;
  frozen: number;
}

/** The headers; a pivot has a row of them for each of its dimensions above those of its measures. */
export const TableHead = memo(function TableHead({ table, columns, hasNumbers, frozen }: TableHeadProps) {
  const { leaves, pivotDimensions } = table.layout;
  const levels = pivotDimensions.map((key, level) => ({ key, spans: spansAt(leaves, level, frozen) }));
  const numbers = { 'aria-label': t('table.number'), ...frozenCell({ index: -1, frozen }) };
  return (
    <thead>
      {levels.map(({ key, spans }, level) => (
        <tr key={key}>
          {hasNumbers && level === 0 && <th rowSpan={levels.length + 1} {...numbers} />}
          {spans.map(({ first, index, count }) =>
            isOutside(first) ? (
              level === 0 && (
                <Header
                  key={first.id}
                  leaf={first}
                  table={table}
                  place={frozenCell({ index, frozen })}
                  rowSpan={levels.length + 1}
                />
              )
            ) : (
              <th
                key={first.id}
                colSpan={count}
                scope="colgroup"
                {...frozenCell({ index, count, frozen, className: styles.group })}
              >
                {first.isTotal
                  ? level === 0 && t('table.total')
                  : cellText(first.path[level], { field: key, format: undefined }, columns)}
              </th>
            ),
          )}
        </tr>
      ))}
      <tr>
        {hasNumbers && levels.length === 0 && <th {...numbers} />}
        {leaves.map(
          (leaf, index) =>
            (levels.length === 0 || !isOutside(leaf)) && (
              <Header key={leaf.id} leaf={leaf} table={table} place={frozenCell({ index, frozen })} />
            ),
        )}
      </tr>
    </thead>
  );
});

/** A column that no value of the pivot's dimensions is above. */
const isOutside = ({ path, isTotal }: TableLeaf) => path.length === 0 && !isTotal;

interface Span {
  first: TableLeaf;
  /** Of the first of its columns. */
  index: number;
  count: number;
}

/** Columns beside each other with the same values of the pivot down to a level; one that stays is not joined to one that moves. */
function spansAt(leaves: readonly TableLeaf[], level: number, frozen: number): Span[] {
  const spans: (Span & { key: string })[] = [];
  for (const [index, leaf] of leaves.entries()) {
    const key = isOutside(leaf) ? leaf.id : JSON.stringify([leaf.isTotal, leaf.path.slice(0, level + 1)]);
    const last = spans.at(-1);
    if (last?.key === key && index !== frozen) last.count += 1;
    else spans.push({ first: leaf, index, count: 1, key });
  }
  return spans;
}

interface HeaderProps {
  leaf: TableLeaf;
  table: Table;
  place: CellPlace;
  rowSpan?: number;
}

function Header({ leaf, table, place, rowSpan }: HeaderProps) {
  const { label, align } = leaf.column;
  const own = table.sort.find(({ id }) => id === leaf.id);
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={place.className}
      style={{ textAlign: align, ...place.style }}
      aria-sort={own ? (own.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      {isPrinted() ? (
        // Chromium repeats no header with a button on the sheets of a document.
        <span className={styles.label}>{label}</span>
      ) : (
        <button type="button" onClick={() => table.turn(leaf.id)} title={label}>
          {label}
          <span aria-hidden="true">{own ? (own.isDescending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      )}
    </th>
  );
}
