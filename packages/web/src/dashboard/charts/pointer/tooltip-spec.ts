import type { QueryResult } from '../../../query/load-batch.ts';
import { fieldOf } from '../../formats/chart-fields.ts';

/** Marks with points along an axis of time. */
const SERIES_MARKS = new Set(['line', 'area', 'trail', 'point', 'circle', 'square']);

interface Unit {
  mark?: unknown;
  encoding?: { x?: { field?: unknown; type?: unknown; aggregate?: unknown; bin?: unknown } };
  layer?: unknown;
}

/** Whether the author of a Vega-Lite document has said what its tooltips are, `null` for none included. */
export function hasOwnTooltip(spec: unknown): boolean {
  if (typeof spec !== 'object' || spec === null) return false;
  if (Array.isArray(spec)) return spec.some(hasOwnTooltip);
  return Object.entries(spec).some(
    ([key, value]) => key === 'tooltip' || (key !== 'data' && hasOwnTooltip(value)),
  );
}

/**
 * The field of the axis on which the nearest time answers: that of `x`, where every mark is a line, an area or a point
 * over one time. Undefined for bars, which answer themselves, and for charts in facets or side by side.
 */
export function timeFieldOf(spec: object, result: QueryResult): string | undefined {
  const units = unitsIn(spec);
  if (!units) return undefined;
  const fields = new Set(units.map(({ encoding }) => encoding?.x?.field));
  const [field] = fields;
  if (fields.size !== 1 || typeof field !== 'string' || !isTime(field, result)) return undefined;
  const fits = units.every(
    ({ mark, encoding }) =>
      SERIES_MARKS.has(markType(mark)) &&
      !encoding?.x?.aggregate &&
      !encoding?.x?.bin &&
      isTemporal(encoding),
  );
  return fits ? field : undefined;
}

/** Every field that a document names for a channel. */
export function drawnFields(spec: unknown, found = new Set<string>()): Set<string> {
  if (typeof spec !== 'object' || spec === null) return found;
  for (const [key, value] of Object.entries(spec)) {
    if (key === 'field' && typeof value === 'string') found.add(value);
    drawnFields(value, found);
  }
  return found;
}

export function markType(mark: unknown): string {
  return String(typeof mark === 'object' && mark !== null && 'type' in mark ? mark.type : mark);
}

const isTemporal = (encoding: Unit['encoding']) => (encoding?.x?.type ?? 'temporal') === 'temporal';

/** The single views of a document: itself, or its layers, and theirs, with the encoding that they share. */
function unitsIn(spec: Unit): Unit[] | undefined {
  if (isFaceted(spec.encoding)) return undefined;
  if (spec.mark !== undefined) return [spec];
  if (!Array.isArray(spec.layer)) return undefined;
  const units = (spec.layer as Unit[]).map((layer) =>
    unitsIn({ ...layer, encoding: { ...spec.encoding, ...layer.encoding } }),
  );
  return units.every((each) => each !== undefined) ? units.flat() : undefined;
}

const isFaceted = (encoding: object | undefined) =>
  encoding !== undefined && ['row', 'column', 'facet'].some((channel) => channel in encoding);

function isTime(field: string, { columns }: QueryResult): boolean {
  return Object.entries(columns).some(
    ([key, { type }]) => type === 'time' && (fieldOf(key) === field || fieldOf(key).startsWith(`${field}__`)),
  );
}
