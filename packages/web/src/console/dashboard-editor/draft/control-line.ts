import type { DashboardWidgetPosition } from '@oriel/contract';
import { bottomOf, inReadingOrder, isFreePlace, sharesLines, type Placed } from './grid-placement.ts';

interface LineRules {
  readonly columns: number;
  /** The line that controls begin at where there are none. */
  readonly top: number;
}

/** In cells; a control that is higher has its height for itself. */
const MOST_OF_LINE = 4;

/**
 * The widgets of the grid with one control more: beside the last one, below it, or in a line of its own there, else at
 * the top. What lies at that line and below it moves down as one.
 */
export function withControlPlace(
  widgets: readonly Placed[],
  control: Placed,
  { columns, top }: LineRules,
): Placed[] {
  const last = inReadingOrder(widgets.filter(({ isControl }) => isControl)).at(-1);
  const h = last && last.h <= MOST_OF_LINE ? last.h : control.h;
  const own = { ...control, isControl: true, w: Math.min(control.w, columns), h };
  const places = last
    ? [
        ...columnsFrom(last.x + last.w, own.w, columns).map((x) => ({ x, y: last.y })),
        { x: last.x, y: bottomOf(last) },
      ]
    : [];
  const free = places
    .map((at) => ({ ...own, ...at }))
    .find((at) => at.x + at.w <= columns && isFreePlace(widgets, at));
  return free ? [...widgets, free] : withLine(widgets, { ...own, x: 0, y: last ? bottomOf(last) : top });
}

/** With a line for a control, which begins where no widget is cut by it. */
function withLine(widgets: readonly Placed[], control: Placed): Placed[] {
  const inLine = widgets.filter((each) => sharesLines(each, control));
  if (inLine.length === 0) return [...widgets, control];
  const cut = inLine.filter(({ y }) => y < control.y);
  if (cut.length > 0) return withLine(widgets, { ...control, y: Math.max(...cut.map(bottomOf)) });
  return [
    ...widgets.map((each) => (each.y < control.y ? each : { ...each, y: each.y + control.h })),
    control,
  ];
}

const columnsFrom = (x: number, w: DashboardWidgetPosition['w'], columns: number): number[] =>
  Array.from({ length: Math.max(0, columns - w - x + 1) }, (_, index) => x + index);
