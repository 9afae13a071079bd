import type { DashboardConfig, DashboardWidget, WidgetOf } from '@oriel/contract';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';

/** Every widget of a dashboard that is shown; what containers hold takes part in everything. */
export function widgetsOf({ widgets }: Pick<DashboardConfig, 'widgets'>): DashboardWidget[] {
  return flatten(widgets ?? []);
}

function flatten(widgets: readonly DashboardWidget[], depth = 0): DashboardWidget[] {
  return widgets.flatMap((widget) => {
    const children = widget.type === 'CONTAINER' ? widget.config?.children : undefined;
    return Array.isArray(children) && depth < MAX_CONTAINER_DEPTH
      ? [widget, ...flatten(children as DashboardWidget[], depth + 1)]
      : [widget];
  });
}

/** What a chart shows; undefined for another widget. */
export function chartConfigOf(widget: DashboardWidget): WidgetOf<'CHART'>['config'] | undefined {
  return widget.type === 'CHART' ? widget.config : undefined;
}
