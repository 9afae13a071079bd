import { PARTIAL_FIELD } from '../formats/partial-buckets.ts';
import { markType } from './pointer/tooltip-spec.ts';

interface TimeChart {
  mark?: unknown;
  transform?: unknown;
  params?: unknown;
  encoding?: Record<string, unknown> & { x?: { type?: unknown; field?: unknown }; y?: object };
}

/** What a chart is drawn from: a Vega-Lite document without data, and its rows. */
export interface ChartParts {
  document: object;
  rows: readonly Record<string, unknown>[];
}

/**
 * Fields of the rows that a dashed line runs through: the partial buckets at one end, and the neighbour of the last.
 */
const EDGES = { start: 'oriel_first_edge', end: 'oriel_last_edge' } as const;

/**
 * The chart with its incomplete buckets drawn lighter: a bar is paler, a line is dashed where it leads there. Documents
 * that are more than one mark over time, or say themselves how transparent theirs is, stay as their authors wrote them.
 */
export function markPartial({ document, rows }: ChartParts): ChartParts {
  const chart: TimeChart = document;
  const { mark, transform, params, encoding } = chart;
  const isSome = rows.some(isPartialRow) && !rows.every(isPartialRow);
  // A filter or an aggregation of the author's may leave the field out that tells the bucket.
  const isPlain = mark !== undefined && !isComputed(transform) && params === undefined;
  if (!isSome || !encoding || !isPlain || 'aggregate' in (encoding.y ?? {})) return { document, rows };
  if ('opacity' in encoding || 'strokeDash' in encoding) return { document, rows };
  if (markType(mark) === 'bar') return { document: paleBars(chart), rows };
  const isLine = ['line', 'area'].includes(markType(mark));
  if (!isLine || encoding.x?.type !== 'temporal') return { document, rows };
  return { document: dashedEnds(chart), rows: withEdges(rows, String(encoding.x?.field)) };
}

const isPartialRow = (row: Record<string, unknown>) => row[PARTIAL_FIELD] === true;
/** Calculations add fields and leave the rows; what else an author computes may not. */
const isComputed = (transform: unknown) =>
  transform !== undefined &&
  !(
    Array.isArray(transform) &&
    transform.every((step) => typeof step === 'object' && step !== null && 'calculate' in step)
  );

const isPartial = `datum['${PARTIAL_FIELD}'] === true`;

function paleBars(spec: TimeChart): object {
  const opacity = { condition: { test: isPartial, value: 0.45 }, value: 1 };
  return { ...spec, encoding: { ...spec.encoding, opacity } };
}

/** The line or area of the complete buckets, and dashed lines from its ends to the others. */
function dashedEnds({ mark, encoding, ...rest }: TimeChart): object {
  const own = typeof mark === 'object' && mark !== null ? mark : { type: mark };
  const isArea = markType(mark) === 'area';
  const ends = Object.values(EDGES).map((field) => ({
    transform: [{ filter: `datum['${field}'] === true` }],
    mark: isArea
      ? { ...own, line: { strokeDash: [4, 3] }, opacity: 0.1 }
      : { ...own, strokeDash: [4, 3], opacity: 0.6 },
  }));
  return { ...rest, encoding, layer: [{ transform: [{ filter: `!(${isPartial})` }], mark: own }, ...ends] };
}

/** The rows, told which of them a dashed line runs through. */
function withEdges(rows: ChartParts['rows'], timeField: string): ChartParts['rows'] {
  const timeOf = (row: Record<string, unknown>) => row[timeField];
  const times = [...new Set(rows.map(timeOf))].toSorted((a, b) => Number(a) - Number(b));
  const partial = new Set(rows.filter(isPartialRow).map(timeOf));
  const reach = (ordered: readonly unknown[]) => {
    const whole = ordered.findIndex((time) => !partial.has(time));
    return new Set(whole > 0 ? ordered.slice(0, whole + 1) : []);
  };
  const [start, end] = [reach(times), reach(times.toReversed())];
  return rows.map((row) => ({
    ...row,
    ...(start.has(timeOf(row)) && { [EDGES.start]: true }),
    ...(end.has(timeOf(row)) && { [EDGES.end]: true }),
  }));
}
