import type { Point } from './map-frame.ts';

/** What gestures do to a map. */
interface Movable {
  zoom(factor: number, at?: Point): boolean;
  move(by: Point): void;
  reset(): void;
}

/** A factor for each press of a key or a button. */
export const ZOOM_STEP = 1.6;
/** Pixels for each press of an arrow. */
const MOVE_STEP = 60;
/** Pixels that a hand moves while it clicks. */
const CLICK_REACH = 4;

/**
 * Lets a viewer move a map: by the wheel, by dragging with a mouse or a pen, with two fingers. One finger scrolls the
 * page, and so does the wheel where the map is at its end. Returns the function that ends it.
 */
export function followGestures(element: HTMLElement, map: Movable): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  const pointers = new Map<number, Point>();
  let moved = 0;
  const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  element.addEventListener(
    'wheel',
    (event) => {
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const delta = Math.max(-300, Math.min(300, event.deltaY * lines));
      if (map.zoom(2 ** (-delta / 240), placeOf(event))) event.preventDefault();
    },
    { ...options, passive: false },
  );
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, placeOf(event));
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = placeOf(event);
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      if (event.pointerType === 'touch' && !other) return;
      pointers.set(event.pointerId, now);
      const by: Point = [now[0] - before[0], now[1] - before[1]];
      moved += Math.hypot(...by);
      if (other) pinch(map, { before, now, other });
      else if (moved > CLICK_REACH) {
        element.setPointerCapture(event.pointerId);
        map.move(by);
      }
    },
    options,
  );
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    element.addEventListener(type, ({ pointerId }) => void pointers.delete(pointerId), options);
  // What ends a drag is no choice of a mark.
  element.addEventListener(
    'click',
    (event) => {
      if (moved > CLICK_REACH) event.stopPropagation();
      moved = 0;
    },
    { ...options, capture: true },
  );
  return () => ending.abort();
}

/** The middle of two fingers moves by half of what one of them does. */
function pinch(map: Movable, { before, now, other }: { before: Point; now: Point; other: Point }): void {
  const distance = (point: Point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
  map.move([(now[0] - before[0]) / 2, (now[1] - before[1]) / 2]);
  map.zoom(distance(now) / distance(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
}

/** What a key does to a map; false for one that does nothing. */
export function pressKey(key: string, map: Movable): boolean {
  const arrow = ARROWS[key];
  if (arrow) map.move(arrow);
  else if (key === '+' || key === '=') map.zoom(ZOOM_STEP);
  else if (key === '-' || key === '_') map.zoom(1 / ZOOM_STEP);
  else if (key === '0' || key === 'Home') map.reset();
  else return false;
  return true;
}

/** Where what is seen goes when the view goes the other way. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [MOVE_STEP, 0],
  ArrowRight: [-MOVE_STEP, 0],
  ArrowUp: [0, MOVE_STEP],
  ArrowDown: [0, -MOVE_STEP],
};
