import { CloseButton, Fieldset, Group, MultiSelect, Select, Stack, TagsInput } from '@mantine/core';
import { permissions, type Policy } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { useDeployments } from '../api/api.ts';

/** The kinds of resources that a role takes, in the order in which they are offered. */
const kinds = [
  'Global',
  'Deployment',
  'Agent',
  'AgentSpace',
  'ChatThread',
] as const satisfies readonly Policy['resourceType'][];

interface PolicyEditorProps {
  /** Its position among the policies of the role, from 1. */
  number: number;
  policy: Policy;
  onChange(policy: Policy): void;
  onRemove(): void;
}

/** One policy: what is permitted, and on which resources. */
export function PolicyEditor({ number, policy, onChange, onRemove }: PolicyEditorProps) {
  const { resourceType, actions } = policy;
  return (
    <Fieldset legend={t('roles.form.policy', { number })}>
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <Select
            label={t('roles.form.on')}
            flex={1}
            allowDeselect={false}
            data={kinds.map((kind) => ({ value: kind, label: t(`roles.kind.${kind}`) }))}
            value={resourceType}
            onChange={(value) => {
              const kind = kinds.find((each) => each === value);
              if (kind) onChange({ ...policy, resourceType: kind, resources: ['All'] });
            }}
          />
          <CloseButton aria-label={t('roles.form.removePolicy', { number })} onClick={onRemove} />
        </Group>
        {resourceType === 'Deployment' && <DeploymentsInput policy={policy} onChange={onChange} />}
        {!['Global', 'Deployment'].includes(resourceType) && <IdsInput policy={policy} onChange={onChange} />}
        <MultiSelect
          label={t('roles.form.permits')}
          required
          searchable
          hidePickedOptions
          data={[...permissions]}
          value={[...actions]}
          onChange={(names) =>
            onChange({ ...policy, actions: permissions.filter((name) => names.includes(name)) })
          }
        />
      </Stack>
    </Fieldset>
  );
}

/** Deployments by their names; `All` is each of them. */
function DeploymentsInput({ policy, onChange }: Pick<PolicyEditorProps, 'policy' | 'onChange'>) {
  const { all } = useDeployments();
  return (
    <MultiSelect
      label={t('roles.form.which')}
      searchable
      value={[...policy.resources]}
      onChange={(resources) => {
        const isAll = resources.at(-1) === 'All' || resources.length === 0;
        onChange({ ...policy, resources: isAll ? ['All'] : resources.filter((id) => id !== 'All') });
      }}
      data={[
        { value: 'All', label: t('roles.form.allDeployments') },
        ...all.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

/** Agents, spaces or threads by their ids; `All` is each of them. */
function IdsInput({ policy, onChange }: Pick<PolicyEditorProps, 'policy' | 'onChange'>) {
  return (
    <TagsInput
      label={t('roles.form.whichIds')}
      description={t('roles.form.whichIdsHint')}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      value={[...policy.resources]}
      onChange={(resources) => {
        const isAll = resources.at(-1) === 'All' || resources.length === 0;
        onChange({ ...policy, resources: isAll ? ['All'] : resources.filter((id) => id !== 'All') });
      }}
    />
  );
}
