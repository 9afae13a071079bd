import type { FilterValue } from '@oriel/dashboard/control-settings';

/** A control that the agent sets; a value of null takes the viewer's choice back. */
interface SetControl {
  readonly widgetId: string;
  readonly label: string;
  readonly operator: string;
  readonly value: FilterValue;
}

/** What a result of the tool `set_controls` says; empty for what it does not, such as its failure. */
export function setControlsOf(result: unknown): readonly SetControl[] {
  const { controls } = (typeof result === 'object' && result !== null ? result : {}) as {
    controls?: unknown;
  };
  if (!Array.isArray(controls)) return [];
  return controls.flatMap((each: Partial<SetControl>) =>
    typeof each.widgetId === 'string'
      ? [
          {
            widgetId: each.widgetId,
            label: each.label ?? each.widgetId,
            operator: each.operator ?? 'equals',
            value: each.value ?? null,
          },
        ]
      : [],
  );
}
