import { isTestWithoutValue } from '@oriel/dashboard/chart-query';
import type { ControlState } from '@oriel/dashboard/control-states';
import { setControlsOf } from './set-controls.ts';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';

/**
 * Sets the controls of a dashboard as the agent's tool `set_controls` has answered, for this page alone. Controls that
 * are not there or are locked stay as they are, whatever the answer says.
 */
export function applySetControls(
  store: Pick<DashboardStore, 'setControls' | 'resetControl' | 'isDefault'>,
  result: unknown,
): void {
  const controls = setControlsOf(result);
  const isReset = ({ operator, value }: (typeof controls)[number]) =>
    value === null && !isTestWithoutValue(operator);
  const states = controls
    .filter((control) => !isReset(control))
    .map(({ widgetId, operator, value }): [string, ControlState] => [widgetId, { operator, value }]);
  if (states.length > 0) store.setControls(new Map(states));
  for (const { widgetId } of controls.filter(isReset))
    if (!store.isDefault(widgetId)) store.resetControl(widgetId);
}
