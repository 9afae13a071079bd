import type { PythonAnalysisFilteredRun, ReportSnapshot } from '@oriel/contract';
import type { SwappedFields } from '../queries/apply-fields.ts';
import { isLargeNumber } from '../results/large-numbers.ts';
import type { Cell, QueryResult } from '../results/query-result.ts';

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** Whether the rows of a report are what its Python makes of those of its query. */
export function hasPython({ pythonCode }: Pick<ReportSnapshot, 'pythonCode'>): boolean {
  return pythonCode != null && pythonCode !== '';
}

const NONE: SwappedFields = new Map();

/**
 * Which members stand for which in the rows of a report: a script is given the names of the report, and names what it
 * leaves.
 */
export function swappedInRows(
  snapshot: Pick<ReportSnapshot, 'pythonCode'>,
  swapped: SwappedFields,
): SwappedFields {
  return hasPython(snapshot) ? NONE : swapped;
}

/** What a run of a script says of its rows. */
export type PythonLeft = Pick<PythonAnalysisFilteredRun, 'inputRowCount' | 'isInputCut'> & {
  readonly outputData?: unknown;
  readonly largeNumberColumns?: readonly string[] | null | undefined;
};

/** The rows that a script has left, with columns by what is in them: in the order in which rows name them first. */
export function pythonRows({
  outputData,
  inputRowCount,
  isInputCut,
  largeNumberColumns,
}: PythonLeft): QueryResult {
  // Flat objects, as the server has checked.
  const rows = outputData as Record<string, Cell>[];
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const large = new Set(largeNumberColumns);
  const columns = keys.map((key) => {
    const values = rows.map((row) => (Object.hasOwn(row, key) ? (row[key] ?? null) : null));
    return [key, { title: key, shortTitle: key, ...kindOf(values, large.has(key)) }] as const;
  });
  return { rows, columns: Object.fromEntries(columns), ...(isInputCut && { firstRows: inputRowCount }) };
}

function kindOf(
  values: readonly Cell[],
  hasLargeNumbers: boolean,
): { kind: 'measure' | 'dimension' | 'timeDimension'; type: string } {
  const known = values.filter((value) => value !== null);
  const all = (test: (value: Cell) => boolean) => known.length > 0 && known.every(test);
  if (all((value) => typeof value === 'number' || (hasLargeNumbers && isLargeNumber(value))))
    return { kind: 'measure', type: 'number' };
  if (all((value) => typeof value === 'boolean')) return { kind: 'dimension', type: 'boolean' };
  if (all((value) => typeof value === 'string' && TIME.test(value)))
    return { kind: 'timeDimension', type: 'time' };
  return { kind: 'dimension', type: 'string' };
}
