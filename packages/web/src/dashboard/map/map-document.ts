import { mixColors, readColor, toHex } from '@oriel/dashboard/colors';
import { specifierOf } from '@oriel/dashboard/number-format';
import type { MapSpec } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ChartColors } from '../charts/chart-config.ts';
import { fieldOf } from '../formats/chart-fields.ts';
import { MapProblem } from './map-problem.ts';

/*
 * The Vega-Lite documents of maps. Their data sources have names alone: the view is given the rows, so that no document grows with
 * them. The signals say what the projection shows, see `map-frame.ts`.
 */

export type PointsSpec = Extract<MapSpec, { mode: 'points' }>;
export type RegionsSpec = Extract<MapSpec, { mode: 'regions' }>;

/** Names of the data sources, and of the signals, of a map. */
export const SOURCES = { land: 'land', regions: 'regions', points: 'points', clusters: 'clusters' } as const;
export const SIGNALS = { scale: 'mapScale', x: 'mapX', y: 'mapY' } as const;

/** Fields of a cluster. */
export const CLUSTER = {
  longitude: 'cluster_x',
  latitude: 'cluster_y',
  area: 'cluster_area',
  caption: 'cluster_caption',
  count: 'cluster_count',
} as const;

export interface MapDocumentOptions {
  colors: ChartColors;
  columns: QueryResult['columns'];
  projection: 'mercator' | 'albersUsa';
  /** A small map has no room for a legend. */
  hasLegend: boolean;
  /** Pixels, for which the legend has columns. */
  width: number;
}

const DEFAULT_DIAMETER = 8;
const MAX_CATEGORIES = 12;
const WIDE = 420;

/** Points on land. */
export function pointsDocument(spec: PointsSpec, options: MapDocumentOptions): object {
  const { colors, columns } = options;
  const [accent = '#4c6ef5'] = colors.series;
  const [longitude, latitude] = [spec.longitude, spec.latitude].map((key) => known(key, columns));
  const place = {
    longitude: { field: fieldOf(longitude ?? ''), type: 'quantitative' },
    latitude: { field: fieldOf(latitude ?? ''), type: 'quantitative' },
  };
  const mark = { type: 'circle', clip: true, opacity: 0.8, stroke: colors.surface, strokeWidth: 0.75 };
  const points = {
    data: { name: SOURCES.points },
    mark: { ...mark, size: areaOf(typeof spec.size === 'number' ? spec.size : DEFAULT_DIAMETER) },
    encoding: { ...place, ...sizeOf(spec, options), ...pointColor(spec, options, accent) },
  };
  const layers = [
    landLayer(SOURCES.land, colors),
    points,
    ...(spec.cluster ? clusterLayers(colors, accent) : []),
  ];
  return mapOf(layers, options);
}

/** Regions by a measure, above those without a value. */
export function regionsDocument(spec: RegionsSpec, options: MapDocumentOptions): object {
  const { colors, columns } = options;
  known(spec.dimension, columns);
  const measure = numeric(spec.measure, columns);
  const filled = {
    data: { name: SOURCES.regions },
    mark: { type: 'geoshape', clip: true, stroke: colors.surface, strokeWidth: 0.5 },
    encoding: {
      color: {
        field: fieldOf(measure),
        type: 'quantitative',
        ...scaleOf(spec.palette),
        ...legendFor(measure, options),
      },
    },
  };
  return mapOf([landLayer(SOURCES.land, colors), filled], options);
}

function mapOf(layer: readonly object[], { projection }: MapDocumentOptions): object {
  const { scale, x, y } = SIGNALS;
  return {
    params: [scale, x, y].map((name) => ({ name, value: 1 })),
    projection: { type: projection, scale: { expr: scale }, translate: { expr: `[${x}, ${y}]` } },
    padding: 0,
    autosize: 'none',
    resolve: { scale: { size: 'independent' } },
    layer,
  };
}

const landLayer = (name: string, { text, surface }: ChartColors) => ({
  data: { name },
  mark: { type: 'geoshape', clip: true, fill: faint(text, surface, 0.1), stroke: surface, strokeWidth: 0.5 },
});

