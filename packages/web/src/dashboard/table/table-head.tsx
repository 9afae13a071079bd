import { fieldLinks } from '@oriel/dashboard/table/table-fields';
import type { GridColumn, HeadPart } from '@oriel/dashboard/table/table-grid';
import { memo } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import { isPrinted } from '../../page/page-config.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { CellLinks, linksAt } from './cell-links.tsx';
import { frozenCell, type CellPlace } from './frozen-cell.ts';
import { headerText, lastHeader } from './text/header-text.ts';
import type { TableLinks } from './use-links.ts';
import type { Table } from './use-table.ts';
import styles from './table-report.module.css';

interface TableHeadProps {
  table: Table;
  columns: QueryResult['columns'];
  links: TableLinks;
  hasNumbers: boolean;
  frozen: number;
}

/** The headers; a pivot has a row of them for each of its dimensions above the last, which sorts. */
export const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { table, columns, links, hasNumbers, frozen } = props;
  const { columns: drawn, levels } = table.grid;
  const outer = Array.from({ length: levels - 1 }, (_, level) => spansAt(drawn, { level, columns, frozen }));
  const numbers = { 'aria-label': t('table.number'), ...frozenCell({ index: -1, frozen }) };
  return (
    <thead>
      {outer.map((spans, level) => (
        <tr key={`level ${level}`}>
          {hasNumbers && level === 0 && <th rowSpan={levels} {...numbers} />}
          {spans.map(({ first, index, count, text }) =>
            isOutside(first) ? (
              level === 0 && (
                <Header
                  key={first.id}
                  column={first}
                  columns={columns}
                  links={links}
                  table={table}
                  place={frozenCell({ index, frozen })}
                  rowSpan={levels}
                />
              )
            ) : (
              <th
                key={first.id}
                colSpan={count}
                scope="colgroup"
                {...frozenCell({ index, count, frozen, className: styles.group })}
              >
                <HeadValue part={first.head[level]} text={text} columns={columns} links={links} />
              </th>
            ),
          )}
        </tr>
      ))}
      <tr>
        {hasNumbers && levels === 1 && <th {...numbers} />}
        {drawn.map(
          (column, index) =>
            (levels === 1 || !isOutside(column)) && (
              <Header
                key={column.id}
                column={column}
                columns={columns}
                links={links}
                table={table}
                place={frozenCell({ index, frozen })}
              />
            ),
        )}
      </tr>
    </thead>
  );
});

/** A column that nothing of a pivot is above. */
const isOutside = ({ head }: GridColumn) => head.length === 0;

interface Span {
  first: GridColumn;
  /** Of the first of its columns. */
  index: number;
  count: number;
  text: string;
}

interface SpanOptions {
  level: number;
  columns: QueryResult['columns'];
  frozen: number;
}

/** Columns beside each other with the same headers down to a level; one that stays is not joined to one that moves. */
function spansAt(drawn: readonly GridColumn[], { level, columns, frozen }: SpanOptions): Span[] {
  const spans: (Span & { key: string })[] = [];
  for (const [index, column] of drawn.entries()) {
    const key = isOutside(column) ? column.id : headKey(column, level);
    const last = spans.at(-1);
    if (last?.key === key && index !== frozen) last.count += 1;
    else spans.push({ first: column, index, count: 1, key, text: headerText(column, level, columns) });
  }
  return spans;
}

const headKey = ({ head, leaves: [leaf] }: GridColumn, level: number): string =>
  JSON.stringify(
    head.slice(0, level + 1).map((part) => (part.kind === 'measure' ? leaf.column.field : part)),
  );

interface HeadValueProps extends Pick<TableHeadProps, 'columns' | 'links'> {
  part: HeadPart | undefined;
  text: string;
}

/** A header; one with a value of a dimension is a link where the dimension has links. */
function HeadValue({ part, text, columns, links }: HeadValueProps) {
  return part?.kind === 'value' ? <CellLinks links={linksOfHead(part, columns, links)} text={text} /> : text;
}

const linksOfHead = (
  { dimension, value }: HeadPart & { kind: 'value' },
  columns: QueryResult['columns'],
  links: TableLinks,
) => linksAt({ field: dimension, links: fieldLinks(dimension, columns) }, { [dimension]: value }, links);

interface HeaderProps {
  column: GridColumn;
  columns: QueryResult['columns'];
  links: TableLinks;
  table: Table;
  place: CellPlace;
  rowSpan?: number;
}

function Header({ column, columns, links, table, place, rowSpan }: HeaderProps) {
  const label = lastHeader(column, columns);
  const [leaf] = column.leaves;
  const isName = column.kind === 'measures';
  const part = column.head.at(-1);
  const found = part?.kind === 'value' ? linksOfHead(part, columns, links) : [];
  const own = isName ? undefined : table.sort.find(({ id }) => column.leaves.some((one) => one.id === id));
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={place.className}
      style={{ textAlign: isName ? 'start' : leaf.column.align, ...place.style }}
      aria-sort={own ? (own.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      {isPrinted() || isName ? (
        // Chromium repeats no header with a button on the sheets of a document.
        <span className={styles.label}>
          <CellLinks links={found} text={label} />
        </span>
      ) : (
        <span className={found.length > 0 ? styles.linkedHead : undefined}>
          <button type="button" className={styles.sort} onClick={() => table.turn(leaf.id)} title={label}>
            {label}
            <span aria-hidden="true">{own ? (own.isDescending ? ' ↓' : ' ↑') : ''}</span>
          </button>
          {found.length > 0 && <CellLinks links={found} text="↗" label={`${label}: ${found[0]?.label}`} />}
        </span>
      )}
    </th>
  );
}
