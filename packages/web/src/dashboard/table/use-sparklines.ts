import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { groupKey } from '@oriel/dashboard/table/table-totals';
import { useEffect, useMemo, useState } from 'react';
import type { ReportSource } from '../store/report-source.ts';

/** The values of small charts along their axis, by column and row. */
export interface Sparklines {
  /** Whether they are on their way. */
  isLoading: boolean;
  /** Undefined while they have not come, and where they do not. */
  find(field: string, row: RowValues): readonly number[] | undefined;
}

const NONE: Sparklines = { isLoading: false, find: () => undefined };
const LOADING: Sparklines = { ...NONE, isLoading: true };

/** Asks for the small charts in the cells of a table: one query for each time and granularity that they have. */
export function useSparklines(layout: TableLayout, source: ReportSource | undefined): Sparklines {
  const columns = useMemo(() => sparklineColumns(layout), [layout]);
  const [state, setState] = useState<{ of: TableLayout; found: Sparklines }>();
  useEffect(() => {
    if (columns.length === 0 || !source) return undefined;
    const ended = new AbortController();
    loadSparklines({ layout, columns, source }, ended.signal).then(
      (found) => setState({ of: layout, found }),
      () => undefined,
    );
    return () => ended.abort();
  }, [columns, layout, source]);
  if (columns.length === 0 || !source) return NONE;
  return state?.of === layout ? state.found : LOADING;
}

interface SparklineColumn {
  field: string;
  by: { dimension: string; granularity: string };
}

function sparklineColumns({ leaves, pivotDimensions }: TableLayout): SparklineColumn[] {
  // A pivot's cells have no room for a time of their own.
  if (pivotDimensions.length > 0) return [];
  return leaves.flatMap(({ column: { field, isMeasure, display } }) =>
    isMeasure && display.type === 'sparkline'
      ? [{ field, by: { dimension: display.dimension, granularity: display.granularity } }]
      : [],
  );
}

interface SparklineQuery {
  layout: TableLayout;
  columns: readonly SparklineColumn[];
  source: ReportSource;
}

async function loadSparklines(
  { layout, columns, source }: SparklineQuery,
  signal: AbortSignal,
): Promise<Sparklines> {
  const keep = layout.rowDimensions;
  const axes = Map.groupBy(columns, ({ by }) => `${by.dimension}.${by.granularity}`);
  const variants = [...axes.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ keep, by: first.by, measures: own.map(({ field }) => field) }] : [];
  });
  const answers = await source.load(variants, signal);
  signal.throwIfAborted();
  const lines = new Map<string, number[]>();
  for (const [index, [axis, own]] of [...axes].entries()) {
    const rows = 'results' in answers ? answers.results[index]?.rows : undefined;
    const ordered = rows?.toSorted((a, b) => (String(a[axis]) < String(b[axis]) ? -1 : 1)) ?? [];
    for (const row of ordered)
      for (const { field } of own) {
        const key = field + groupKey(keep, row);
        const line = lines.get(key) ?? [];
        line.push(Number(row[field] ?? Number.NaN));
        lines.set(key, line);
      }
  }
  return { isLoading: false, find: (field, row) => lines.get(field + groupKey(keep, row)) };
}
