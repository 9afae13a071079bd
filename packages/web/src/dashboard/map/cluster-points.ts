import type { Point } from './map-frame.ts';

export interface Placed<Datum> {
  datum: Datum;
  /** In units of the projection. */
  at: Point;
}

export interface Cluster<Datum> {
  members: Placed<Datum>[];
  /** The middle of its members. */
  at: Point;
}

/** Pixels within which points are one mark. */
const RADIUS = 36;

/**
 * Groups points that are near each other at a scale. A point joins the first group that began within the radius; which
 * is near is looked up in a grid of that width, so that the time grows with the number of points alone.
 */
export function clusterPoints<Datum>(points: readonly Placed<Datum>[], scale: number): Cluster<Datum>[] {
  const reach = RADIUS / scale;
  const groups: { start: Point; members: Placed<Datum>[] }[] = [];
  const grid = new Map<string, typeof groups>();
  for (const point of points) {
    const [column, row] = [Math.floor(point.at[0] / reach), Math.floor(point.at[1] / reach)];
    const near = nearestOf(around(grid, column, row), point.at, reach);
    if (near) {
      near.members.push(point);
      continue;
    }
    const group = { start: point.at, members: [point] };
    groups.push(group);
    const key = `${column} ${row}`;
    const cell = grid.get(key);
    if (cell) cell.push(group);
    else grid.set(key, [group]);
  }
  return groups.map(({ members }) => ({ members, at: middleOf(members) }));
}

function* around<Item>(
  grid: ReadonlyMap<string, readonly Item[]>,
  column: number,
  row: number,
): Generator<Item> {
  for (const x of [column - 1, column, column + 1])
    for (const y of [row - 1, row, row + 1]) yield* grid.get(`${x} ${y}`) ?? [];
}

function nearestOf<Item extends { start: Point }>(
  items: Iterable<Item>,
  [x, y]: Point,
  reach: number,
): Item | undefined {
  let nearest: Item | undefined;
  let least = reach;
  for (const item of items) {
    const distance = Math.hypot(item.start[0] - x, item.start[1] - y);
    if (distance > least) continue;
    nearest = item;
    least = distance;
  }
  return nearest;
}

function middleOf(members: readonly { at: Point }[]): Point {
  const sum = (index: 0 | 1) => members.reduce((total, { at }) => total + at[index], 0);
  return [sum(0) / members.length, sum(1) / members.length];
}
