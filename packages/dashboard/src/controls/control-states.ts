import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import { canonicalOperator } from './filter-operators.ts';
import type { ControlSettings, FilterValue } from './control-settings.ts';

/** What a control is set to. A `value` of null sets nothing. */
export interface ControlState {
  operator: string;
  value: FilterValue;
}

/** What controls start with instead of what their author set, by member. */
export interface InitialControls {
  filters: ReadonlyMap<string, ControlState>;
  grains: ReadonlyMap<string, string>;
  /** The member in the place of another. */
  fields?: ReadonlyMap<string, string>;
  /**
   * Filters that act on the charts of their view where no control has their member; those of members with a control are
   * left out.
   */
  others?: ReadonlyMap<string, ControlState>;
  /** The viewer's attributes by name, for filters that take their value from one. */
  attributes?: Readonly<Record<string, unknown>>;
}

export interface ControlStates {
  get(widgetId: string): ControlState;
  /** Sets those that may be set, by widget id. Returns whether there was one. */
  set(states: ReadonlyMap<string, ControlState>): boolean;
  /** The filters of members that no control has. */
  others(): ReadonlyMap<string, ControlState>;
  /** Puts filters of members that no control has in the place of those before. Returns whether that changes any. */
  setOthers(others: ReadonlyMap<string, ControlState>): boolean;
  /** Whether a control has its default: no choice of the viewer or of the address. */
  isDefault(widgetId: string): boolean;
  /** Takes a choice back: the control says what its author, or the viewer's attribute, set. */
  reset(widgetId: string): void;
  settings(): ControlChoices;
  /** The settings that did not come from the dashboard's author. */
  choices(): ControlChoices;
}

/** What controls set; the time zone is no control. */
type ControlChoices = Omit<ControlSettings, 'timezone'>;

/** The id of a filter that no control has: no widget has it. */
export const NO_WIDGET = '';

const unset: ControlState = { operator: 'equals', value: null };

/** The controls of a dashboard. A locked one keeps its author's value, whatever else is requested. */
export function createControlStates(
  widgets: readonly DashboardWidget[],
  initial: InitialControls | undefined,
): ControlStates {
  const controls = new Map(widgets.filter(isControl).map((widget) => [widget.id, widget]));
  const states = new Map<string, ControlState>();
  const chosen = new Set<string>();
  for (const widget of controls.values()) {
    const given = isLocked(widget) ? undefined : givenTo(widget, initial);
    states.set(widget.id, given ?? stateFor(widget, initial?.attributes));
    if (given) chosen.add(widget.id);
  }
  const filtered = new Set([...controls.values()].filter(({ type }) => type === 'FILTER').map(memberOf));
  const withoutControl = (given: ReadonlyMap<string, ControlState>) =>
    new Map(
      [...given]
        .filter(([member]) => !filtered.has(member))
        .map(([member, { operator, value }]) => [member, { operator: canonicalOperator(operator), value }]),
    );
  let others: ReadonlyMap<string, ControlState> = withoutControl(initial?.others ?? new Map());
  const otherFilters = () =>
    [...others].map(([member, state]) => ({ widgetId: NO_WIDGET, member, ...state }));
  const get = (id: string) => states.get(id) ?? unset;
  const defaultOf = (id: string) => {
    const widget = controls.get(id);
    return widget ? stateFor(widget, initial?.attributes) : unset;
  };
  const settingsOfThose = (wanted: (id: string) => boolean) =>
    settingsOf(
      [...controls.values()].filter(({ id }) => wanted(id)),
      get,
    );
  const withOthers = (settings: ControlChoices): ControlChoices => ({
    ...settings,
    filters: [...settings.filters, ...otherFilters()],
  });
  return {
    get,
    set(wanted) {
      const free = [...wanted].filter(([id]) => {
        const widget = controls.get(id);
        return widget && !isLocked(widget);
      });
      for (const [id, state] of free) {
        states.set(id, state);
        chosen.add(id);
      }
      return free.length > 0;
    },
    isDefault: (id) => JSON.stringify(get(id)) === JSON.stringify(defaultOf(id)),
    reset(id) {
      states.set(id, defaultOf(id));
      chosen.delete(id);
    },
    others: () => others,
    setOthers(given) {
      const next = withoutControl(given);
      const isChange = JSON.stringify([...next]) !== JSON.stringify([...others]);
      others = next;
      return isChange;
    },
    settings: () => withOthers(settingsOfThose(() => true)),
    choices: () => withOthers(settingsOfThose((id) => chosen.has(id))),
  };
}

