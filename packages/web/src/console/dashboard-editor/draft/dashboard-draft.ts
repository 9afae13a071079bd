import type { DashboardConfig, DashboardWidget, DashboardWidgetPosition, WidgetOf } from '@oriel/contract';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { isControl } from '@oriel/dashboard/control-states';
import { childrenOf, widgetsOf } from '@oriel/dashboard/widgets';
import { withControlPlace } from './control-line.ts';
import {
  bottomOf,
  closeGaps,
  freePlace,
  inReadingOrder,
  place,
  within,
  type Placed,
  type PlacementRules,
} from './grid-placement.ts';

/*
 * The draft of a dashboard while it is edited: each change answers a new one and keeps whatever it does not know, such as configs of
 * other makers, positions at other widths and types of widgets that the editor does not make.
 */

/** The name of the setting that says whether widgets move up into gaps. */
const COMPACTION = 'compaction';

/** How widgets lie on the widest grid, which is the one that is edited. */
export function rulesOf({ layout, settings }: DashboardConfig): PlacementRules {
  return {
    columns: layout?.cols?.lg ?? DASHBOARD_LAYOUT_DEFAULTS.cols.lg,
    closesGaps: settings?.[COMPACTION] === 'vertical',
  };
}

/** A widget, also of a container. */
export function findWidget(draft: DashboardConfig, id: string): DashboardWidget | undefined {
  return widgetsOf(draft).find((widget) => widget.id === id);
}

/** The container that a widget is in; undefined for one of the grid. */
export function containerOf(draft: DashboardConfig, id: string): WidgetOf<'CONTAINER'> | undefined {
  return widgetsOf(draft)
    .filter((widget) => widget.type === 'CONTAINER')
    .find((widget) => childrenOf(widget).some((child) => child.id === id));
}

/**
 * Adds a widget: to a container at its end, to the grid at the first place that is free, a control beside the others or
 * at the top.
 */
export function withWidget(
  draft: DashboardConfig,
  widget: DashboardWidget,
  containerId?: string,
): DashboardConfig {
  if (containerId !== undefined) return withChildren(draft, containerId, (children) => [...children, widget]);
  const { columns } = rulesOf(draft);
  const next = (position: DashboardWidgetPosition) => ({
    ...draft,
    widgets: [...(draft.widgets ?? []), { ...widget, position }],
  });
  if (!isControl(widget)) return next(freePlace(positionsOf(draft), widget.position, columns));
  return settled(withPlaces(next(widget.position), placesWith(draft, { id: widget.id, ...widget.position })));
}

const placesWith = (draft: DashboardConfig, control: Placed) =>
  withControlPlace(placesOf(draft), control, { ...rulesOf(draft), top: headingEnd(draft) });

/** With a control of the grid that is wider, where there is room for it as if it were added now. */
export function withControlWidth(draft: DashboardConfig, id: string, w: number): DashboardConfig {
  const control = (draft.widgets ?? []).find((each) => each.id === id);
  if (!control || control.position.w >= w) return draft;
  return settled(withPlaces(draft, placesWith(takenOut(draft, id), { id, ...control.position, w })));
}

/** In cells, what a text has at most that is a heading. */
const HEADING_HEIGHT = 4;

const isHeading = ({ type, position }: DashboardWidget) =>
  type === 'DIVIDER' || (type === 'TEXT' && position.h <= HEADING_HEIGHT);

/** The line below the headings that a dashboard begins with, where nothing else is beside them. */
function headingEnd(draft: DashboardConfig): number {
  const widgets = draft.widgets ?? [];
  const others = widgets.filter((each) => !isHeading(each)).map(({ position }) => position);
  const first = Math.min(...others.map(({ y }) => y));
  const headings = widgets.filter(isHeading).map(bottomOfWidget);
  return Math.max(0, ...headings.filter((end) => end <= first));
}

const bottomOfWidget = ({ position }: DashboardWidget) => bottomOf(position);

/** Without a widget and what is in it. Charts forget what a control did to them. */
export function withoutWidget(draft: DashboardConfig, id: string): DashboardConfig {
  const widget = findWidget(draft, id);
  if (!widget) return draft;
  const gone = new Set(widgetsOf({ widgets: [widget] }).map((each) => each.id));
  const without = mapWidgets(takenOut(draft, id), (each) => withoutMappings(each, gone));
  return settled(without);
}

