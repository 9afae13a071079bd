import { useSyncExternalStore } from 'react';
import type { ChartState, ControlState, DashboardStore } from './dashboard-store.ts';

/** Each widget hears of its own state alone: what does not change is the same object, and is not drawn again. */
export function useChart(store: DashboardStore, widgetId: string): ChartState {
  return useSyncExternalStore(store.subscribe, () => store.chart(widgetId));
}

const unset: ControlState = { operator: 'equals', value: null };
const kept = new WeakMap<DashboardStore, Map<string, ControlState>>();

export function useControl(store: DashboardStore, widgetId: string): ControlState {
  return useSyncExternalStore(store.subscribe, () => {
    const states = kept.get(store) ?? new Map<string, ControlState>();
    kept.set(store, states);
    const now = store.control(widgetId);
    const before = states.get(widgetId) ?? unset;
    if (before.operator === now.operator && before.value === now.value) return before;
    states.set(widgetId, now);
    return now;
  });
}
