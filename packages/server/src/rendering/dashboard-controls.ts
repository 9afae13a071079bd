import type { DashboardFilter, DashboardMemberSwitcher, DashboardTimeGrain } from '@oriel/contract';

/** What the controls of a dashboard are set to for a rendering; what is absent is as its author has set it. */
export interface DashboardControls {
  readonly filters?: readonly DashboardFilter[] | null | undefined;
  readonly timeGrains?: readonly DashboardTimeGrain[] | null | undefined;
  readonly memberSwitchers?: readonly DashboardMemberSwitcher[] | null | undefined;
}
