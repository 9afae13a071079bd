import type { Dashboard, DashboardMemberSwitcher } from '@oriel/contract';
import { allowsField, memberOf } from './controls/control-states.ts';
import { chartConfigOf, widgetsOf } from './widgets.ts';

/** Whether a field switcher of a dashboard offers a member in the place of another one of a report. */
export function offersField(
  config: Dashboard['config'],
  reportId: number,
  { member, selected }: DashboardMemberSwitcher,
): boolean {
  const widgets = widgetsOf(config);
  const mappings = widgets
    .map(chartConfigOf)
    .filter((chart) => chart?.reportId === reportId)
    .map((chart) => chart?.controls);
  const replaces = (widget: (typeof widgets)[number]) =>
    memberOf(widget) === member ||
    mappings.some((mapping) => {
      const mapped = mapping?.[widget.id];
      return mapped !== undefined && mapped !== false && mapped.member === member;
    });
  return widgets.some(
    (widget) => widget.type === 'FIELD' && allowsField(widget, selected) && replaces(widget),
  );
}
