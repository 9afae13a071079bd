import type { DashboardConfig, DashboardWidget, DashboardWidgetPosition, WidgetOf } from '@oriel/contract';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';
import { isControl } from '@oriel/dashboard/control-states';
import { childrenOf, widgetsOf } from '@oriel/dashboard/widgets';
import {
  containerOf,
  findWidget,
  placesOf,
  rulesOf,
  settled,
  takenOut,
  withChildren,
  withPlaces,
} from './dashboard-draft.ts';
import { place, within } from './grid-placement.ts';
import { sizeOnGrid } from './widget-sizes.ts';

/**
 * Whether a widget, with what is in it, may be in a container: containers lie within each other so deep, and not in
 * themselves.
 */
export function fitsInto(draft: DashboardConfig, id: string, containerId: string): boolean {
  const widget = findWidget(draft, id);
  if (!widget || findWidget(draft, containerId)?.type !== 'CONTAINER') return false;
  if (widgetsOf({ widgets: [widget] }).some((each) => each.id === containerId)) return false;
  return depthOf(draft, containerId) + heightOf(widget) <= MAX_CONTAINER_DEPTH;
}

/**
 * Puts a widget into a container, at an index of its children, default at its end. Unchanged where it does not fit or
 * is there.
 */
export function withContainer(
  draft: DashboardConfig,
  id: string,
  containerId: string,
  index = Number.POSITIVE_INFINITY,
): DashboardConfig {
  const widget = findWidget(draft, id);
  if (!widget || !fitsInto(draft, id, containerId)) return draft;
  const before = containerOf(draft, id);
  const next = withChildren(takenOut(draft, id), containerId, (children) =>
    children.toSpliced(index, 0, widget),
  );
  const isThere = before?.id === containerId && indexOf(before, id) === indexOf(containerOf(next, id), id);
  return isThere ? draft : settled(next);
}

/**
 * Takes a widget out of its container onto the grid, to some cells or below the container. Unchanged for one of the
 * grid.
 */
export function withGridPlace(
  draft: DashboardConfig,
  id: string,
  cells?: Pick<DashboardWidgetPosition, 'x' | 'y'>,
): DashboardConfig {
  const [widget, container] = [findWidget(draft, id), outermostOf(draft, id)];
  if (!widget || !container) return draft;
  const rules = rulesOf(draft);
  const { x, y, h } = container.position;
  const position = within({ ...(cells ?? { x, y: y + h }), ...sizeOnGrid(widget) }, rules.columns);
  const left = takenOut(draft, id);
  const next = { ...left, widgets: [...(left.widgets ?? []), { ...widget, position }] };
  return withPlaces(next, place(placesOf(left), { id, ...position, isControl: isControl(widget) }, rules));
}

/** Puts a widget into the nearest of the containers beside it. Unchanged where there is none that it fits into. */
export function withStepIn(draft: DashboardConfig, id: string): DashboardConfig {
  const container = containerOf(draft, id);
  const siblings = container ? childrenOf(container) : (draft.widgets ?? []);
  const self = siblings.find((each) => each.id === id);
  if (!self) return draft;
  const distance = container
    ? (other: DashboardWidget) => Math.abs(siblings.indexOf(other) - siblings.indexOf(self))
    : (other: DashboardWidget) => distanceOf(self.position, other.position);
  const [nearest] = siblings
    .filter((each) => each.type === 'CONTAINER' && each.id !== id && fitsInto(draft, id, each.id))
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest ? withContainer(draft, id, nearest.id) : draft;
}

/** Takes a widget out of its container, and puts it behind it. Unchanged for one of the grid. */
export function withStepOut(draft: DashboardConfig, id: string): DashboardConfig {
  const container = containerOf(draft, id);
  if (!container) return draft;
  const around = containerOf(draft, container.id);
  if (!around) return withGridPlace(draft, id);
  return withContainer(draft, id, around.id, indexOf(around, container.id) + 1);
}

const indexOf = (container: WidgetOf<'CONTAINER'> | undefined, id: string) =>
  container ? childrenOf(container).findIndex((child) => child.id === id) : -1;

/** The widget of the grid that a widget is in. */
function outermostOf(draft: DashboardConfig, id: string): DashboardWidget | undefined {
  const container = containerOf(draft, id);
  return container && (outermostOf(draft, container.id) ?? container);
}

/** Cells between two widgets of the grid; none where they touch. */
function distanceOf(one: DashboardWidgetPosition, other: DashboardWidgetPosition): number {
  const across = Math.max(0, other.x - one.x - one.w, one.x - other.x - other.w);
  const down = Math.max(0, other.y - one.y - one.h, one.y - other.y - other.h);
  return across + down;
}

/** In how many containers something in the container would be. */
function depthOf(draft: DashboardConfig, containerId: string): number {
  const parent = containerOf(draft, containerId);
  return 1 + (parent ? depthOf(draft, parent.id) : 0);
}

/** How many containers lie within each other, with the widget itself. */
function heightOf(widget: DashboardWidget): number {
  if (widget.type !== 'CONTAINER') return 0;
  return 1 + Math.max(0, ...childrenOf(widget).map(heightOf));
}