/** A copy of a widget and of what is in it, below it in its container, else where there is room. */
export function withCopy(
  draft: DashboardConfig,
  id: string,
  newId: MakeId,
): { draft: DashboardConfig; id: string } {
  const widget = findWidget(draft, id);
  if (!widget) return { draft, id };
  const copy = copyOf(widget, newId);
  const container = containerOf(draft, id);
  const next = container
    ? withChildren(draft, container.id, (children) =>
        children.flatMap((child) => (child.id === id ? [child, copy] : [child])),
      )
    : withWidget(draft, copy);
  return { draft: next, id: copy.id };
}

export type MakeId = (type: DashboardWidget['type']) => string;

/** Moves or resizes a widget of the grid; others give way. Unchanged for one in a container. */
export function withPosition(
  draft: DashboardConfig,
  id: string,
  change: Partial<DashboardWidgetPosition>,
): DashboardConfig {
  const widget = (draft.widgets ?? []).find((each) => each.id === id);
  if (!widget) return draft;
  const rules = rulesOf(draft);
  const target = within({ ...widget.position, ...change }, rules.columns);
  if (isSamePosition(target, widget.position)) return draft;
  return withPlaces(draft, place(placesOf(draft), { id, ...target }, rules));
}

/** Widgets of the grid at other places, as they were dragged. */
export function withPlaces(draft: DashboardConfig, places: readonly Placed[]): DashboardConfig {
  const byId = new Map(places.map((each) => [each.id, each]));
  const widgets = (draft.widgets ?? []).map((widget) => {
    const found = byId.get(widget.id);
    if (!found || isSamePosition(found, widget.position)) return widget;
    const { x, y, w, h } = found;
    return { ...widget, position: { ...widget.position, x, y, w, h } };
  });
  return widgets.every((widget, index) => widget === draft.widgets?.[index]) ? draft : { ...draft, widgets };
}

/** Moves a widget one place on, or back, among those of its container, or in the order in which the grid is read. */
export function withStep(draft: DashboardConfig, id: string, step: 1 | -1): DashboardConfig {
  const container = containerOf(draft, id);
  if (container) return withChildren(draft, container.id, (children) => exchanged(children, id, step));
  const order = inReadingOrder(placesOf(draft));
  const at = order.findIndex((each) => each.id === id);
  const [one, other] = [order[at], order[at + step]];
  if (!one || !other) return draft;
  const [first, second] = step === 1 ? [one, other] : [other, one];
  const isBeside = first.y === second.y;
  const moved = isBeside ? { ...second, x: first.x } : { ...second, y: first.y };
  const pushed = isBeside
    ? { ...first, x: second.x + second.w - first.w }
    : { ...first, y: Math.max(first.y + second.h, second.y + second.h - first.h) };
  const rules = rulesOf(draft);
  return withPlaces(draft, place(place(placesOf(draft), pushed, keepsGaps(rules)), moved, rules));
}

/** With fields of a widget's config; undefined takes a field away. */
export function withConfig(
  draft: DashboardConfig,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): DashboardConfig {
  return mapWidgets(draft, (widget) =>
    // The fields are those of the widget's type.
    widget.id === id
      ? ({ ...widget, config: withFields(widget.config ?? {}, fields) } as DashboardWidget)
      : widget,
  );
}

/** With fields of the dashboard's settings; undefined takes a field away. */
export function withSettings(
  draft: DashboardConfig,
  fields: Readonly<Record<string, unknown>>,
): DashboardConfig {
  return settled({ ...draft, settings: withFields(draft.settings ?? {}, fields) });
}

/** With fields of the dashboard's look; undefined takes a field away. */
export function withTheme(
  draft: DashboardConfig,
  fields: Readonly<Record<string, unknown>>,
): DashboardConfig {
  return { ...draft, theme: withFields(draft.theme ?? {}, fields) };
}

/** Lets widgets move up into gaps, or stay where they are put. */
export const withCompaction = (draft: DashboardConfig, closesGaps: boolean): DashboardConfig =>
  withSettings(draft, { [COMPACTION]: closesGaps ? 'vertical' : undefined });

