import type { DashboardWidgetPosition } from '@oriel/contract';

/** A widget in the grid. */
export interface Placed extends Readonly<DashboardWidgetPosition> {
  readonly id: string;
}

export interface PlacementRules {
  readonly columns: number;
  /** Whether widgets move up into what is free above them. */
  readonly closesGaps: boolean;
}

/** The least height and width of a widget in cells. */
const LEAST = 1;

/**
 * Puts a widget somewhere, within the columns. What it would cover moves down, or into the place that it left, where gaps are closed and
 * it has passed the middle. The order of the answer is that of the widgets.
 */
export function place(widgets: readonly Placed[], moved: Placed, rules: PlacementRules): Placed[] {
  const target = within(moved, rules.columns);
  const before = widgets.find(({ id }) => id === moved.id);
  const others = widgets.filter(({ id }) => id !== moved.id);
  const risen = rules.closesGaps ? passed(target, before, others) : [];
  const fixed = [{ ...target, y: Math.max(target.y, ...risen.map(bottomOf)) }, ...risen];
  const left = others.filter(({ id }) => !risen.some((each) => each.id === id));
  const settled = new Map(settleAround(fixed, left).map((each) => [each.id, each]));
  const ordered = before ? widgets : [...widgets, target];
  return closeGaps(
    ordered.map((each) => settled.get(each.id) ?? each),
    rules,
  );
}

/** Moves widgets up as far as nothing is above them; as they are where gaps stay. */
export function closeGaps(widgets: readonly Placed[], { closesGaps }: PlacementRules): Placed[] {
  if (!closesGaps) return [...widgets];
  const done: Placed[] = [];
  for (const each of inReadingOrder(widgets)) {
    let { y } = each;
    while (y > 0 && !done.some((other) => overlaps({ ...each, y: y - 1 }, other))) y -= 1;
    done.push({ ...each, y });
  }
  return widgets.map((each) => done.find(({ id }) => id === each.id) ?? each);
}

/** The first place of a size that covers nothing, line by line from the top. */
export function freePlace(
  widgets: readonly DashboardWidgetPosition[],
  { w, h }: Pick<DashboardWidgetPosition, 'w' | 'h'>,
  columns: number,
): DashboardWidgetPosition {
  const width = Math.min(w, columns);
  const end = Math.max(0, ...widgets.map(bottomOf));
  for (let y = 0; y < end; y += 1)
    for (let x = 0; x + width <= columns; x += 1)
      if (!widgets.some((other) => overlaps({ x, y, w: width, h }, other))) return { x, y, w: width, h };
  return { x: 0, y: end, w: width, h };
}

/** A widget within the columns, and no smaller than a cell. */
export function within<Position extends DashboardWidgetPosition>(
  position: Position,
  columns: number,
): Position {
  const w = Math.min(Math.max(LEAST, position.w), columns);
  const x = Math.min(Math.max(0, position.x), columns - w);
  return { ...position, x, w, y: Math.max(0, position.y), h: Math.max(LEAST, position.h) };
}

/** Line by line, from left to right. */
export const inReadingOrder = <Position extends DashboardWidgetPosition>(
  widgets: readonly Position[],
): Position[] => widgets.toSorted((a, b) => a.y - b.y || a.x - b.x);

/** What a widget that moves down passes, where gaps are closed: each takes the place that it left, where there is room. */
function passed(target: Placed, before: Placed | undefined, others: readonly Placed[]): Placed[] {
  if (!before || target.y <= before.y) return [];
  const isPassed = (each: Placed) =>
    overlaps(each, target) && each.y >= bottomOf(before) && bottomOf(target) >= each.y + each.h / 2;
  const risen: Placed[] = [];
  for (const each of inReadingOrder(others.filter(isPassed))) {
    const above = { ...each, y: before.y };
    if (![...risen, ...others].some((other) => other.id !== each.id && overlaps(above, other)))
      risen.push(above);
  }
  return risen;
}

/** Moves what lies under others down, as far as it has to; `fixed` stay. */
function settleAround(fixed: readonly Placed[], others: readonly Placed[]): Placed[] {
  const done = [...fixed];
  for (const each of inReadingOrder(others)) {
    const settled = { ...each };
    // Each step passes what is in the way, so that it ends below the last.
    for (
      let blocking = done.find((other) => overlaps(settled, other));
      blocking;
      blocking = done.find((other) => overlaps(settled, other))
    )
      settled.y = bottomOf(blocking);
    done.push(settled);
  }
  return done;
}

const bottomOf = ({ y, h }: DashboardWidgetPosition) => y + h;

const overlaps = (one: DashboardWidgetPosition, other: DashboardWidgetPosition) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < bottomOf(other) && other.y < bottomOf(one);
