import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import type { Deployment } from '@oriel/contract';
import { operationTags } from '@oriel/contract/routes';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useApiKeyChanges } from './api-keys-api.ts';
import { SecretDialog } from './secret-dialog.tsx';

const DAY_MS = 86_400_000;
const lifetimes = () => [
  { value: '', label: t('never') },
  { value: '30', label: t('apiKeys.form.in30Days') },
  { value: '90', label: t('apiKeys.form.in90Days') },
  { value: '365', label: t('apiKeys.form.inAYear') },
];

interface CreateKeyDialogProps {
  deployments: readonly Deployment[];
  /** What the form begins with; default a key without a name that may call everything. */
  preset?: { readonly name: string; readonly tags: readonly string[] };
  onClose(): void;
}

/** Asks what a new key is for, what it reaches and for how long, and then shows it. */
export function CreateKeyDialog({ deployments, preset, onClose }: CreateKeyDialogProps) {
  const [name, setName] = useState(preset?.name ?? '');
  const [tags, setTags] = useState<string[]>([...(preset?.tags ?? [])]);
  const [scope, setScope] = useState<string[]>([]);
  const [isReadOnly, setReadOnly] = useState(false);
  const [days, setDays] = useState('');
  const { create } = useApiKeyChanges();
  if (create.data) return <SecretDialog secret={create.data.token} onClose={onClose} />;
  const nameIssue = issueOf(create.error, 'name');
  const save = () =>
    create.mutate({
      name,
      isReadOnly,
      tags: tags.length === 0 ? null : tags,
      deploymentIds: scope.length === 0 ? null : scope.map(Number),
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
  return (
    <FormDialog
      title={t('apiKeys.form.title')}
      action={t('action.create')}
      isBusy={create.isPending}
      error={nameIssue === undefined ? create.error : null}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('apiKeys.form.name')}
        description={t('apiKeys.form.nameHint')}
        required
        data-autofocus
        value={name}
        error={nameIssue}
        onChange={(event) => setName(event.target.value)}
      />
      {deployments.length > 0 && (
        <MultiSelect
          label={t('apiKeys.form.deployments')}
          placeholder={scope.length === 0 ? t('apiKeys.form.all') : ''}
          data={deployments.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={scope}
          onChange={setScope}
        />
      )}
      <MultiSelect
        label={t('apiKeys.form.tags')}
        description={t('apiKeys.form.tagsHint')}
        placeholder={tags.length === 0 ? t('apiKeys.form.everything') : ''}
        searchable
        nothingFoundMessage={t('apiKeys.form.noTag')}
        data={operationTags}
        value={tags}
        onChange={setTags}
      />
      <Checkbox
        label={t('apiKeys.form.readOnly')}
        description={t('apiKeys.form.readOnlyHint')}
        checked={isReadOnly}
        onChange={(event) => setReadOnly(event.target.checked)}
      />
      <Select
        label={t('apiKeys.form.expires')}
        allowDeselect={false}
        data={lifetimes()}
        value={days}
        onChange={(value) => setDays(value ?? '')}
      />
    </FormDialog>
  );
}