/** With another number of columns, also on a medium screen where both had the same. Widgets are brought within them. */
export function withColumns(draft: DashboardConfig, columns: number): DashboardConfig {
  const { cols: defaults } = DASHBOARD_LAYOUT_DEFAULTS;
  const cols = draft.layout?.cols;
  const isSame = (cols?.lg ?? defaults.lg) === (cols?.md ?? defaults.md);
  const layout = { ...draft.layout, cols: { ...cols, lg: columns, ...(isSame && { md: columns }) } };
  const next = { ...draft, layout };
  const rules = rulesOf(next);
  const placed = inReadingOrder(placesOf(draft)).reduce<Placed[]>(
    (done, each) => place(done, each, keepsGaps(rules)),
    [],
  );
  return withPlaces(next, closeGaps(placed, rules));
}

/** With widgets moved up into gaps, where the draft says so. */
export function settled(draft: DashboardConfig): DashboardConfig {
  return withPlaces(draft, closeGaps(placesOf(draft), rulesOf(draft)));
}

const keepsGaps = ({ columns }: PlacementRules): PlacementRules => ({ columns, closesGaps: false });

const positionsOf = ({ widgets }: DashboardConfig) => (widgets ?? []).map(({ position }) => position);

/** Where the widgets of the grid lie. */
export const placesOf = ({ widgets }: DashboardConfig): Placed[] =>
  (widgets ?? []).map((widget) => {
    const { x, y, w, h } = widget.position;
    return { id: widget.id, x, y, w, h, ...(isControl(widget) && { isControl: true }) };
  });

const isSamePosition = (one: DashboardWidgetPosition, other: DashboardWidgetPosition) =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;

/** Changes each widget, those in containers first; what stays the same stays the same object. */
function mapWidgets(
  draft: DashboardConfig,
  change: (widget: DashboardWidget) => DashboardWidget,
): DashboardConfig {
  const mapOne = (widget: DashboardWidget): DashboardWidget => {
    if (widget.type !== 'CONTAINER') return change(widget);
    const children = childrenOf(widget);
    const next = children.map(mapOne);
    return change(next.every((child, index) => child === children[index]) ? widget : holding(widget, next));
  };
  const widgets = (draft.widgets ?? []).map(mapOne);
  return widgets.every((widget, index) => widget === draft.widgets?.[index]) ? draft : { ...draft, widgets };
}

const holding = (
  container: WidgetOf<'CONTAINER'>,
  children: readonly DashboardWidget[],
): WidgetOf<'CONTAINER'> => ({ ...container, config: { ...container.config, children: [...children] } });

/** With other widgets in a container. */
export function withChildren(
  draft: DashboardConfig,
  containerId: string,
  change: (children: readonly DashboardWidget[]) => readonly DashboardWidget[],
): DashboardConfig {
  return mapWidgets(draft, (widget) => {
    if (widget.id !== containerId || widget.type !== 'CONTAINER') return widget;
    const children = childrenOf(widget);
    const next = change(children);
    return next === children ? widget : holding(widget, next);
  });
}

/** Without a widget, its place left free. */
export function takenOut(draft: DashboardConfig, id: string): DashboardConfig {
  const container = containerOf(draft, id);
  const others = (widgets: readonly DashboardWidget[]) => widgets.filter((each) => each.id !== id);
  return container
    ? withChildren(draft, container.id, others)
    : { ...draft, widgets: others(draft.widgets ?? []) };
}

function withoutMappings(widget: DashboardWidget, gone: ReadonlySet<string>): DashboardWidget {
  const controls = widget.type === 'CHART' ? widget.config?.controls : undefined;
  if (widget.type !== 'CHART' || !controls || !Object.keys(controls).some((id) => gone.has(id)))
    return widget;
  const left = Object.entries(controls).filter(([id]) => !gone.has(id));
  return { ...widget, config: { ...widget.config, controls: Object.fromEntries(left) } };
}

function copyOf(widget: DashboardWidget, newId: MakeId): DashboardWidget {
  const copy = { ...widget, id: newId(widget.type) };
  return copy.type === 'CONTAINER'
    ? holding(
        copy,
        childrenOf(widget).map((child) => copyOf(child, newId)),
      )
    : copy;
}

function exchanged(
  widgets: readonly DashboardWidget[],
  id: string,
  step: 1 | -1,
): readonly DashboardWidget[] {
  const at = widgets.findIndex((each) => each.id === id);
  const [one, other] = [widgets[at], widgets[at + step]];
  if (!one || !other) return widgets;
  return widgets.with(at, other).with(at + step, one);
}

function withFields(record: object, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...record, ...fields }).filter(([, value]) => value !== undefined),
  );
}
