import type { Point } from './drop-targets.ts';

/** In pixels from an edge of the window, where what is dragged scrolls the page. */
const EDGE = 48;
/** Pixels of a frame, at the edge itself and beyond. */
const FASTEST = 18;

/** Scrolls the page while a pointer that drags is held at the top or the bottom of the window. */
interface EdgeScroll {
  /** The pointer is there, in pixels of the window. */
  follow(pointer: Point): void;
  stop(): void;
}

/** @param onScrolled the page has been scrolled below a pointer that is still there */
export function createEdgeScroll(onScrolled: (pointer: Point) => void): EdgeScroll {
  let pointer: Point | undefined;
  let frame: number | undefined;
  const step = () => {
    frame = undefined;
    const speed = pointer ? speedAt(pointer.y, window.innerHeight) : 0;
    if (!pointer || speed === 0) return;
    const before = window.scrollY;
    window.scrollBy(0, speed);
    if (window.scrollY !== before) onScrolled(pointer);
    frame ??= requestAnimationFrame(step);
  };
  return {
    follow(at) {
      pointer = at;
      frame ??= requestAnimationFrame(step);
    },
    stop() {
      pointer = undefined;
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}

/** Pixels of a frame, up or down, the faster the nearer the edge; 0 away from both. */
export function speedAt(y: number, height: number): number {
  const above = EDGE - y;
  const below = y - (height - EDGE);
  const depth = Math.max(above, below, 0) / EDGE;
  return Math.ceil(Math.min(depth, 1) * FASTEST) * (above > below ? -1 : 1) || 0;
}
