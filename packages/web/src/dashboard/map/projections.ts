import type { Box, Point } from './map-frame.ts';
import { MapProblem } from './map-problem.ts';
import type { Polygons, Position, Region } from './regions.ts';

/*
 * Where a map has its places, in units of the projection at scale 1 with its origin at none: what the chart library draws at a scale is
 * that many pixels from where its origin lies.
 */

/** Beyond it a map by Mercator ends. */
export const MAX_LATITUDE = 85;

const RADIANS = Math.PI / 180;

/** A place by Mercator. */
export const project = (longitude: number, latitude: number): Point => [
  longitude * RADIANS,
  -Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)),
];

/** The longitude and latitude of a point. */
export const unproject = ([x, y]: Point): Point => [
  x / RADIANS,
  (2 * Math.atan(Math.exp(-y)) - Math.PI / 2) / RADIANS,
];

/** Where people live, by Mercator: without the empty ends of the earth. */
export const WORLD: Box = [
  [-Math.PI, -2.3],
  [Math.PI, 1.25],
];

/** The states by `albersUsa`, with Alaska and Hawaii below the others. */
export const STATES: Box = [
  [-0.42, -0.226],
  [0.362, 0.233],
];

/** The box around regions by Mercator. @throws {@link MapProblem} where coordinates are none */
export function boxOfRegions(regions: readonly Region[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positionsOf(regions)) {
    if (!isWithin(longitude, 360) || !isWithin(latitude, 90))
      throw new MapProblem('mapSource', 'The coordinates of the regions are no longitudes and latitudes');
    const [x, y] = project(longitude, Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)));
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  if (x1 < x0) throw new MapProblem('mapSource', 'The regions have no coordinates');
  return [
    [x0, y0],
    [x1, y1],
  ];
}

const isWithin = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;

function* positionsOf(regions: readonly Region[]): Generator<Position> {
  for (const { geometry } of regions)
    for (const ring of ringsOf(geometry)) yield* listed(ring).map((position) => listed(position) as Position);
}

function ringsOf({ type, coordinates }: Polygons): readonly unknown[] {
  return type === 'Polygon' ? listed(coordinates) : listed(coordinates).flatMap(listed);
}

/** What came in is as its author wrote it. */
function listed(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new MapProblem('mapSource', 'The coordinates of the regions are no lists of places');
}
