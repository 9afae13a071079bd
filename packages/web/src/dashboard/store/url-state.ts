import {
  parseUrlControls,
  serializeUrlControls,
  type UrlControls,
  type UrlFilterType,
  type UrlTab,
} from '@oriel/embed';
import { isTestWithoutValue } from '@oriel/dashboard/chart-query';
import { isControl, NO_WIDGET, type ControlState } from '@oriel/dashboard/control-states';
import { arrangementOf, childrenOf, openTabOf } from '@oriel/dashboard/widgets';
import type { DashboardStore, DashboardStoreOptions } from './dashboard-store.ts';
import { pageConfig } from '../../page/page-config.ts';
import { statesOf } from './control-states-of.ts';

/**
 * What the viewer chose, and nothing that the author did, in the form of a query string; empty for nothing.
 * `f_<member>=` is a filter that the viewer has emptied where its author had set something.
 *
 * @param options.ofControls without the filters that no control has, as in an address
 */
export function stateOf(
  store: Pick<DashboardStore, 'choices' | 'isDefault' | 'widgets' | 'openTabs'>,
  { ofControls = false }: { ofControls?: boolean } = {},
): string {
  const { grains, fields, ...choices } = store.choices();
  const filters = choices.filters.filter(({ widgetId }) => !ofControls || widgetId !== NO_WIDGET);
  const isSet = ({ operator, value }: (typeof filters)[number]) =>
    isTestWithoutValue(operator) || (value !== null && (!Array.isArray(value) || value.length > 0));
  return serializeUrlControls({
    // The operators of controls are those of the address.
    filters: filters.filter(isSet).map(({ member, operator, value }) => ({
      member,
      type: operator as UrlFilterType,
      ...(value !== null && { value }),
    })),
    cleared: filters
      .filter((filter) => !isSet(filter) && !store.isDefault(filter.widgetId))
      .map(({ member }) => member),
    granularities: grains.map(({ member, granularity }) => ({ member, granularity })),
    fields: fields.map(({ member, selected }) => ({ member, selected })),
    tabs: chosenTabs(store),
  });
}

/** The tabs that are open where the author has another one first. */
export function chosenTabs({ widgets, openTabs }: Pick<DashboardStore, 'widgets' | 'openTabs'>): UrlTab[] {
  return widgets.flatMap((widget) => {
    const open = arrangementOf(widget) === 'tabs' ? openTabOf(widget, openTabs()) : undefined;
    return open && open !== childrenOf(widget)[0] ? [{ widget: widget.id, child: open.id }] : [];
  });
}

/** Opens the tabs that a state names, in the containers that have them. */
export function openTabs(
  store: Pick<DashboardStore, 'widgets' | 'openTabs' | 'openTab'>,
  tabs: readonly UrlTab[],
): void {
  for (const { widget: id, child } of tabs) {
    const widget = store.widgets.find((each) => each.id === id && arrangementOf(each) === 'tabs');
    const isThere = widget && childrenOf(widget).some((each) => each.id === child);
    if (isThere && openTabOf(widget, store.openTabs())?.id !== child) store.openTab(id, child);
  }
}

/** Sets controls and tabs of the state to what it says, and every other one to what its author set. */
export function applyState(store: DashboardStore, state: string): void {
  const states = statesOf(store.widgets, state);
  const { filters, grains, fields } = store.choices();
  const chosen = new Set([...filters, ...grains, ...fields].map(({ widgetId }) => widgetId));
  for (const { id } of store.widgets.filter(isControl))
    if (!states.has(id) && (chosen.has(id) || !store.isDefault(id))) store.resetControl(id);
  if (states.size > 0) store.setControls(states);
  const { tabs } = parseUrlControls(state, { onlyControls: true });
  const first = chosenTabs(store).flatMap(({ widget: id }) => {
    const widget = store.widgets.find((each) => each.id === id);
    const [child] = widget ? childrenOf(widget) : [];
    return child ? [{ widget: id, child: child.id }] : [];
  });
  openTabs(store, [...first.filter(({ widget }) => !tabs.some((tab) => tab.widget === widget)), ...tabs]);
}

/**
 * What a dashboard begins with by its address. A filter without a control is left out, but where the server draws the
 * page of a viewer.
 */
export function initialOf(controls: UrlControls): NonNullable<DashboardStoreOptions['initial']> {
  const filters = controls.filters.map(({ member, type, value }): [string, ControlState] => [
    member,
    { operator: type ?? 'equals', value: value ?? null },
  ]);
  return {
    filters: new Map(filters),
    ...(pageConfig().drawnAs && { others: new Map(filters) }),
    grains: new Map(controls.granularities.map(({ member, granularity }) => [member, granularity])),
    fields: new Map(controls.fields.map(({ member, selected }) => [member, selected])),
    tabs: new Map(controls.tabs.map(({ widget, child }) => [widget, child])),
  };
}

/** Whether a parameter of an address is one of a state. */
export const isOfState = (parameter: string): boolean => /^(f|tg|ms|tab)_/.test(parameter);

/** A state as an address has it, where an empty filter is no parameter. */
export const withoutEmpty = (state: string): string =>
  state
    .split('&')
    .filter((part) => part !== '' && !part.endsWith('='))
    .join('&');

/** Writes a state into the page's own address. */
export function writeStateToUrl(state: string): void {
  const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => !isOfState(name));
  const query = [new URLSearchParams(kept).toString(), withoutEmpty(state)].filter(Boolean).join('&');
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`);
}
