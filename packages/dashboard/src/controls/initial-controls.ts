import type { ControlFilter, DashboardMemberSwitcher, DashboardTimeGrain } from '@oriel/contract';
import type { ControlState, InitialControls } from './control-states.ts';

/** Controls of a dashboard as requests and stored renderings give them. What is absent is as its author has set it. */
export interface DashboardControls {
  readonly filters?: readonly ControlFilter[] | null | undefined;
  readonly timeGrains?: readonly DashboardTimeGrain[] | null | undefined;
  readonly memberSwitchers?: readonly DashboardMemberSwitcher[] | null | undefined;
}

/** Reads the controls of a request into what a dashboard starts with. */
export function toInitialControls(
  { filters, timeGrains, memberSwitchers }: DashboardControls,
  attributes: InitialControls['attributes'],
): InitialControls {
  const given = new Map(
    (filters ?? []).map(({ member, operator, value }): [string, ControlState] => [
      member,
      { operator: operator ?? 'equals', value: value ?? null },
    ]),
  );
  return {
    filters: given,
    others: given,
    grains: new Map((timeGrains ?? []).map(({ member, grain }) => [member, grain])),
    fields: new Map((memberSwitchers ?? []).map(({ member, selected }) => [member, selected])),
    ...(attributes && { attributes }),
  };
}
