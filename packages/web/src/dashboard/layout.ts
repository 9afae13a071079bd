import type { DashboardLayout, DashboardWidget, DashboardWidgetPosition } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { isControl } from '@oriel/dashboard/control-states';

export type Breakpoint = 'lg' | 'md' | 'sm' | 'xs' | 'xxs';
const BREAKPOINTS: readonly Breakpoint[] = ['lg', 'md', 'sm', 'xs', 'xxs'];

/** A dashboard's grid at one width: how many columns, and where each widget lies. */
export interface Grid {
  breakpoint: Breakpoint;
  columns: number;
  rowHeight: number;
  margin: readonly [number, number];
  padding: readonly [number, number];
  positions: ReadonlyMap<string, DashboardWidgetPosition>;
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
  const controlRows = Math.ceil((CONTROL_HEIGHT + margin[1]) / (rowHeight + margin[1]));
  return {
    breakpoint,
    columns,
    rowHeight,
    margin,
    padding: pair(layout?.containerPadding, DASHBOARD_LAYOUT_DEFAULTS.containerPadding),
    positions: placeAll(widgets, breakpoint, { columns, widest, controlRows }),
  };
}

function pair(
  values: readonly number[] | null | undefined,
  fallback: readonly [number, number],
): readonly [number, number] {
  return [values?.[0] ?? fallback[0], values?.[1] ?? fallback[1]];
}

/**
 * A widget lies where its layout for this breakpoint says; without one, where it lies on the widest, as far as the columns
 * go. Fewer columns than that are filled line by line in reading order.
 */
function placeAll(
  widgets: readonly DashboardWidget[],
  breakpoint: Breakpoint,
  space: Space,
): Map<string, DashboardWidgetPosition> {
  const { columns, widest } = space;
  const own = (widget: DashboardWidget) =>
    widget.responsiveLayouts?.[breakpoint] ?? (columns >= widest ? widget.position : undefined);
  const stated = widgets.flatMap((widget) => {
    const position = own(widget);
    return position ? [[widget.id, { ...position, w: Math.min(position.w, columns) }] as const] : [];
  });
  const rest = widgets
    .filter((widget) => !own(widget))
    .toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  return new Map([...stated, ...flow(rest, space)]);
}

interface Space {
  columns: number;
  /** The columns of the widest grid, by which widths are stated. */
  widest: number;
  /** The rows that a control needs. */
  controlRows: number;
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
  { columns, widest, controlRows }: Space,
): [string, DashboardWidgetPosition][] {
  const lines: FlowedWidget[][] = [];
  for (const widget of widgets) {
    const flowed = {
      id: widget.id,
      w: widthOn(widget, columns, widest),
      h: heightOn(widget, columns),
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
    const [top, height] = [
      y,
      line.every(({ isControl }) => isControl) ? Math.min(stated, controlRows) : stated,
    ];
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

/** A container with widgets side by side stacks them where the row is too narrow. */
function heightOn(widget: DashboardWidget, columns: number): number {
  const children =
    widget.type === 'CONTAINER' && (widget.config?.['direction'] ?? 'horizontal') === 'horizontal'
      ? widget.config?.['children']
      : undefined;
  return isNarrow(columns) && Array.isArray(children)
    ? widget.position.h * Math.max(1, children.length)
    : widget.position.h;
}

export function isNarrow(columns: number): boolean {
  return columns <= 4;
}
