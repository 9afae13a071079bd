import type { ChartPalette } from '@oriel/contract';
import { withPalettes } from '@oriel/dashboard/palettes';
import type { QueryResult } from '../../query/load-batch.ts';
import { toChartDocument } from '../formats/chart-fields.ts';
import type { TruthWords } from '../formats/format.ts';
import { markPartial, type ChartParts } from './mark-partial.ts';

/** What a chart's document is made whole with. */
export interface ChartSource {
  /** Vega-Lite without data; fields are column keys. */
  readonly spec: object;
  readonly result: QueryResult;
  readonly palettes: readonly Pick<ChartPalette, 'id' | 'colors'>[];
  /** Default those of the page. */
  readonly words?: TruthWords | undefined;
}

/** The document as Vega-Lite gets it, still without its rows, and the rows under the names that it has for them. */
export function chartParts(
  { spec, result, palettes, words }: ChartSource,
  rows: ChartParts['rows'],
): ChartParts {
  return markPartial({ document: toChartDocument(withPalettes(spec, palettes), result, words), rows });
}

/** What the rows of a chart are called in its document. */
const ROWS = 'rows';

/** The document with a place for its rows; it takes the size of its container. */
export function toDrawnDocument(document: object): object {
  return {
    ...document,
    data: { name: ROWS, values: [] },
    width: 'container',
    height: 'container',
    autosize: { type: 'fit', contains: 'padding' },
  };
}

/** A compiled document with rows in their place. */
export function withRows<Compiled extends { data?: readonly object[] | undefined }>(
  compiled: Compiled,
  rows: ChartParts['rows'],
): Compiled {
  const data = compiled.data?.map((source) =>
    'name' in source && source.name === ROWS ? { ...source, values: rows } : source,
  );
  return { ...compiled, ...(data && { data }) };
}
