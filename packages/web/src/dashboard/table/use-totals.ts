import type { TableSpec } from '@oriel/contract';
import type { NoVariant } from '@oriel/dashboard/query-variant';
import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import { indexTotals, NO_TOTALS, totalGroups, type Totals } from '@oriel/dashboard/table/table-totals';
import { useEffect, useMemo, useState } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportSource } from '../store/report-source.ts';

/** The totals of a table; `none`: it has no use for any. */
export interface TotalsState {
  index: Totals;
  status: 'none' | 'loading' | 'ready' | 'missing';
  /** Why there are none. */
  reason?: NoVariant | 'failed';
}

const NONE: TotalsState = { index: NO_TOTALS, status: 'none' };
const LOADING: TotalsState = { index: NO_TOTALS, status: 'loading' };

interface TotalsOptions {
  layout: TableLayout;
  spec: TableSpec;
  result: QueryResult;
  source: ReportSource | undefined;
}

/** Asks the server for the totals that a table shows, once for each result. */
export function useTotals({ layout, spec, result, source }: TotalsOptions): TotalsState {
  const groups = useMemo(() => totalGroups(layout, spec), [layout, spec]);
  const [state, setState] = useState<{ of: QueryResult; found: TotalsState }>();
  useEffect(() => {
    if (groups.length === 0) return undefined;
    const ended = new AbortController();
    const show = (found: TotalsState) => setState({ of: result, found });
    if (source) loadTotals(source, groups, ended.signal).then(show, () => undefined);
    else show({ index: NO_TOTALS, status: 'missing', reason: 'failed' });
    return () => ended.abort();
  }, [groups, result, source]);
  if (groups.length === 0) return NONE;
  return state?.of === result ? state.found : LOADING;
}

/** @throws what `signal` was aborted with */
async function loadTotals(
  source: ReportSource,
  groups: readonly string[][],
  signal: AbortSignal,
): Promise<TotalsState> {
  const answers = await source.load(
    groups.map((keep) => ({ keep })),
    signal,
  );
  signal.throwIfAborted();
  if ('refused' in answers) return { index: NO_TOTALS, status: 'missing', reason: answers.refused };
  const found = groups.flatMap((keep, index) => {
    const rows = answers.results[index]?.rows;
    return rows ? [{ keep, rows }] : [];
  });
  const isWhole = found.length === groups.length;
  return {
    index: indexTotals(found),
    ...(isWhole ? { status: 'ready' } : { status: 'missing', reason: 'failed' }),
  };
}
