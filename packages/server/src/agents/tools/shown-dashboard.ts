import { refuse, type Dashboard, type DashboardWidget } from '@oriel/contract';
import { createControlStates, isControl, type ControlStates } from '@oriel/dashboard/control-states';
import { toInitialControls } from '@oriel/dashboard/initial-controls';
import { widgetsOf } from '@oriel/dashboard/widgets';
import type { AgentCaller } from './agent-tool.ts';
import { inProcess, type ToolRoom } from './tool-room.ts';

/** A published dashboard as its viewer has it before them. */
export interface ShownDashboard {
  readonly dashboard: Dashboard;
  /** Every widget, those in containers as well. */
  readonly widgets: readonly DashboardWidget[];
  readonly states: ControlStates;
}

/**
 * Finds a published dashboard for the caller, with its controls as they are set: those of the conversation where it
 * stands beside this dashboard, else as the author has set them.
 *
 * @throws `dashboard_not_found`, also for one of another deployment; `embedding_not_allowed`
 */
export async function findShownDashboard(
  room: ToolRoom,
  caller: AgentCaller,
  publicId: string,
  signal: AbortSignal,
): Promise<ShownDashboard> {
  const dashboard = await room.callOperation('getDashboard', inProcess(caller, signal), {
    params: { publicId },
  });
  if (dashboard.deploymentId !== caller.deploymentId) throw refuse('dashboard_not_found', { publicId });
  const beside = caller.dashboard?.publicId === publicId ? caller.dashboard.controls : {};
  const widgets = widgetsOf(dashboard.config);
  const attributes = await room.readAttributes(caller.principal);
  return { dashboard, widgets, states: createControlStates(widgets, toInitialControls(beside, attributes)) };
}

/** A control that a viewer sees. */
export type ShownControl = Extract<DashboardWidget, { type: 'FILTER' | 'TIME_GRAIN' | 'FIELD' }>;

/** The controls that a viewer sees: what is hidden is applied without being theirs. */
export function shownControls(widgets: readonly DashboardWidget[]): readonly ShownControl[] {
  return widgets.filter(isControl).filter(({ config }) => config?.visibility !== 'hidden');
}
