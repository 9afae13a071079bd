import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { toChartRows } from '../formats/chart-fields.ts';
import { fieldOf } from '../formats/chart-fields.ts';
import type { RegionSource } from './region-source.ts';
import type { Region } from './regions.ts';

/** A region as a chart has it: a feature, with the fields of the row that it has. */
interface RegionDatum {
  type: 'Feature';
  geometry: Region['geometry'];
  /** What people call it. */
  regionName: string | undefined;
  [field: string]: unknown;
}

interface JoinedRegions {
  /** With a row, and without. */
  matched: RegionDatum[];
  blank: RegionDatum[];
  /** Values of rows without a region, and of rows in regions that have a row already. */
  unmatched: Cell[];
  repeated: Cell[];
}

/**
 * Puts the rows on their regions. The first row of a region is the one that it shows; a row without a number colours
 * none.
 */
export function joinRegions(
  { regions, keysOf }: RegionSource,
  result: QueryResult,
  { dimension, measure }: { dimension: string; measure: string },
): JoinedRegions {
  const byKey = new Map<string, Region[]>();
  for (const region of regions)
    for (const key of new Set(keysOf(region).map(normalizeKey))) {
      if (key === '') continue;
      byKey.set(key, [...(byKey.get(key) ?? []), region]);
    }
  const rows = toChartRows(result);
  const rowOf = new Map<Region, Record<string, unknown>>();
  const [unmatched, repeated]: [Cell[], Cell[]] = [[], []];
  for (const [index, row] of rows.entries()) {
    const value = result.rows[index]?.[dimension] ?? null;
    const found = byKey.get(normalizeKey(value)) ?? [];
    if (found.length === 0) unmatched.push(value);
    else if (found.some((region) => rowOf.has(region))) repeated.push(value);
    else for (const region of found) rowOf.set(region, row);
  }
  const isFilled = (region: Region) => typeof rowOf.get(region)?.[fieldOf(measure)] === 'number';
  const toDatum = (region: Region): RegionDatum => ({
    ...rowOf.get(region),
    type: 'Feature',
    geometry: region.geometry,
    regionName: region.name,
  });
  return {
    matched: regions.filter(isFilled).map(toDatum),
    blank: regions.filter((region) => !isFilled(region)).map(toDatum),
    unmatched,
    repeated,
  };
}

/** Case, accents and punctuation tell no region from another; neither do zeros before a number. */
export function normalizeKey(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const plain = String(value)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plain.replace(/^the /, '').replace(/^0+(?=\d+$)/, '');
}
