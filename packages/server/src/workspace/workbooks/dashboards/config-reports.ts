import type { DashboardConfig, DashboardWidget } from '@oriel/contract';

/** The reports that the charts of a dashboard show, also those in containers, each once. */
export function reportsIn({ widgets }: DashboardConfig): Set<number> {
  return new Set(listWidgets(widgets).flatMap((widget) => reportOf(widget) ?? []));
}

/** Every widget of a dashboard, with those in containers. */
export function listWidgets(widgets: readonly DashboardWidget[] | null | undefined): DashboardWidget[] {
  return (widgets ?? []).flatMap((widget) => [
    widget,
    ...(widget.type === 'CONTAINER' ? listWidgets(widget.config?.children) : []),
  ]);
}

function reportOf(widget: DashboardWidget): number | undefined {
  return widget.type === 'CHART' ? (widget.config?.reportId ?? undefined) : undefined;
}

/** A dashboard with other widgets, as a function makes each of them; containers get their children made first. */
export function mapWidgets(
  config: DashboardConfig,
  change: (widget: DashboardWidget) => DashboardWidget,
): DashboardConfig {
  const mapOne = (widget: DashboardWidget): DashboardWidget => {
    if (widget.type !== 'CONTAINER' || !widget.config?.children) return change(widget);
    const children = widget.config.children.map(mapOne);
    return change({ ...widget, config: { ...widget.config, children } });
  };
  return config.widgets ? { ...config, widgets: config.widgets.map(mapOne) } : config;
}

/** A dashboard with charts that show other reports, by their ids until now; a report that is not named stays. */
export function repoint(config: DashboardConfig, reportIds: ReadonlyMap<number, number>): DashboardConfig {
  return mapWidgets(config, (widget) => {
    if (widget.type !== 'CHART' || widget.config?.reportId == null) return widget;
    const reportId = reportIds.get(widget.config.reportId) ?? widget.config.reportId;
    return { ...widget, config: { ...widget.config, reportId } };
  });
}

/**
 * A dashboard for a copy of its workbook: charts show the copied reports, and those of a report that was not copied
 * show none. Threads of AI widgets stay with the original.
 */
export function copyConfig(config: DashboardConfig, reportIds: ReadonlyMap<number, number>): DashboardConfig {
  return mapWidgets(config, (widget) => {
    if (widget.type === 'CHART' && widget.config?.reportId != null)
      return {
        ...widget,
        config: { ...widget.config, reportId: reportIds.get(widget.config.reportId) ?? null },
      };
    if (widget.type !== 'AI' || !widget.config) return widget;
    const { threadId: _thread, checksum: _checksum, ...config } = widget.config;
    return { ...widget, config };
  });
}
