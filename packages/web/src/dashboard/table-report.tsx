import type { TableSpec } from '@oriel/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { t } from '../messages/dashboard-texts.ts';
import type { Cell, QueryResult } from '../query/load-batch.ts';
import { formatValue } from './format.ts';
import type { ReportBodyProps } from './report-body-props.ts';
import { granularityOf } from './time-format.ts';
import { shownColumns } from '@oriel/dashboard/shown-columns';
import styles from './table-report.module.css';

interface TableProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill'> {
  result: QueryResult;
  spec: TableSpec;
}

interface Column {
  field: string;
  label: string;
  align: 'left' | 'right' | 'center';
  format: string | undefined;
  width: number | undefined;
}

const ROW_HEIGHT = 33;

/** Rows in a table that sorts by its headers; only the visible rows are in the document. */
export function TableReport({ result, spec, ...drill }: TableProps) {
  const columns = useMemo(() => columnsOf(result, spec), [result, spec]);
  const [sort, setSort] = useState<{ field: string; isDescending: boolean }>();
  const rows = useMemo(() => sorted(result.rows, sort), [result.rows, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [before, after] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  const turn = (field: string) =>
    setSort((now) =>
      now?.field === field
        ? now.isDescending
          ? undefined
          : { field, isDescending: true }
        : { field, isDescending: false },
    );
  const label = t('chart.rows', { count: rows.length });
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ field, label, align, width }) => (
              <th
                key={field}
                style={{ textAlign: align, width }}
                aria-sort={sort?.field !== field ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
              >
                <button type="button" onClick={() => turn(field)}>
                  {label}
                  <span aria-hidden="true">
                    {sort?.field !== field ? '' : sort.isDescending ? ' ↓' : ' ↑'}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} aria-hidden="true" />}
          {items.map(({ index }) => (
            <tr key={index}>
              {columns.map(({ field, align, format }) => (
                <td key={field} style={{ textAlign: align }}>
                  <TableCell
                    field={field}
                    row={rows[index] ?? {}}
                    format={format}
                    result={result}
                    {...drill}
                  />
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <tr style={{ height: after }} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  );
}

function TableCell({
  field,
  row,
  format,
  result,
  onDrill,
  canDrill = () => true,
}: Omit<TableProps, 'spec'> & {
  field: string;
  row: QueryResult['rows'][number];
  format: string | undefined;
}) {
  const value = row[field];
  const column = result.columns[field];
  const text = formatValue(value, column, format, granularityOf(field));
  if (column?.kind !== 'measure' || !onDrill || !canDrill(field)) return text;
  return (
    <button
      type="button"
      className={styles.measure}
      onClick={() => onDrill({ column: field, coordinates: row, value })}
    >
      {text}
    </button>
  );
}

function columnsOf(result: QueryResult, spec: TableSpec): Column[] {
  const stated = spec.columns?.filter(({ hidden, field }) => !hidden && field in result.columns);
  const chosen = stated && stated.length > 0 ? stated : shownColumns(result).map((field) => ({ field }));
  return chosen.map((column) => {
    const known = result.columns[column.field];
    const { label, align, format, width } = column as Partial<Column> & { field: string };
    return {
      field: column.field,
      label: label ?? known?.shortTitle ?? column.field,
      align: align ?? (known?.kind === 'measure' ? 'right' : 'left'),
      format,
      width,
    };
  });
}

function sorted(
  rows: QueryResult['rows'],
  sort: { field: string; isDescending: boolean } | undefined,
): QueryResult['rows'] {
  if (!sort) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compare(a[sort.field], b[sort.field]));
}

/** Numbers by size, texts by the viewer's alphabet, nulls last. */
function compare(a: Cell | undefined, b: Cell | undefined): number {
  if (a === null || a === undefined || b === null || b === undefined)
    return Number(a === null || a === undefined) - Number(b === null || b === undefined);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}
