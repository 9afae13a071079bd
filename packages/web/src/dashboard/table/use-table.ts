import type { TableSpec } from '@oriel/contract';
import { MAX_TABLE_COLUMNS } from '@oriel/contract/limits';
import { createCompare } from '@oriel/dashboard/table/sort-rows';
import { gridOf, type TableGrid } from '@oriel/dashboard/table/table-grid';
import { layOutTable, type TableLayout } from '@oriel/dashboard/table/table-layout';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { arrangeRows, type TableRow } from '@oriel/dashboard/table/table-rows';
import { totalValues, withRowTotals } from '@oriel/dashboard/table/table-totals';
import { useCallback, useMemo, useState } from 'react';
import { pageLanguage } from '../../messages/language.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportSource } from '../store/report-source.ts';
import { authorOrder, turned, type SortKey } from './sort-keys.ts';
import { useTotals, type TotalsState } from './use-totals.ts';

export interface Table {
  layout: TableLayout;
  grid: TableGrid;
  /** The rows with their totals, before they are sorted and grouped. */
  unsorted: readonly RowValues[];
  rows: readonly TableRow[];
  /** The last row, by column id; undefined where the author wants none. */
  total: RowValues | undefined;
  totals: TotalsState;
  sort: readonly SortKey[];
  /** Sorts by a column, then in the other direction, then as the author has it. */
  turn(id: string): void;
  fold(key: string): void;
}

interface TableOptions {
  result: QueryResult;
  spec: TableSpec;
  source: ReportSource | undefined;
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set();

/** What a table shows of its rows, with what its viewer has sorted and folded. */
export function useTable({ result, spec, source }: TableOptions): Table {
  const compare = useMemo(() => createCompare(pageLanguage()), []);
  const layout = useMemo(
    () => layOutTable(result, spec, { compare, maxLeaves: MAX_TABLE_COLUMNS }),
    [result, spec, compare],
  );
  const grid = useMemo(() => gridOf(layout, spec), [layout, spec]);
  const totals = useTotals({ layout, spec, result, source });
  const [chosen, setChosen] = useState<SortKey>();
  const [folded, setFolded] = useState(NOTHING_FOLDED);
  const sort = useMemo(() => (chosen ? [chosen] : authorOrder(layout, spec)), [chosen, layout, spec]);
  const { index } = totals;
  const withTotals = useMemo(() => withRowTotals(layout, index), [layout, index]);
  const rows = useMemo(() => {
    const isGrouped = spec.groupRows === true;
    return arrangeRows(layout, withTotals, { totals: index, order: sort, compare, folded, isGrouped });
  }, [layout, withTotals, index, sort, compare, folded, spec.groupRows]);
  const total = useMemo(
    () => (spec.columnTotals === true ? totalValues(layout, index, [], {}) : undefined),
    [layout, index, spec.columnTotals],
  );
  const turn = useCallback((id: string) => setChosen((now) => turned(now, id)), []);
  const fold = useCallback((key: string) => setFolded((now) => toggled(now, key)), []);
  return useMemo(
    () => ({ layout, grid, unsorted: withTotals, rows, total, totals, sort, turn, fold }),
    [layout, grid, withTotals, rows, total, totals, sort, turn, fold],
  );
}

function toggled(now: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(now);
  if (!next.delete(key)) next.add(key);
  return next;
}
