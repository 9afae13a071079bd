import type { DashboardConfig, DashboardWidget, DashboardWidgetPosition } from '@oriel/contract';
import { placesOf, rulesOf, withPlaces, withWidget } from './dashboard-draft.ts';
import { bottomOf, isFreePlace, sharesLines, type Placed } from './grid-placement.ts';

/** Widgets that were added one after the other and have the last line between them. */
export interface AddedLine {
  /** Where they lay then. */
  readonly places: readonly Placed[];
  /** In cells, what the widest of them needs. */
  readonly least: number;
}

interface Added {
  readonly draft: DashboardConfig;
  /** What the next widget may share; undefined where it may not. */
  readonly line: AddedLine | undefined;
}

/** Widgets that are as wide as there is room; others have a size of their own. */
const FILLING: ReadonlySet<string> = new Set<DashboardWidget['type']>(['CHART', 'TEXT', 'AI']);

/**
 * Adds a widget to the grid, with nothing left free beside it: in a gap that it fills, else in the last line. There it
 * is alone at first, and shares the line with those that are added after it, until one of them is moved.
 */
export function withAdded(draft: DashboardConfig, widget: DashboardWidget, line?: AddedLine): Added {
  const plain = withWidget(draft, widget);
  if (!FILLING.has(widget.type)) return { draft: plain, line: undefined };
  const places = placesOf(draft);
  const { columns } = rulesOf(draft);
  const { id, position } = widget;
  const gap = gapFor(places, position, columns);
  if (gap) return { draft: withPlaces(plain, [{ id, ...gap }]), line: undefined };
  const shared = isLast(line, places) ? line : undefined;
  const least = Math.max(position.w, shared?.least ?? 0);
  const fits = shared && (shared.places.length + 1) * least <= columns;
  const before = fits ? shared.places : [];
  const y = before[0]?.y ?? Math.max(0, ...places.map(bottomOf));
  const added = inOneLine([...before, { id, ...position, y }], columns);
  return {
    draft: withPlaces(plain, added),
    line: { places: added, least: fits ? least : position.w },
  };
}

/** Whether the widgets of a line lie as they did, with nothing below them. */
function isLast(line: AddedLine | undefined, places: readonly Placed[]): boolean {
  if (!line) return false;
  const ids = new Set(line.places.map(({ id }) => id));
  return (
    line.places.every((one) => places.some((now) => isSamePlace(one, now))) &&
    places.every((each) => ids.has(each.id) || line.places.every(({ y }) => bottomOf(each) <= y))
  );
}

const isSamePlace = (one: Placed, other: Placed) =>
  one.id === other.id && one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;

/** Widgets that have all columns between them, as high as the highest. */
function inOneLine(widgets: readonly Placed[], columns: number): Placed[] {
  const h = Math.max(...widgets.map((each) => each.h));
  const edgeOf = (index: number) => Math.round((index * columns) / widgets.length);
  return widgets.map((each, index) => ({
    ...each,
    x: edgeOf(index),
    w: edgeOf(index + 1) - edgeOf(index),
    h,
  }));
}

/** The first gap that takes half the width of a widget at least: as much of it as the widget fills. */
function gapFor(
  places: readonly Placed[],
  { w, h }: DashboardWidgetPosition,
  columns: number,
): DashboardWidgetPosition | undefined {
  const least = Math.min(Math.ceil(w / 2), columns);
  const end = Math.max(0, ...places.map(bottomOf));
  for (let y = 0; y < end; y += 1)
    for (let x = 0; x + least <= columns; x += 1)
      if (isFreePlace(places, { x, y, w: least, h })) return filled(places, { x, y, w, h }, columns);
  return undefined;
}

/**
 * A place as wide as the gap that it is in, unless two fit there, and as high as what is beside it, where little is
 * missing.
 */
function filled(
  places: readonly Placed[],
  { x, y, w, h }: DashboardWidgetPosition,
  columns: number,
): DashboardWidgetPosition {
  let width = 1;
  while (x + width < columns && isFreePlace(places, { x, y, w: width + 1, h })) width += 1;
  const wide = { x, y, w: width >= 2 * w ? w : width, h };
  const end = Math.max(...places.filter((each) => sharesLines(each, wide)).map(bottomOf));
  const high = { ...wide, h: end - y };
  return high.h > h && high.h < 2 * h && isFreePlace(places, high) ? high : wide;
}
