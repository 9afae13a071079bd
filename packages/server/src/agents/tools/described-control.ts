import type { ControlStates } from '@oriel/dashboard/control-states';
import { alternativesOf, granularitiesOf, memberOf } from '@oriel/dashboard/control-states';
import type { ShownControl } from './shown-dashboard.ts';

/** A control as a model is told of it: what it is set to, what it may be set to, and whether it may be. */
export function describeControl(widget: ShownControl, states: ControlStates) {
  const { operator, value } = states.get(widget.id);
  return {
    widgetId: widget.id,
    type: widget.type,
    member: memberOf(widget),
    label: labelOf(widget),
    ...(widget.type === 'FILTER' && { operator }),
    value,
    isDefault: states.isDefault(widget.id),
    isLocked: isLocked(widget),
    ...choicesOf(widget),
  };
}

/** Text beside a control. */
export function labelOf(widget: ShownControl): string {
  return widget.config?.label ?? memberOf(widget);
}

/** Whether a control is shown and cannot be changed. */
export function isLocked(widget: ShownControl): boolean {
  return widget.config?.visibility === 'disabled';
}

function choicesOf(widget: ShownControl) {
  if (widget.type === 'TIME_GRAIN') return { choices: granularitiesOf(widget) };
  if (widget.type === 'FIELD') return { choices: alternativesOf(widget).map(({ member }) => member) };
  return {};
}
