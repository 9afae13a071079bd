import type { KpiSpec } from '@oriel/contract';
import { figureSource, namingColumns } from '@oriel/dashboard/figure-row';
import type { Cell } from '@oriel/dashboard/query-result';
import { useEffect, useMemo, useState } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import { formatValue } from '../formats/format.ts';
import type { ReportSource } from '../store/report-source.ts';
import { isolated } from '../formats/text-direction.ts';
import { granularityOf } from '../formats/time-format.ts';

type Values = Readonly<Record<string, Cell>>;

/** The row that figures show where their author has named none. */
export interface FigureRow {
  /** Undefined while the total is on its way, and where there are no rows. */
  readonly values: Values | undefined;
  /** Which of several rows it is; undefined of a total, and of one row alone. */
  readonly name?: string;
  readonly isLoading: boolean;
}

/** The total of a result; `missing` where there is none. */
interface FoundTotal {
  readonly of: QueryResult;
  readonly total: Values | 'missing';
}

/** Finds the row that figures show, and asks for the total of all rows where it is that. */
export function useFigureRow(
  spec: KpiSpec,
  result: QueryResult,
  source: ReportSource | undefined,
): FigureRow {
  const wanted = useMemo(
    () => figureSource(spec, result, source?.isOrdered() ?? false),
    [spec, result, source],
  );
  const fields = source && wanted.kind === 'total' ? wanted.fields : undefined;
  const [found, setFound] = useState<FoundTotal>();
  useEffect(() => {
    if (!fields || !source) return undefined;
    const ended = new AbortController();
    loadTotal(source, fields, ended.signal).then(
      (total) => setFound({ of: result, total }),
      () => undefined,
    );
    return () => ended.abort();
  }, [fields, result, source]);
  const [first] = result.rows;
  if (wanted.kind === 'first' && !wanted.isNamed) return { values: first, isLoading: false };
  if (fields && found?.of !== result) return { values: undefined, isLoading: true };
  if (fields && found && found.total !== 'missing') return { values: found.total, isLoading: false };
  return { values: first, ...nameOf(first, result), isLoading: false };
}

/**
 * Asks the report's query without its groups; a total without one of the fields is none.
 * @throws what `signal` was aborted with
 */
async function loadTotal(
  source: ReportSource,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<FoundTotal['total']> {
  const answers = await source.load([{ keep: [] }], signal);
  signal.throwIfAborted();
  const total = 'results' in answers ? answers.results[0]?.rows[0] : undefined;
  return total && fields.every((field) => field in total) ? total : 'missing';
}

/** What tells a row from the others, as people read it. */
function nameOf(row: Values | undefined, result: QueryResult): { name?: string } {
  if (!row) return {};
  const texts = namingColumns(result).map((key) =>
    isolated(formatValue(row[key], result.columns[key], undefined, granularityOf(key))),
  );
  return texts.length > 0 ? { name: texts.join(' · ') } : {};
}
