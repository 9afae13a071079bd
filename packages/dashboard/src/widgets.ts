import type { DashboardConfig, DashboardWidget, WidgetOf } from '@oriel/contract';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';

/**
 * The tab that is open in each container with tabs, by the ids of the container and of its child; the first where none
 * is named.
 */
export type OpenTabs = ReadonlyMap<string, string>;

/** How the children of a container lie. */
type ContainerArrangement = 'horizontal' | 'vertical' | 'grid' | 'tabs';

/** Every widget of a dashboard that is shown; what containers hold takes part in everything. */
export function widgetsOf({ widgets }: Pick<DashboardConfig, 'widgets'>): DashboardWidget[] {
  return flatten(widgets ?? [], childrenOf);
}

/**
 * A dashboard with an id of its own for each widget: by its id a widget is drawn, asked for and set. Where several have
 * one, as in what was stored before that was refused, the first keeps it. The same object where nothing is to be
 * changed.
 */
export function withDistinctIds<Config extends Pick<DashboardConfig, 'widgets'>>(config: Config): Config {
  const widgets = config.widgets ?? [];
  const ids = widgetsOf(config).map(({ id }) => id);
  if (new Set(ids).size === ids.length) return config;
  const taken = new Set(ids);
  const seen = new Set<string>();
  const idFor = (id: string): string => {
    if (!seen.has(id)) {
      seen.add(id);
      return id;
    }
    let number = 2;
    while (taken.has(`${id}-${number}`)) number += 1;
    taken.add(`${id}-${number}`);
    return `${id}-${number}`;
  };
  const rename = (widget: DashboardWidget, depth: number): DashboardWidget => {
    const id = idFor(widget.id);
    if (widget.type !== 'CONTAINER' || depth >= MAX_CONTAINER_DEPTH) return { ...widget, id };
    const children = childrenOf(widget).map((child) => rename(child, depth + 1));
    return { ...widget, id, config: { ...widget.config, children } } as DashboardWidget;
  };
  return { ...config, widgets: widgets.map((widget) => rename(widget, 0)) };
}

/** The widgets that are drawn while these tabs are open: what lies behind other tabs is not. */
export function drawnWidgets(
  { widgets }: Pick<DashboardConfig, 'widgets'>,
  openTabs: OpenTabs,
): DashboardWidget[] {
  return flatten(widgets ?? [], (widget) => {
    if (arrangementOf(widget) !== 'tabs') return childrenOf(widget);
    const open = openTabOf(widget, openTabs);
    return open ? [open] : [];
  });
}

/** The child of a container with tabs that is shown: the one that is open, else the first. */
export function openTabOf(widget: DashboardWidget, openTabs: OpenTabs): DashboardWidget | undefined {
  const children = childrenOf(widget);
  return children.find(({ id }) => id === openTabs.get(widget.id)) ?? children[0];
}

/**
 * How a container lays out its children; undefined for another widget. `layout: 'tabs'` is another way to write tabs.
 */
export function arrangementOf(widget: DashboardWidget): ContainerArrangement | undefined {
  if (widget.type !== 'CONTAINER') return undefined;
  const { direction, layout } = widget.config ?? {};
  return layout === 'tabs' ? 'tabs' : (direction ?? 'horizontal');
}

/** The widgets in a container, in order; none for another widget. */
export function childrenOf(widget: DashboardWidget): readonly DashboardWidget[] {
  const children = widget.type === 'CONTAINER' ? widget.config?.children : undefined;
  // A stored config may be of another maker; what is no list holds no widgets.
  return Array.isArray(children) ? (children as DashboardWidget[]) : [];
}

function flatten(
  widgets: readonly DashboardWidget[],
  childrenIn: (widget: DashboardWidget) => readonly DashboardWidget[],
  depth = 0,
): DashboardWidget[] {
  return widgets.flatMap((widget) =>
    depth < MAX_CONTAINER_DEPTH ? [widget, ...flatten(childrenIn(widget), childrenIn, depth + 1)] : [widget],
  );
}

/** What a chart shows; undefined for another widget. */
export function chartConfigOf(widget: DashboardWidget): WidgetOf<'CHART'>['config'] | undefined {
  return widget.type === 'CHART' ? widget.config : undefined;
}

/** What an AI widget says of itself; its config may be of another maker, so what is no text is left out. */
export function aiConfigOf(widget: DashboardWidget): { title?: string; prompt?: string } {
  const { title, prompt } = widget.type === 'AI' ? (widget.config ?? {}) : {};
  return { ...(isFilled(title) && { title }), ...(isFilled(prompt) && { prompt }) };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
