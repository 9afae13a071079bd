import type { Cell, QueryResult } from '@oriel/dashboard/query-result';

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** The rows that a script has left, with columns by what is in them: in the order in which rows name them first. */
export function pythonRows(outputData: unknown): QueryResult {
  // Flat objects, as the server has checked.
  const rows = outputData as Record<string, Cell>[];
  const columns: QueryResult['columns'] = {};
  for (const key of new Set(rows.flatMap((row) => Object.keys(row))))
    columns[key] = { title: key, shortTitle: key, ...kindOf(rows.map((row) => row[key] ?? null)) };
  return { rows, columns };
}

function kindOf(values: readonly Cell[]): { kind: 'measure' | 'dimension' | 'timeDimension'; type: string } {
  const known = values.filter((value) => value !== null);
  const all = (test: (value: Cell) => boolean) => known.length > 0 && known.every(test);
  if (all((value) => typeof value === 'number')) return { kind: 'measure', type: 'number' };
  if (all((value) => typeof value === 'boolean')) return { kind: 'dimension', type: 'boolean' };
  if (all((value) => typeof value === 'string' && TIME.test(value)))
    return { kind: 'timeDimension', type: 'time' };
  return { kind: 'dimension', type: 'string' };
}
