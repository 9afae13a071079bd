import { Fieldset, Stack, Text } from '@mantine/core';
import type { DashboardWidget, Report, WidgetOf } from '@oriel/contract';
import { queryOf, viewOf } from '@oriel/dashboard/chart-query';
import type { Query } from '@oriel/dashboard/control-settings';
import { isControl, memberOf } from '@oriel/dashboard/control-states';
import { widgetsOf } from '@oriel/dashboard/widgets';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import type { Model } from '../../data-model/model-members.ts';
import { useModel } from '../../data-model/use-model.ts';
import { useDeploymentId } from '../../api/deployment-id.ts';
import { withConfig } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice } from './fields.tsx';

const AUTOMATIC = 'automatic';
const OFF = 'off';

/**
 * For each control of the dashboard: whether it acts on a chart, and on which member. Nothing where there are no
 * controls.
 */
export function ControlMappings({ widget, report }: { widget: WidgetOf<'CHART'>; report: Report }) {
  const { draft, edit, labelOf } = useEditor();
  const { data: model } = useModel(useDeploymentId());
  const controls = widgetsOf(draft).filter(isControl);
  if (controls.length === 0) return null;
  const query = queryOf({ jsonQuery: report.jsonQuery ?? null });
  const mapping = widget.config?.controls ?? {};
  const choose = (control: string, value: string) =>
    edit((now) => {
      const { [control]: _, ...others } = mapping;
      const next =
        value === AUTOMATIC
          ? others
          : { ...others, [control]: value === OFF ? (false as const) : { member: value } };
      return withConfig(now, widget.id, { controls: Object.keys(next).length > 0 ? next : undefined });
    });
  return (
    <Fieldset legend={t('mapping.title')} p="sm">
      <Stack gap="xs">
        {controls.map((control) => {
          const mapped = mapping[control.id];
          const acts = mapped === undefined && actsBySelf(control, query);
          return (
            <div key={control.id}>
              <Choice
                size="xs"
                label={labelOf(control)}
                value={mapped === undefined ? AUTOMATIC : mapped === false ? OFF : mapped.member}
                data={[
                  { value: AUTOMATIC, label: t('mapping.automatic') },
                  { value: OFF, label: t('mapping.off') },
                  ...mappable(control, query, model),
                ]}
                onChoose={(value) => choose(control.id, value)}
              />
              {mapped === undefined && !acts && (
                <Text size="xs" c="dimmed">
                  {t('mapping.idle')}
                </Text>
              )}
            </div>
          );
        })}
      </Stack>
    </Fieldset>
  );
}

/** Whether a control acts on a query without a mapping. */
function actsBySelf(control: DashboardWidget, query: Query | undefined): boolean {
  const member = memberOf(control);
  if (!query) return false;
  if (control.type === 'TIME_GRAIN')
    return (query.timeDimensions ?? []).some(({ dimension }) => dimension === member);
  if (control.type === 'FIELD')
    return [...(query.measures ?? []), ...(query.dimensions ?? [])].includes(member);
  return member.split('.')[0] === viewOf(query);
}

/**
 * What a control may act on instead of its own member: dimensions of the chart's view, for a time grain its times, for
 * a field switcher what the chart asks for of the same kind.
 */
function mappable(control: DashboardWidget, query: Query | undefined, model: Model | undefined) {
  const view = query && viewOf(query);
  if (view === undefined) return [];
  const own = memberOf(control);
  const asked = [...(query?.measures ?? []), ...(query?.dimensions ?? [])];
  const members = model?.sources.find(({ name }) => name === view)?.members ?? [];
  return members
    .filter(({ name, kind, type }) =>
      control.type === 'FIELD'
        ? asked.includes(name) && kind === model?.members.get(own)?.kind
        : kind === 'dimension' && (control.type === 'FILTER' || type === 'time'),
    )
    .filter(({ name }) => name !== own)
    .map(({ name, title }) => ({ value: name, label: title }));
}
