import { refuseFields, type ReportExportInput, type ReportSnapshot } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import type { ControlSettings } from '@oriel/dashboard/control-settings';

/** A report has no controls: what is sent for it has none either. */
const NO_WIDGET = '';

/**
 * What is sent for a report in the form of controls.
 *
 * @throws `validation_failed` for a member of another view, which would filter nothing
 */
export function filtersOfReport(
  snapshot: Omit<ReportSnapshot, 'id'>,
  { filters, timeGrains }: Pick<ReportExportInput, 'filters' | 'timeGrains'>,
): ControlSettings {
  const query = queryOf(snapshot);
  const [member] = [
    ...(query?.measures ?? []),
    ...(query?.dimensions ?? []),
    ...(query?.timeDimensions ?? []).map(({ dimension }) => dimension),
  ];
  const view = member?.split('.')[0];
  const issues = (filters ?? []).flatMap((filter, index) =>
    filter.member.split('.')[0] === view
      ? []
      : [{ path: `filters[${index}].member`, message: `is no member of ${view ?? 'what the report asks'}` }],
  );
  if (issues.length > 0) throw refuseFields(issues);
  return {
    filters: (filters ?? []).map(({ member: of, operator, value }) => ({
      widgetId: NO_WIDGET,
      member: of,
      operator: operator ?? 'equals',
      value: value ?? null,
    })),
    grains: (timeGrains ?? []).map(({ member: of, grain }) => ({
      widgetId: NO_WIDGET,
      member: of,
      granularity: grain,
    })),
    fields: [],
  };
}
