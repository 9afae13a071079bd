import type { DashboardConfig } from '@oriel/contract';
import { arrangementOf, childrenOf, widgetsOf } from '@oriel/dashboard/widgets';
import { containerOf } from '../draft/dashboard-draft.ts';
import { fitsInto } from '../draft/container-moves.ts';

/** In pixels, from the corner of the canvas. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A container that takes what is dragged. */
export interface OpenContainer {
  readonly id: string;
  readonly box: Box;
  /** Whether its children lie one below the other. */
  readonly isColumn: boolean;
  /** What is drawn of its children, without the one that is dragged, with their indices among those. */
  readonly children: readonly { readonly index: number; readonly box: Box }[];
}

/** Where a widget comes to lie in a container, among its children without the widget itself. */
export interface DropTarget {
  readonly containerId: string;
  readonly index: number;
  /** The line between the children, or at their end; undefined where there is none. */
  readonly line: Box | undefined;
}

/** In pixels, what of a container's edge is left to move others past it. */
const EDGE = 12;

/** The innermost container at a point, and the place in it that is nearest. */
export function targetAt(containers: readonly OpenContainer[], point: Point): DropTarget | undefined {
  const [inner] = containers
    .filter(({ box }) => isIn(point, box))
    .toSorted((one, other) => areaOf(one.box) - areaOf(other.box));
  if (!inner) return undefined;
  const [nearest] = inner.children.toSorted(
    (one, other) => distance(point, one.box) - distance(point, other.box),
  );
  if (!nearest) return { containerId: inner.id, index: 0, line: undefined };
  const { x, y } = middleOf(nearest.box);
  const isBehind = inner.isColumn ? point.y > y : point.x > x;
  return {
    containerId: inner.id,
    index: nearest.index + (isBehind ? 1 : 0),
    line: edgeOf(nearest.box, inner.isColumn, isBehind),
  };
}

/** Where the containers are that a widget may be dragged into; of a widget of the grid without their edges. */
export function openContainers(draft: DashboardConfig, id: string, canvas: HTMLElement): OpenContainer[] {
  const edge = containerOf(draft, id) ? 0 : EDGE;
  const boxOf = (widgetId: string) => {
    const element = canvas.querySelector(`[data-widget-id="${CSS.escape(widgetId)}"]`);
    return element && boxIn(canvas, element.getBoundingClientRect());
  };
  return widgetsOf(draft).flatMap((container) => {
    if (container.type !== 'CONTAINER' || !fitsInto(draft, id, container.id)) return [];
    const box = boxOf(container.id);
    if (!box) return [];
    const children = childrenOf(container)
      .filter((child) => child.id !== id)
      .flatMap((child, index) => {
        const childBox = boxOf(child.id);
        return childBox ? [{ index, box: childBox }] : [];
      });
    return [
      {
        id: container.id,
        box: {
          left: box.left + edge,
          top: box.top + edge,
          right: box.right - edge,
          bottom: box.bottom - edge,
        },
        isColumn: arrangementOf(container) === 'vertical',
        children,
      },
    ];
  });
}

/** A point of the screen on the canvas. */
export function pointIn(
  canvas: HTMLElement,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Point {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function boxIn(canvas: HTMLElement, { left, top, right, bottom }: DOMRect): Box {
  const corner = canvas.getBoundingClientRect();
  return {
    left: left - corner.left,
    top: top - corner.top,
    right: right - corner.left,
    bottom: bottom - corner.top,
  };
}

/** In pixels, half of what is between two children. */
const BESIDE = 8;

function edgeOf(box: Box, isColumn: boolean, isBehind: boolean): Box {
  if (isColumn) {
    const y = isBehind ? box.bottom + BESIDE : box.top - BESIDE;
    return { ...box, top: y, bottom: y };
  }
  const x = isBehind ? box.right + BESIDE : box.left - BESIDE;
  return { ...box, left: x, right: x };
}

const isIn = ({ x, y }: Point, { left, top, right, bottom }: Box) =>
  x >= left && x <= right && y >= top && y <= bottom;

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

const middleOf = ({ left, top, right, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

function distance(point: Point, { left, top, right, bottom }: Box): number {
  const across = Math.max(left - point.x, point.x - right, 0);
  const down = Math.max(top - point.y, point.y - bottom, 0);
  return across + down;
}
