import type { DashboardLayout, DashboardWidget, DashboardWidgetPosition } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';

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
  return {
    breakpoint,
    columns,
    rowHeight: layout?.rowHeight ?? DASHBOARD_LAYOUT_DEFAULTS.rowHeight,
    margin: pair(layout?.margin, DASHBOARD_LAYOUT_DEFAULTS.margin),
    padding: pair(layout?.containerPadding, DASHBOARD_LAYOUT_DEFAULTS.containerPadding),
    positions: placeAll(widgets, breakpoint, columns, widest),
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
 * go. Fewer columns than that are filled in reading order, each widget keeping its share of the width.
 */
function placeAll(
  widgets: readonly DashboardWidget[],
  breakpoint: Breakpoint,
  columns: number,
  widest: number,
): Map<string, DashboardWidgetPosition> {
  const own = (widget: DashboardWidget) =>
    widget.responsiveLayouts?.[breakpoint] ?? (columns >= widest ? widget.position : undefined);
  const positions = new Map<string, DashboardWidgetPosition>();
  let [x, y, rowHeight] = [0, 0, 0];
  const inReadingOrder = widgets.toSorted(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x,
  );
  for (const widget of inReadingOrder) {
    const stated = own(widget);
    if (stated) {
      positions.set(widget.id, { ...stated, w: Math.min(stated.w, columns) });
      continue;
    }
    const w = Math.min(
      columns,
      Math.max(
        Math.ceil((widget.position.w * columns) / widest),
        columns <= 4 ? columns : Math.ceil(columns / 2),
      ),
    );
    if (x + w > columns) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const h = heightOn(widget, columns);
    positions.set(widget.id, { x, y, w, h });
    x += w;
    rowHeight = Math.max(rowHeight, h);
  }
  return positions;
}

/** A container whose widgets lie side by side lets them lie one below the other where there is no room beside. */
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