function clusterLayers({ surface }: ChartColors, accent: string): object[] {
  const shared = {
    data: { name: SOURCES.clusters },
    encoding: {
      longitude: { field: CLUSTER.longitude, type: 'quantitative' },
      latitude: { field: CLUSTER.latitude, type: 'quantitative' },
    },
  };
  const size = { field: CLUSTER.area, type: 'quantitative', scale: null };
  return [
    {
      ...shared,
      mark: { type: 'circle', clip: true, color: accent, opacity: 1, stroke: surface, strokeWidth: 2 },
      encoding: { ...shared.encoding, size },
    },
    {
      ...shared,
      mark: { type: 'text', clip: true, color: surface, fontSize: 11, fontWeight: 600 },
      encoding: { ...shared.encoding, text: { field: CLUSTER.caption } },
    },
  ];
}

function sizeOf({ size, color }: PointsSpec, options: MapDocumentOptions): object {
  if (typeof size !== 'string') return {};
  const measure = numeric(size, options.columns);
  // Two legends side by side need their room.
  const hasLegend = options.hasLegend && (!isColumn(color, options) || options.width >= WIDE);
  const scale = { range: [areaOf(4), areaOf(34)], zero: true };
  return {
    size: {
      field: fieldOf(measure),
      type: 'quantitative',
      scale,
      ...legendFor(measure, { ...options, hasLegend }, 2),
    },
  };
}

const isColumn = (key: string | undefined, { columns }: MapDocumentOptions) =>
  key !== undefined && columns[key] !== undefined;

/** By a column, by a colour, or by the accent. */
function pointColor({ color }: PointsSpec, options: MapDocumentOptions, accent: string): object {
  if (color === undefined) return { color: { value: accent } };
  const column = options.columns[color];
  if (!column && isCssValue(color) && readColor(color)) return { color: { value: color } };
  const key = known(color, options.columns);
  const type = column?.type === 'number' ? 'quantitative' : 'nominal';
  const guide = legendFor(key, options);
  return { color: { field: fieldOf(key), type, ...guide } };
}

function scaleOf(palette: RegionsSpec['palette']): object {
  if (palette === undefined) return {};
  return {
    scale: typeof palette === 'string' ? { scheme: palette } : { range: palette, interpolate: 'lab' },
  };
}

/** Over the map, so that it keeps its room. */
function legendFor(key: string, { columns, colors, hasLegend }: MapDocumentOptions, tickCount = 3): object {
  const column = columns[key];
  const title = column?.shortTitle ?? key;
  if (!hasLegend) return { title, legend: null };
  const format = column?.type === 'number' ? specifierOf(column.format) || ',.2~f' : undefined;
  return {
    title,
    legend: {
      orient: 'bottom-left',
      offset: 8,
      padding: 8,
      cornerRadius: 4,
      fillColor: colors.surface,
      gradientLength: 120,
      gradientThickness: 8,
      symbolLimit: MAX_CATEGORIES,
      symbolFillColor: colors.muted,
      tickCount,
      direction: 'horizontal',
      ...(format !== undefined && { format }),
    },
  };
}

function known(key: string, columns: QueryResult['columns']): string {
  if (!columns[key])
    throw new MapProblem(
      'drawing',
      `The rows have no column ${key}; there are ${Object.keys(columns).join(', ')}`,
    );
  return key;
}

function numeric(key: string, columns: QueryResult['columns']): string {
  if (columns[known(key, columns)]?.type !== 'number')
    throw new MapProblem('drawing', `The column ${key} has no numbers`);
  return key;
}

/** Pixels of a circle of that diameter. */
export const areaOf = (diameter: number) => Math.PI * (diameter / 2) ** 2;

/** A colour as an echo of itself on what it lies on; one that only a browser can read stays as it is. */
function faint(color: string, surface: string, share: number): string {
  const [strong, ground] = [readColor(color), readColor(surface)];
  return strong && ground ? toHex(mixColors(ground, strong, share)) : color;
}
