import type { MapSpec } from '@oriel/contract';
import { isPackagedSource, regionAddressOf, regionSources } from '@oriel/contract/map-sources';
import { cellOf, type ChartColumn } from './chart-column.ts';

/**
 * What an author has chosen of a map; what is absent follows from the columns of the query. Columns are named by their
 * keys in the rows.
 */
export interface MapChoice {
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
  /** A column, or pixels. */
  readonly size?: string | number | undefined;
  /** A column, or a colour of all points. */
  readonly color?: string | undefined;
  readonly cluster?: true | undefined;
  readonly source?: string | undefined;
  readonly property?: string | undefined;
  readonly dimension?: string | undefined;
  readonly measure?: string | undefined;
  readonly palette?: string | readonly string[] | undefined;
}

/** The properties of regions that their names are most often in. */
const USUAL_PROPERTY = { world: 'name', 'us-states': 'name' } as const;

/** What a map of points shows. A column that is gone from the query is chosen anew. */
export function resolvePoints(chosen: MapChoice, columns: readonly ChartColumn[]): MapChoice {
  const cells = columns.map(cellOf);
  const has = (name: unknown): name is string => typeof name === 'string' && cells.includes(name);
  const likely = (word: RegExp, other: string | undefined) =>
    columns.find((column) => cellOf(column) !== other && word.test(`${column.key} ${column.title}`));
  const latitude = has(chosen.latitude) ? chosen.latitude : cellAt(likely(/lat/i, undefined) ?? columns[0]);
  const free = columns.find((column) => cellOf(column) !== latitude);
  const longitude = has(chosen.longitude)
    ? chosen.longitude
    : cellAt(likely(/lon|lng/i, latitude) ?? free ?? columns[0]);
  const { size, color, cluster } = chosen;
  return {
    latitude,
    longitude,
    ...((typeof size === 'number' || has(size)) && { size }),
    ...(color !== undefined && (has(color) || !isColumnName(color)) && { color }),
    ...(cluster && { cluster }),
  };
}

/** What a map of regions shows. */
export function resolveRegions(chosen: MapChoice, columns: readonly ChartColumn[]): MapChoice {
  const find = (name: string | undefined, isMeasure: boolean) => {
    const fitting = columns.filter(({ kind }) => (kind === 'measure') === isMeasure);
    // Regions are named by words before they are by times.
    return cellAt(
      fitting.find((column) => cellOf(column) === name) ??
        fitting.find(({ kind }) => kind !== 'time') ??
        fitting[0],
    );
  };
  const { source = 'world', property, palette } = chosen;
  return {
    source,
    property: property ?? (isPackagedSource(source) ? USUAL_PROPERTY[source] : 'name'),
    dimension: find(chosen.dimension, false),
    measure: find(chosen.measure, true),
    ...(palette !== undefined && { palette }),
  };
}

const cellAt = (column: ChartColumn | undefined): string => (column ? cellOf(column) : '');

/** A member has a point in its name, as no colour has at that place. */
const isColumnName = (text: string) => /^[a-z_]\w*\.\w/i.test(text);

/** Why a map cannot be drawn by anybody; undefined where nothing is amiss. */
export function mapFault(map: MapChoice, mode: MapSpec['mode']): MapFault | undefined {
  if (mode === 'points') return map.latitude === map.longitude ? 'sameColumn' : undefined;
  const { source = '', property = '' } = map;
  if (!isPackagedSource(source) && !regionAddressOf(source)) return 'badAddress';
  return property.trim() === '' ? 'noProperty' : undefined;
}
export type MapFault = 'sameColumn' | 'badAddress' | 'noProperty';

/** The properties that a source offers; undefined for an address, with any. */
export const propertiesOf = (source: string | undefined): readonly string[] | undefined =>
  isPackagedSource(source) ? regionSources[source] : undefined;

/** What a stored map was chosen by. */
export function guessMap(spec: unknown): MapChoice {
  const { mode: _, ...rest } = (spec ?? {}) as MapChoice & { mode?: unknown };
  return rest;
}
