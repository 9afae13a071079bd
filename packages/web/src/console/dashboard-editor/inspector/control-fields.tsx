import { MultiSelect, Stack, Text } from '@mantine/core';
import type { DashboardConfig, WidgetOf } from '@oriel/contract';
import { granularitiesOf } from '@oriel/dashboard/control-states';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { useModel } from '../../data-model/use-model.ts';
import { useDeploymentId } from '../../api/deployment-id.ts';
import { grainLabel } from '../../../dashboard/controls/select-widgets.tsx';
import { withConfig, withControlWidth } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, Flag, TextField } from './fields.tsx';
import { FilterDefault } from './filter-default.tsx';
import { MemberField } from './member-field.tsx';

/** What a filter filters by, and what it begins with. */
export function FilterFields({ widget }: { widget: WidgetOf<'FILTER'> }) {
  const { edit } = useEditor();
  const { data: model } = useModel(useDeploymentId());
  const { id, config } = widget;
  const set = (fields: object, subject?: string) =>
    edit((draft) => withConfig(draft, id, { ...fields }), subject);
  const isTime = (member: string) => model?.members.get(member)?.type === 'time';
  return (
    <Stack gap="sm">
      <MemberField
        label={t('filter.member')}
        value={config?.member}
        isOpenAtFirst={config?.member == null}
        onChange={(member) =>
          edit((draft) => withFilterMember(draft, id, { member, isTime: isTime(member) }))
        }
      />
      <TextField
        label={t('field.label')}
        value={config?.label}
        description={t('field.labelHint')}
        onChange={(label) => set({ label }, `${id} label`)}
      />
      {config?.member != null && config.member !== '' && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('filter.default')}
          </Text>
          <FilterDefault key={`${id} ${config.member} ${config.multiple ?? ''}`} widget={widget} />
        </div>
      )}
      <Flag
        label={t('filter.multiple')}
        isOn={config?.multiple !== false}
        onChange={(isOn) => set({ multiple: isOn ? undefined : false })}
      />
      <TextField
        label={t('filter.attribute')}
        value={config?.userAttribute}
        description={t('filter.attributeHint')}
        onChange={(userAttribute) => set({ userAttribute }, `${id} attribute`)}
      />
      <VisibilityField widget={widget} />
    </Stack>
  );
}

/** In columns, what two days beside each other take. */
const RANGE_WIDTH = 5;

/**
 * With another member for a filter. A time is seldom asked for by one day: it begins with a range that is open at both
 * ends, so that all rows are there, and periods are offered for it.
 */
function withFilterMember(
  draft: DashboardConfig,
  id: string,
  { member, isTime }: { member: string; isTime: boolean },
): DashboardConfig {
  const operator = isTime ? 'between' : undefined;
  const next = withConfig(draft, id, { member, operator, value: undefined });
  return isTime ? withControlWidth(next, id, RANGE_WIDTH) : next;
}

const GRANULARITIES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Which granularities there are, and which one a dashboard begins with. */
export function TimeGrainFields({ widget }: { widget: WidgetOf<'TIME_GRAIN'> }) {
  const { edit } = useEditor();
  const { id, config } = widget;
  const offered = granularitiesOf(widget);
  const all = [...new Set([...GRANULARITIES, ...offered])];
  const set = (fields: object, subject?: string) =>
    edit((draft) => withConfig(draft, id, { ...fields }), subject);
  return (
    <Stack gap="sm">
      <MemberField
        label={t('grain.member')}
        value={config?.member}
        accepts={({ kind, type }) => kind === 'dimension' && type === 'time'}
        isOpenAtFirst={config?.member == null}
        onChange={(member) => set({ member })}
      />
      <TextField
        label={t('field.label')}
        value={config?.label}
        description={t('field.labelHint')}
        onChange={(label) => set({ label }, `${id} label`)}
      />
      <MultiSelect
        label={t('grain.offered')}
        data={all.map((value) => ({ value, label: grainLabel(value) }))}
        value={[...offered]}
        error={offered.length === 0 ? t('grain.noneOffered') : undefined}
        onChange={(granularities) =>
          set({
            granularities: all.filter((each) => granularities.includes(each)),
            ...(config?.value != null && !granularities.includes(config.value) && { value: undefined }),
          })
        }
      />
      <Choice
        label={t('grain.default')}
        value={config?.value ?? ''}
        data={[
          { value: '', label: t('grain.own') },
          ...offered.map((value) => ({ value, label: grainLabel(value) })),
        ]}
        onChoose={(value) => set({ value: value === '' ? undefined : value })}
      />
      <VisibilityField widget={widget} />
    </Stack>
  );
}

/** Whether viewers see a control, and may set it. */
export function VisibilityField({ widget }: { widget: WidgetOf<'FILTER' | 'TIME_GRAIN' | 'FIELD'> }) {
  const { edit } = useEditor();
  return (
    <Choice
      label={t('field.visibility')}
      value={widget.config?.visibility ?? 'visible'}
      data={(['visible', 'disabled', 'hidden'] as const).map((value) => ({
        value,
        label: t(`visibility.${value}`),
      }))}
      onChoose={(visibility) =>
        edit((draft) =>
          withConfig(draft, widget.id, { visibility: visibility === 'visible' ? undefined : visibility }),
        )
      }
    />
  );
}