/** What some controls set. */
function settingsOf(
  controls: readonly DashboardWidget[],
  stateOf: (id: string) => ControlState,
): ControlChoices {
  const ofType = (wanted: DashboardWidget['type']) => controls.filter(({ type }) => type === wanted);
  return {
    filters: ofType('FILTER').map((widget) => ({
      widgetId: widget.id,
      member: memberOf(widget),
      ...stateOf(widget.id),
    })),
    grains: ofType('TIME_GRAIN').flatMap((widget) => {
      const { value } = stateOf(widget.id);
      return typeof value === 'string' && value !== ''
        ? [{ widgetId: widget.id, member: memberOf(widget), granularity: value }]
        : [];
    }),
    fields: ofType('FIELD').flatMap((widget) => {
      const { value } = stateOf(widget.id);
      const member = memberOf(widget);
      return typeof value === 'string' && value !== member && allowsField(widget, value)
        ? [{ widgetId: widget.id, member, selected: value }]
        : [];
    }),
  };
}

export function isControl(widget: DashboardWidget): widget is WidgetOf<'FILTER' | 'TIME_GRAIN' | 'FIELD'> {
  return widget.type === 'FILTER' || widget.type === 'TIME_GRAIN' || widget.type === 'FIELD';
}

export function memberOf(widget: DashboardWidget): string {
  return controlConfigOf(widget)?.member ?? '';
}

/** What the dashboard's author set. */
export function publishedStateOf(widget: DashboardWidget): ControlState {
  const operator = widget.type === 'FILTER' ? widget.config?.operator : undefined;
  return { operator: canonicalOperator(operator ?? 'equals'), value: controlConfigOf(widget)?.value ?? null };
}

/** What the author set; the value of the attribute that the author named where the viewer has one. */
function stateFor(widget: DashboardWidget, attributes: InitialControls['attributes']): ControlState {
  const published = publishedStateOf(widget);
  const name = widget.type === 'FILTER' ? widget.config?.userAttribute : undefined;
  const value = name == null ? undefined : attributes?.[name];
  return isFilled(value) ? { ...published, value } : published;
}

function isFilled(value: unknown): value is FilterValue {
  if (Array.isArray(value)) return value.length > 0 && value.every(isScalar);
  return isScalar(value) && value !== '';
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

function givenTo(widget: DashboardWidget, initial: InitialControls | undefined): ControlState | undefined {
  if (widget.type === 'FILTER') {
    const given = initial?.filters.get(memberOf(widget));
    return given && { ...given, operator: canonicalOperator(given.operator) };
  }
  if (widget.type === 'FIELD') {
    const selected = initial?.fields?.get(memberOf(widget));
    return selected !== undefined && allowsField(widget, selected)
      ? { operator: 'equals', value: selected }
      : undefined;
  }
  const granularity = initial?.grains.get(memberOf(widget));
  return granularity !== undefined && allowsGranularity(widget, granularity)
    ? { operator: 'equals', value: granularity }
    : undefined;
}

const DEFAULT_GRANULARITIES = ['day', 'week', 'month', 'quarter', 'year'];

/** The granularities that a TIME_GRAIN offers. */
export function granularitiesOf(widget: DashboardWidget): readonly string[] {
  const offered = widget.type === 'TIME_GRAIN' ? widget.config?.granularities : undefined;
  return offered ?? DEFAULT_GRANULARITIES;
}

export function allowsGranularity(widget: DashboardWidget, granularity: string): boolean {
  return granularitiesOf(widget).includes(granularity);
}

/** The members that a FIELD offers, the one that it replaces first, each with its text. */
export function alternativesOf(widget: DashboardWidget): readonly { member: string; label: string }[] {
  if (widget.type !== 'FIELD') return [];
  const own = memberOf(widget);
  const others = (widget.config?.alternatives ?? []).map((each) => {
    const { member, label } = typeof each === 'string' ? { member: each } : each;
    return { member, label: label ?? member };
  });
  return others.some(({ member }) => member === own) ? others : [{ member: own, label: own }, ...others];
}

export function allowsField(widget: DashboardWidget, selected: string): boolean {
  return alternativesOf(widget).some(({ member }) => member === selected);
}

/** Whether viewers do not see a control: it acts without being shown, or has nothing to act on. */
export const isHidden = (widget: DashboardWidget) =>
  controlConfigOf(widget)?.visibility === 'hidden' || isUnbound(widget);

/** Whether a control has no member yet, so that it can do nothing. */
export const isUnbound = (widget: DashboardWidget) => isControl(widget) && memberOf(widget) === '';

/** Whether nobody changes a control but its author. */
export const isLocked = (widget: DashboardWidget) => controlConfigOf(widget)?.visibility === 'disabled';

const controlConfigOf = (widget: DashboardWidget) => (isControl(widget) ? widget.config : undefined);
