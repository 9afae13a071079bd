import { useSyncExternalStore } from 'react';
import type { ControlState } from '@oriel/dashboard/control-states';
import type { OpenTabs } from '@oriel/dashboard/widgets';
import type { ChartState, DashboardStore } from './dashboard-store.ts';
import type { Outage } from './problems.ts';

/** Each widget subscribes to its own state: unchanged state is the same object and is not drawn again. */
export function useChart(store: DashboardStore, widgetId: string): ChartState {
  return useSyncExternalStore(store.subscribe, () => store.chart(widgetId));
}

/** A control's state is replaced when it is set, and never changed in place. */
export function useControl(store: DashboardStore, widgetId: string): ControlState {
  return useSyncExternalStore(store.subscribe, () => store.control(widgetId));
}

/** The tabs that are open. */
export function useOpenTabs(store: DashboardStore): OpenTabs {
  return useSyncExternalStore(store.subscribe, store.openTabs);
}

/** Why the dashboard as a whole cannot ask. */
export function useOutage(store: DashboardStore): Outage | undefined {
  return useSyncExternalStore(store.subscribe, store.outage);
}
