import type { DashboardWidget } from '@oriel/contract';
import {
  allowsField,
  allowsGranularity,
  memberOf,
  publishedStateOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
import { parseUrlControls } from '@oriel/embed';

/** What controls in the form of a query string mean for the widgets of a dashboard, by widget id. */
export function statesOf(widgets: readonly DashboardWidget[], parameter: string): Map<string, ControlState> {
  const { filters, granularities, fields, cleared } = parseUrlControls(parameter, { onlyControls: true });
  const states = new Map<string, ControlState>();
  for (const widget of widgets) {
    const member = memberOf(widget);
    const filter = filters.find((entry) => entry.member === member);
    const grain = granularities.find((entry) => entry.member === member);
    if (widget.type === 'FILTER' && filter)
      states.set(widget.id, { operator: filter.type ?? 'equals', value: filter.value ?? null });
    if (widget.type === 'FILTER' && cleared.includes(member))
      states.set(widget.id, { ...publishedStateOf(widget), value: null });
    if (widget.type === 'TIME_GRAIN' && grain && allowsGranularity(widget, grain.granularity))
      states.set(widget.id, { operator: 'equals', value: grain.granularity });
    const field = fields.find((entry) => entry.member === member);
    if (widget.type === 'FIELD' && field && allowsField(widget, field.selected))
      states.set(widget.id, { operator: 'equals', value: field.selected });
  }
  return states;
}
