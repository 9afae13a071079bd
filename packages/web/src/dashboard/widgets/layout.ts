import type { DashboardLayout, DashboardWidget, DashboardWidgetPosition } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { isControl, isHidden } from '@oriel/dashboard/control-states';
import { isLine, linesBeside } from './container-lines.ts';

type Breakpoint = 'lg' | 'md' | 'sm' | 'xs' | 'xxs';
const BREAKPOINTS: readonly Breakpoint[] = ['lg', 'md', 'sm', 'xs', 'xxs'];

/** A dashboard's grid at one width: how many columns, and where each widget lies. */
interface Grid {
  breakpoint: Breakpoint;
  columns: number;
  rowHeight: number;
  margin: readonly [number, number];
  padding: readonly [number, number];
  /** Without controls that are hidden, and without what only separates widgets that no longer lie as they did. */
  positions: ReadonlyMap<string, DashboardWidgetPosition>;
  /** The widgets that fill the columns line by line; the others lie where the dashboard says. */
  flowed: ReadonlySet<string>;
}

/** In pixels, what a control needs: its label, its field and a hint below. */
const CONTROL_HEIGHT = 96;

/** Places the widgets for a container of `width` pixels. What a layout does not state has the contract's defaults. */
export function layOut(
  widgets: readonly DashboardWidget[],
  layout: DashboardLayout | null | undefined,
  width: number,
): Grid {
  const { breakpoints, cols } = DASHBOARD_LAYOUT_DEFAULTS;
  const startOf = (name: Breakpoint) => layout?.breakpoints?.[name] ?? breakpoints[name];
  const breakpoint = BREAKPOINTS.find((name) => width >= startOf(name)) ?? 'xxs';
  const columns = layout?.cols?.[breakpoint] ?? cols[breakpoint];
  const widest = layout?.cols?.lg ?? cols.lg;
  const rowHeight = layout?.rowHeight ?? DASHBOARD_LAYOUT_DEFAULTS.rowHeight;
  const margin = pair(layout?.margin, DASHBOARD_LAYOUT_DEFAULTS.margin);
  const padding = pair(layout?.containerPadding, DASHBOARD_LAYOUT_DEFAULTS.containerPadding);
  const inner = width - 2 * padding[0];
  const controlRows = Math.ceil((CONTROL_HEIGHT + margin[1]) / (rowHeight + margin[1]));
  return {
    breakpoint,
    columns,
    rowHeight,
    margin,
    padding,
    ...placeAll(
      widgets.filter((widget) => !isHidden(widget)),
      breakpoint,
      { columns, widest, controlRows, columnWidth: (inner + margin[0]) / columns, gap: margin[0] },
    ),
  };
}

function pair(
  values: readonly number[] | null | undefined,
  fallback: readonly [number, number],
): readonly [number, number] {
  return [values?.[0] ?? fallback[0], values?.[1] ?? fallback[1]];
}

/**
 * A widget lies where its layout for this breakpoint says; without one, where it lies on the widest, as far as the
 * columns go. Fewer columns than that are filled line by line in reading order.
 */
function placeAll(
  widgets: readonly DashboardWidget[],
  breakpoint: Breakpoint,
  space: Space,
): Pick<Grid, 'positions' | 'flowed'> {
  const { columns, widest } = space;
  const own = (widget: DashboardWidget) =>
    widget.responsiveLayouts?.[breakpoint] ?? (columns >= widest ? widget.position : undefined);
  const stated = widgets.flatMap((widget) => {
    const position = own(widget);
    return position ? [[widget.id, { ...position, w: Math.min(position.w, columns) }] as const] : [];
  });
  const rest = widgets
    .filter((widget) => !own(widget) && !isSeparator(widget))
    .toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  return {
    positions: new Map([...stated, ...flow(rest, space)]),
    flowed: new Set(rest.map(({ id }) => id)),
  };
}

/** An empty place, or a line between what lies side by side. */
const isSeparator = (widget: DashboardWidget) => widget.type === 'SPACER' || isLine(widget);

interface Space {
  columns: number;
  /** The columns of the widest grid, by which widths are stated. */
  widest: number;
  /** The rows that a control needs. */
  controlRows: number;
  /** Pixels of a column and the space beside it, and of that space. */
  columnWidth: number;
  gap: number;
}

interface FlowedWidget {
  id: string;
  w: number;
  h: number;
  isControl: boolean;
}

/**
 * Lines of widgets of one height, each keeping its share of the width; what a line leaves over, its widgets share.
 * Controls that no longer lie beside something higher are no higher than they need to be.
 */
function flow(
  widgets: readonly DashboardWidget[],
  { columns, widest, controlRows, columnWidth, gap }: Space,
): [string, DashboardWidgetPosition][] {
  const lines: FlowedWidget[][] = [];
  for (const widget of widgets) {
    const w = widthOn(widget, columns, widest);
    const flowed = {
      id: widget.id,
      w,
      h: Math.ceil(widget.position.h * linesBeside(widget, w * columnWidth - gap)),
      isControl: isControl(widget),
    };
    const line = lines.at(-1);
    const taken = line?.reduce((sum, { w }) => sum + w, 0) ?? columns;
    if (line && taken + flowed.w <= columns && line[0]?.h === flowed.h) line.push(flowed);
    else lines.push([flowed]);
  }
  let y = 0;
  return lines.flatMap((line) => {
    const stated = line[0]?.h ?? 0;
    const [top, height] = [y, line.every(({ isControl }) => isControl) ? controlRows : stated];
    y += height;
    return stretch(line, columns).map(({ id, x, w }): [string, DashboardWidgetPosition] => [
      id,
      { x, y: top, w, h: height },
    ]);
  });
}

/** At least half of the width, all of it on a phone. */
function widthOn({ position }: DashboardWidget, columns: number, widest: number): number {
  const least = isNarrow(columns) ? columns : Math.ceil(columns / 2);
  return Math.min(columns, Math.max(Math.ceil((position.w * columns) / widest), least));
}

function stretch(line: readonly FlowedWidget[], columns: number): { id: string; x: number; w: number }[] {
  const total = line.reduce((sum, { w }) => sum + w, 0);
  let before = 0;
  return line.map(({ id, w }) => {
    const x = Math.round((before * columns) / total);
    before += w;
    return { id, x, w: Math.round((before * columns) / total) - x };
  });
}

export function isNarrow(columns: number): boolean {
  return columns <= 4;
}
