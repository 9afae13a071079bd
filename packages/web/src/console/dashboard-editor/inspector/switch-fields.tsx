import { MultiSelect, Stack } from '@mantine/core';
import type { WidgetOf } from '@oriel/contract';
import { alternativesOf } from '@oriel/dashboard/control-states';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { memberChoices } from '../../data-model/member-choices.ts';
import type { ModelMember } from '../../data-model/model-members.ts';
import { useModel } from '../../data-model/use-model.ts';
import { useDeploymentId } from '../../api/deployment-id.ts';
import { VisibilityField } from './control-fields.tsx';
import { withConfig } from '../draft/dashboard-draft.ts';
import { useEditor } from '../draft/editor-context.ts';
import { Choice, TextField } from './fields.tsx';
import { MemberField } from './member-field.tsx';

/** The most members that the contract takes. */
const MOST_ALTERNATIVES = 50;

/** Which measure or dimension of the charts a field switcher replaces, and by which others. */
export function SwitchFields({ widget }: { widget: WidgetOf<'FIELD'> }) {
  const { edit } = useEditor();
  const { data: model } = useModel(useDeploymentId());
  const { id, config } = widget;
  const member = config?.member ?? '';
  const offered = alternativesOf(widget).filter((each) => each.member !== '');
  const others = offered.filter((each) => each.member !== member);
  const own = model?.members.get(member);
  const isAlike = ({ name, kind, source }: ModelMember) =>
    name !== member && kind === own?.kind && source === own.source;
  const titleOf = (name: string) => model?.members.get(name)?.title ?? name;
  const set = (fields: object, subject?: string) =>
    edit((draft) => withConfig(draft, id, { ...fields }), subject);
  const choices = model ? memberChoices(model, isAlike) : [];
  const unknown = others.filter(
    (each) => !choices.some(({ items }) => items.some(({ value }) => value === each.member)),
  );
  return (
    <Stack gap="sm">
      <MemberField
        label={t('switch.member')}
        placeholder={t('switch.choose')}
        value={config?.member}
        accepts={({ kind }) => kind !== 'segment'}
        isOpenAtFirst={member === ''}
        onChange={(name) => set({ member: name, alternatives: undefined, value: undefined })}
      />
      <TextField
        label={t('field.label')}
        value={config?.label}
        description={t('field.labelHint')}
        onChange={(label) => set({ label }, `${id} label`)}
      />
      <MultiSelect
        label={t('switch.alternatives')}
        description={t('switch.alternativesHint')}
        searchable
        disabled={member === ''}
        maxValues={MOST_ALTERNATIVES}
        nothingFoundMessage={t('member.none')}
        data={[
          ...(unknown.length > 0
            ? [{ group: '', items: unknown.map((each) => ({ value: each.member, label: each.label })) }]
            : []),
          ...choices,
        ]}
        value={others.map((each) => each.member)}
        error={member !== '' && others.length === 0 ? t('switch.noneOffered') : undefined}
        onChange={(names) =>
          set({
            // A text that another maker has given to a member stays.
            alternatives: names.map(
              (name) =>
                config?.alternatives?.find(
                  (each) => (typeof each === 'string' ? each : each.member) === name,
                ) ?? name,
            ),
            ...(config?.value != null &&
              config.value !== member &&
              !names.includes(config.value) && { value: undefined }),
          })
        }
      />
      <Choice
        label={t('grain.default')}
        value={config?.value ?? member}
        data={offered.map((each) => ({
          value: each.member,
          label: each.label === each.member ? titleOf(each.member) : each.label,
        }))}
        onChoose={(value) => set({ value: value === member ? undefined : value })}
      />
      <VisibilityField widget={widget} />
    </Stack>
  );
}
