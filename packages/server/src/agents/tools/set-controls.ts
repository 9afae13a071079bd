import { DashboardFilterOperator, refuse, schemas, type Static } from '@oriel/contract';
import { allowsField, allowsGranularity, memberOf } from '@oriel/dashboard/control-states';
import { defineTool, type AgentTool } from './agent-tool.ts';
import { isLocked, labelOf } from './described-control.ts';
import { findShownDashboard, shownControls, type ShownControl } from './shown-dashboard.ts';
import { mayCall, refuseUnoffered, type ToolRoom } from './tool-room.ts';

const { input: closed, list, nullish, number, boolean, optional, text, union } = schemas;

const scalar = [
  text('A text, a date, or a period such as `last 30 days`.', { maxLength: 512 }),
  number('A number.'),
  boolean('True or false.'),
] as const;

const Change = closed('What a control is set to.', {
  member: text('Full name of the member that the control is about.', { maxLength: 512 }),
  operator: optional(
    schemas.oneOf('How a filter compares; default as it does now.', operatorsOf(DashboardFilterOperator)),
  ),
  value: nullish(
    union('The value; of a granularity or field control one of its choices. Null resets the control.', [
      ...scalar,
      list(union('One of several.', scalar), 'Several values, or both ends of `between`.', { maxItems: 200 }),
    ]),
  ),
});
type Change = Static<typeof Change>;

const input = closed('Controls to set.', {
  controls: list(Change, 'The controls.', { minItems: 1, maxItems: 20 }),
});

/** A control that the surface sets; null takes the viewer's choice back. */
interface ControlInstruction {
  readonly widgetId: string;
  readonly member: string;
  readonly label: string;
  readonly operator?: string;
  readonly value: NonNullable<Change['value']> | null;
}

/**
 * Sets controls of the dashboard that the conversation stands beside. Nothing is stored: the answer says what the
 * surface does, for this session alone.
 */
export function createSetControls(room: ToolRoom): AgentTool {
  return defineTool({
    name: 'set_controls',
    title: 'Set controls of the dashboard',
    description:
      'Sets filters, granularities and field switchers of the dashboard that the user is looking at, for this session only. It can ' +
      'set controls that read_dashboard lists and that are not locked; it cannot add any. Charts follow at once.',
    input,
    isReading: true,
    isOffered: (caller) =>
      caller.dashboard !== undefined &&
      caller.dashboard.isSummarised !== true &&
      mayCall(caller, 'getDashboard'),
    async run(caller, { controls }, signal) {
      if (!caller.dashboard) throw refuseUnoffered('set_controls');
      const { widgets } = await findShownDashboard(room, caller, caller.dashboard.publicId, signal);
      const shown = shownControls(widgets);
      const outcomes = controls.map((change) => ({ change, outcome: decide(shown, change) }));
      const set = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
      const ignored = outcomes.flatMap(({ change: { member }, outcome }) =>
        typeof outcome === 'string' ? [{ member, reason: outcome }] : [],
      );
      if (set.length === 0)
        throw refuse('invalid_request', {
          reason: ignored.map((each) => `${each.member}: ${each.reason}`).join('; '),
        });
      return { controls: set, ignored };
    },
  });
}

/** What the surface is to do, or why nothing. */
function decide(shown: readonly ShownControl[], change: Change): ControlInstruction | string {
  const { member, operator, value = null } = change;
  const widget = shown.find((each) => memberOf(each) === member);
  if (!widget) return 'the dashboard has no control for it';
  if (isLocked(widget)) return 'the control is locked';
  const instruction = { widgetId: widget.id, member, label: labelOf(widget) };
  if (widget.type === 'FILTER')
    return { ...instruction, operator: operator ?? widget.config?.operator ?? 'equals', value };
  if (value !== null && !allows(widget, value)) return 'the control does not offer this value';
  return { ...instruction, value };
}

function allows(widget: ShownControl, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return widget.type === 'TIME_GRAIN' ? allowsGranularity(widget, value) : allowsField(widget, value);
}

/** The values of a schema of texts, for one that stands by itself. */
function operatorsOf(schema: object): readonly string[] {
  return (schema as { enum: readonly string[] }).enum;
}
