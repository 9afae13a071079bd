import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { sizeOf } from '@oriel/dashboard/large-numbers';
import { formatValue } from '../formats/format.ts';
import { granularityOf } from '../formats/time-format.ts';
import type { Flow } from './column-order.ts';

/** The columns of a flow, by key. */
export interface SankeySpec {
  readonly source?: unknown;
  readonly target?: unknown;
  readonly value?: unknown;
}

/** What flows, by the words of its places, and their values. */
export interface NamedFlow extends Flow {
  readonly coordinates: Readonly<Record<string, Cell | undefined>>;
}

/** The columns that a flow is read from: those of the spec, else the first two dimensions and the first measure. */
interface FlowColumns {
  readonly source: string;
  readonly target: string;
  readonly value: string;
}

/** @throws an error, for the author, where the rows have no such columns */
export function flowColumns({ source, target, value }: SankeySpec, { columns }: QueryResult): FlowColumns {
  const keys = Object.keys(columns);
  const dimensions = keys.filter((key) => columns[key]?.kind !== 'measure');
  const chosen = (given: unknown, usual: string | undefined, name: string) => {
    const key = given ?? usual;
    if (typeof key === 'string' && Object.hasOwn(columns, key)) return key;
    throw new Error(`${name} must be a column of the rows: ${keys.join(', ')}`);
  };
  const found = {
    source: chosen(source, dimensions[0], 'source'),
    target: chosen(target, dimensions[1], 'target'),
    value: chosen(
      value,
      keys.find((key) => columns[key]?.kind === 'measure'),
      'value',
    ),
  };
  if (columns[found.value]?.type !== 'number') throw new Error(`${found.value} has no numbers`);
  return found;
}

/** More bands than this tell nothing, and hold the page up. */
const MAX_FLOWS = 2000;

/**
 * One flow for each pair of places: the sum of its rows. What is not above zero does not flow.
 *
 * @throws an error, for the author, where there are more than can be drawn
 */
export function readFlows({ rows, columns }: QueryResult, keys: FlowColumns): NamedFlow[] {
  const flows = new Map<string, NamedFlow>();
  for (const row of rows) {
    const value = sizeOf(row[keys.value]);
    if (value === undefined || !Number.isFinite(value) || value <= 0) continue;
    const [source, target] = [keys.source, keys.target].map((key) =>
      formatValue(row[key], columns[key], undefined, granularityOf(key)),
    );
    if (source === undefined || target === undefined) continue;
    const pair = JSON.stringify([source, target]);
    const before = flows.get(pair);
    const coordinates = { [keys.source]: row[keys.source], [keys.target]: row[keys.target] };
    flows.set(pair, { source, target, value: (before?.value ?? 0) + value, coordinates });
  }
  if (flows.size > MAX_FLOWS)
    throw new Error(
      `${flows.size} flows are more than can be drawn: the query may give at most ${MAX_FLOWS}`,
    );
  return [...flows.values()];
}
