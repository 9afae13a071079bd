import type { ChatDashboard } from '@oriel/contract';
import type { ControlSettings } from '@oriel/dashboard/control-settings';

/** Controls as the API takes them, beside a question or for a file. */
export function chosenControls({
  filters,
  grains,
  fields,
}: Pick<ControlSettings, 'filters' | 'grains' | 'fields'>) {
  // Operators and values of controls are those of the API, which says so more narrowly.
  return {
    filters: filters.map(({ member, operator, value }) => ({ member, operator, value })),
    timeGrains: grains.map(({ member, granularity }) => ({ member, grain: granularity })),
    memberSwitchers: fields.map(({ member, selected }) => ({ member, selected })),
  } as Pick<ChatDashboard, 'filters' | 'timeGrains' | 'memberSwitchers'>;
}
