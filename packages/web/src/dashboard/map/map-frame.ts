/* What a map shows of its projection: where it begins, and how a viewer moves it. In units of the projection at scale 1. */

export type Point = readonly [x: number, y: number];
export type Box = readonly [from: Point, to: Point];

export interface Size {
  width: number;
  height: number;
}

/** What lies in the middle of the map, and pixels of a unit. */
export interface Frame {
  center: Point;
  scale: number;
}

/** How far a viewer gets. */
interface FrameLimits {
  box: Box;
  minScale: number;
  maxScale: number;
}

const MAX_ZOOM = 128;
/** No box is narrower: a single point is shown with what lies around it. */
const MIN_SPAN = 0.03;

/** Pixels that are kept free around a box: on every side, and below it. */
interface Margin {
  around: number;
  below: number;
}

export const NO_MARGIN: Margin = { around: 0, below: 0 };

/** The frame in which all of a box is seen. */
export function fitFrame(
  [[x0, y0], [x1, y1]]: Box,
  { width, height }: Size,
  { around, below }: Margin,
): Frame {
  const span = (from: number, to: number) => Math.max(to - from, MIN_SPAN);
  const scale = Math.min(
    Math.max(1, width - 2 * around) / span(x0, x1),
    Math.max(1, height - 2 * around - below) / span(y0, y1),
  );
  return { center: [(x0 + x1) / 2, (y0 + y1) / 2 + below / 2 / scale], scale };
}

/** From all of the world, or what is shown first where that is more, to its details. */
export function limitsOf(shown: Box, world: Box, size: Size, margin: Margin): FrameLimits {
  const [first, all] = [fitFrame(shown, size, margin), fitFrame(world, size, NO_MARGIN)];
  return {
    box: unite(shown, world),
    minScale: Math.min(first.scale, all.scale),
    maxScale: first.scale * MAX_ZOOM,
  };
}

/** The box around points; undefined where there are none. */
export function boxOf(points: readonly Point[]): Box | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return x1 >= x0
    ? [
        [x0, y0],
        [x1, y1],
      ]
    : undefined;
}

const unite = (one: Box, other: Box): Box => [
  [Math.min(one[0][0], other[0][0]), Math.min(one[0][1], other[0][1])],
  [Math.max(one[1][0], other[1][0]), Math.max(one[1][1], other[1][1])],
];

/** What the projection is told: pixels of a unit, and where its origin lies. */
export function placeFrame({ center: [x, y], scale }: Frame, { width, height }: Size) {
  return { scale, x: width / 2 - x * scale, y: height / 2 - y * scale };
}

/** Zooms so that what lies at a place of the map, in pixels, stays there. */
export function zoomFrame(frame: Frame, factor: number, at: Point, size: Size, limits: FrameLimits): Frame {
  const scale = clamp(frame.scale * factor, limits.minScale, limits.maxScale);
  const [fromX, fromY] = [at[0] - size.width / 2, at[1] - size.height / 2];
  const move = 1 / frame.scale - 1 / scale;
  return within({ center: [frame.center[0] + fromX * move, frame.center[1] + fromY * move], scale }, limits);
}

/** Moves what the map shows by pixels. */
export function moveFrame({ center: [x, y], scale }: Frame, [dx, dy]: Point, limits: FrameLimits): Frame {
  return within({ center: [x - dx / scale, y - dy / scale], scale }, limits);
}

/** The frame with the same middle, and as much in it as before, on a map of another size. */
export function resizeFrame(frame: Frame, before: Frame, now: Frame, limits: FrameLimits): Frame {
  const scale = clamp((frame.scale / before.scale) * now.scale, limits.minScale, limits.maxScale);
  return within({ center: frame.center, scale }, limits);
}

/** The middle of a map lies on what it shows. */
function within({ center: [x, y], scale }: Frame, { box: [[x0, y0], [x1, y1]] }: FrameLimits): Frame {
  return { center: [clamp(x, x0, x1), clamp(y, y0, y1)], scale };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
