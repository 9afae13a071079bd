import type { DashboardWidgetPosition } from '@oriel/contract';

/** A widget in the grid. */
export interface Placed extends Readonly<DashboardWidgetPosition> {
  readonly id: string;
  /** Controls that have their lines for themselves keep what lies below out of them. */
  readonly isControl?: boolean;
}

export interface PlacementRules {
  readonly columns: number;
  /** Whether widgets move up into what is free above them. */
  readonly closesGaps: boolean;
}

/** The least height and width of a widget in cells. */
const LEAST = 1;

/**
 * Puts a widget somewhere, within the columns. What it would cover changes places with it where it has passed the
 * middle, else it moves down, or up into the place that was left where gaps are closed. The order of the answer is that
 * of the widgets.
 */
export function place(widgets: readonly Placed[], moved: Placed, rules: PlacementRules): Placed[] {
  const before = widgets.find(({ id }) => id === moved.id);
  const target = within({ ...before, ...moved }, rules.columns);
  const others = widgets.filter(({ id }) => id !== moved.id);
  const exchanged = before && exchange(target, before, others);
  if (exchanged) return closeGaps(inOrderOf(widgets, exchanged), rules);
  const risen = rules.closesGaps ? passed(target, before, others) : [];
  const fixed = [{ ...target, y: Math.max(target.y, ...risen.map(bottomOf)) }, ...risen];
  const left = others.filter(({ id }) => !risen.some((each) => each.id === id));
  const ordered = before ? widgets : [...widgets, target];
  return closeGaps(inOrderOf(ordered, settleAround(fixed, left)), rules);
}

/**
 * Moves widgets up as far as nothing is above them; as they are where gaps stay. A line of controls alone stays one:
 * nothing rises beside them.
 */
export function closeGaps(widgets: readonly Placed[], { closesGaps }: PlacementRules): Placed[] {
  if (!closesGaps) return [...widgets];
  const walls = new Set(widgets.filter((each) => isAlone(each, widgets)).map(({ id }) => id));
  const done: Placed[] = [];
  for (const each of inReadingOrder(widgets)) {
    const above = each.isControl ? done : done.map((other) => (walls.has(other.id) ? asLine(other) : other));
    let { y } = each;
    while (y > 0 && !above.some((other) => overlaps({ ...each, y: y - 1 }, other))) y -= 1;
    done.push({ ...each, y });
  }
  return inOrderOf(widgets, done);
}

/** Whether a widget is a control with nothing but controls in its lines. */
const isAlone = (one: Placed, widgets: readonly Placed[]) =>
  one.isControl === true && !widgets.some((other) => !other.isControl && sharesLines(one, other));

const asLine = (placed: Placed): Placed => ({ ...placed, x: 0, w: Number.POSITIVE_INFINITY });

/** Widgets at other places, in the order that they had. */
function inOrderOf(widgets: readonly Placed[], placed: readonly Placed[]): Placed[] {
  const byId = new Map(placed.map((each) => [each.id, each]));
  return widgets.map((each) => byId.get(each.id) ?? each);
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
      if (isFreePlace(widgets, { x, y, w: width, h })) return { x, y, w: width, h };
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

/**
 * All widgets after one of them has changed places with those that it has passed; undefined where they do not fit
 * there.
 */
function exchange(target: Placed, before: Placed, others: readonly Placed[]): Placed[] | undefined {
  if (target.w !== before.w || target.h !== before.h) return undefined;
  const moved = inLine(target, before, others) ?? oneForOne(target, before, others);
  if (!moved) return undefined;
  const all = inOrderOf([before, ...others], moved);
  const isFree = moved.every((one) => !all.some((other) => other.id !== one.id && overlaps(one, other)));
  return isFree ? all : undefined;
}

/** Along a line those that were passed move to where the widget was, and it to where they were. */
function inLine(target: Placed, before: Placed, others: readonly Placed[]): Placed[] | undefined {
  if (target.x === before.x || Math.abs(target.y - before.y) * 2 >= before.h) return undefined;
  const isLeft = target.x < before.x;
  const hasPassed = (each: Placed) =>
    isLeft
      ? rightOf(each) <= before.x && target.x <= each.x + each.w / 2
      : each.x >= rightOf(before) && rightOf(target) >= each.x + each.w / 2;
  const line = { ...target, y: before.y };
  const passing = others.filter((each) => overlaps(each, line) && hasPassed(each));
  const start = Math.min(...passing.map(({ x }) => x));
  const end = Math.max(...passing.map(rightOf));
  if (passing.length === 0 || passing.some(({ y }) => y < before.y)) return undefined;
  const by = isLeft ? rightOf(before) - end : before.x - start;
  return [
    { ...line, x: isLeft ? start : end - line.w },
    ...passing.map((each) => ({ ...each, x: each.x + by })),
  ];
}

/** Elsewhere one of the same size, past its middle, unless they lie below each other: there the others move on. */
function oneForOne(target: Placed, before: Placed, others: readonly Placed[]): Placed[] | undefined {
  const passed = others.find(
    (each) =>
      each.w === target.w &&
      each.h === target.h &&
      Math.abs(each.x - target.x) * 2 <= target.w &&
      Math.abs(each.y - target.y) * 2 <= target.h,
  );
  if (!passed || sharesColumns(passed, before)) return undefined;
  return [
    { ...target, x: passed.x, y: passed.y },
    { ...passed, x: before.x, y: before.y },
  ];
}

/**
 * What a widget that moves down passes, where gaps are closed: each takes the place that it left, where there is room.
 */
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

/** The line below a widget. */
export const bottomOf = ({ y, h }: DashboardWidgetPosition): number => y + h;

const rightOf = ({ x, w }: DashboardWidgetPosition) => x + w;

/** Whether two widgets lie beside each other in a line or more. */
export const sharesLines = (one: DashboardWidgetPosition, other: DashboardWidgetPosition): boolean =>
  one.y < bottomOf(other) && other.y < bottomOf(one);

const sharesColumns = (one: DashboardWidgetPosition, other: DashboardWidgetPosition) =>
  one.x < rightOf(other) && other.x < rightOf(one);

const overlaps = (one: DashboardWidgetPosition, other: DashboardWidgetPosition) =>
  sharesLines(one, other) && sharesColumns(one, other);

/** Whether no widget lies in a place. */
export const isFreePlace = (
  widgets: readonly DashboardWidgetPosition[],
  place: DashboardWidgetPosition,
): boolean => !widgets.some((each) => overlaps(place, each));
