import type { DashboardWidget } from '@oriel/contract';
import {
  alternativesOf,
  granularitiesOf,
  isLocked,
  memberOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
import { arrangementOf, childrenOf } from '@oriel/dashboard/widgets';
import { parseUrlControls, type UrlControls } from '@oriel/embed';
import type { DashboardStore } from './dashboard-store.ts';
import { statesOf } from './control-states-of.ts';
import { applyState, openTabs } from './url-state.ts';

/** What of a request has been carried out: whether anything was, and a sentence for each part that could not be. */
export interface CarriedOut {
  readonly isAny: boolean;
  readonly problems: readonly string[];
}

/**
 * Sets controls and opens tabs as a host asks for. A filter of a member that no control has acts on the charts of its
 * view, until it is cleared.
 */
export async function setByHost(store: DashboardStore, parameter: string): Promise<CarriedOut> {
  const asked = parseUrlControls(parameter, { onlyControls: true });
  const problems = unsettable(store.widgets, asked);
  const alone = aloneIn(store.widgets, asked);
  const { usable, refused } = await checkOthers(store, alone);
  const others = new Map(store.others());
  for (const [member, state] of usable) {
    if (state) others.set(member, state);
    else others.delete(member);
  }
  const states = statesOf(store.widgets, parameter);
  for (const { id } of store.widgets.filter(isLocked)) states.delete(id);
  if (states.size > 0) store.setControls(states);
  store.setOthers(others);
  openTabs(store, asked.tabs);
  return carriedOut(asked, [...problems, ...refused]);
}

/**
 * Sets every control to what a state says of it, or to what its author set, and the filters without a control to those
 * of the state.
 */
export async function setStateByHost(store: DashboardStore, state: string): Promise<CarriedOut> {
  const asked = parseUrlControls(state, { onlyControls: true });
  const problems = unsettable(store.widgets, asked);
  const { usable, refused } = await checkOthers(store, aloneIn(store.widgets, asked));
  applyState(store, state);
  store.setOthers(new Map([...usable].flatMap(([member, set]) => (set ? [[member, set] as const] : []))));
  return carriedOut(asked, [...problems, ...refused]);
}

function carriedOut(
  { filters, cleared, granularities, fields, tabs }: UrlControls,
  problems: readonly string[],
): CarriedOut {
  const parts = filters.length + cleared.length + granularities.length + fields.length + tabs.length;
  return { isAny: parts === 0 || problems.length < parts, problems };
}

/** Filters of members without a control; undefined clears one. */
type Others = ReadonlyMap<string, ControlState | undefined>;

function aloneIn(widgets: readonly DashboardWidget[], { filters, cleared }: UrlControls): Others {
  const controlled = membersOf(widgets, 'FILTER');
  return new Map(
    [
      ...filters.map(({ member, type, value }): [string, ControlState] => [
        member,
        { operator: type ?? 'equals', value: value ?? null },
      ]),
      ...cleared.map((member): [string, undefined] => [member, undefined]),
    ].filter(([member]) => !controlled.has(member)),
  );
}

/** Those that act on something, and a sentence for each other one. Nothing is asked where there is none. */
async function checkOthers(
  store: DashboardStore,
  others: Others,
): Promise<{ usable: Others; refused: string[] }> {
  if (others.size === 0) return { usable: others, refused: [] };
  const views = store.views();
  const members = await store.findMembers();
  const usable = new Map<string, ControlState | undefined>();
  const refused: string[] = [];
  for (const [member, state] of others) {
    const [view = ''] = member.split('.');
    if (!views.has(view))
      refused.push(
        `${member} filters nothing: no chart of the dashboard is of ${view}, but of ${list(views)}, and no control has it`,
      );
    else if (!members.has(member)) refused.push(`${member} is no member that the viewer may see`);
    else if (members.measures?.has(member))
      refused.push(`${member} is a measure; a dashboard is filtered by dimensions`);
    else usable.set(member, state);
  }
  return { usable, refused };
}

/** A sentence for each part that the controls of the dashboard do not take. */
function unsettable(
  widgets: readonly DashboardWidget[],
  { filters, cleared, granularities, fields, tabs }: UrlControls,
): string[] {
  const lockedIn = (type: DashboardWidget['type'], member: string) => {
    const controls = widgets.filter((widget) => widget.type === type && memberOf(widget) === member);
    return controls.length > 0 && controls.every(isLocked) ? [lockedSentence(member)] : [];
  };
  return [
    ...[...filters.map(({ member }) => member), ...cleared].flatMap((member) => lockedIn('FILTER', member)),
    ...granularities.flatMap(({ member, granularity }) => {
      const controls = ofMember(widgets, 'TIME_GRAIN', member);
      if (controls.length === 0) return [`no control of the dashboard sets the granularity of ${member}`];
      if (controls.some((widget) => granularitiesOf(widget).includes(granularity)))
        return lockedIn('TIME_GRAIN', member);
      return [
        `${member} is not offered by ${granularity}, but by ${list(controls.flatMap(granularitiesOf))}`,
      ];
    }),
    ...fields.flatMap(({ member, selected }) => {
      const controls = ofMember(widgets, 'FIELD', member);
      if (controls.length === 0) return [`no control of the dashboard switches ${member}`];
      const offered = controls.flatMap(alternativesOf).map((alternative) => alternative.member);
      if (offered.includes(selected)) return lockedIn('FIELD', member);
      return [`${selected} is not offered in the place of ${member}, but ${list(offered)}`];
    }),
    ...tabs.flatMap(({ widget: id, child }) => {
      const container = widgets.find((widget) => widget.id === id && arrangementOf(widget) === 'tabs');
      if (!container) return [`${id} is no widget with tabs`];
      return childrenOf(container).some((each) => each.id === child) ? [] : [`${id} has no tab ${child}`];
    }),
  ];
}

const lockedSentence = (member: string) => `the author of the dashboard has locked the control of ${member}`;

const ofMember = (widgets: readonly DashboardWidget[], type: DashboardWidget['type'], member: string) =>
  widgets.filter((widget) => widget.type === type && memberOf(widget) === member);

const membersOf = (widgets: readonly DashboardWidget[], type: DashboardWidget['type']) =>
  new Set(widgets.filter((widget) => widget.type === type).map(memberOf));

const list = (names: Iterable<string>) => [...new Set(names)].join(', ') || 'none';
