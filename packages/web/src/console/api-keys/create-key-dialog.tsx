import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { Deployment } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api.ts';
import { issueOf } from '../error-kind.ts';
import { sentenceOf } from '../error-text.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { t } from '../../messages/console-texts.ts';

const DAY_MS = 86_400_000;
const lifetimes = () => [
  { value: '', label: t('never') },
  { value: '30', label: t('apiKeys.form.in30Days') },
  { value: '90', label: t('apiKeys.form.in90Days') },
  { value: '365', label: t('apiKeys.form.inAYear') },
];

interface CreateKeyDialogProps {
  deployments: readonly Deployment[];
  onClose(): void;
}

/** Asks what a new key is for, what it reaches and for how long, and then shows it. */
export function CreateKeyDialog({ deployments, onClose }: CreateKeyDialogProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<string[]>([]);
  const [days, setDays] = useState('');
  const create = useMutation({
    mutationFn: () =>
      client.call('createApiKey', {
        body: {
          name,
          deploymentIds: scope.length === 0 ? null : scope.map(Number),
          expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  if (create.data) return <SecretDialog secret={create.data.secret} onClose={onClose} />;
  const nameIssue = issueOf(create.error, 'name');
  return (
    <Modal opened onClose={onClose} title={t('apiKeys.form.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t('apiKeys.form.name')}
            description={t('apiKeys.form.nameHint')}
            required
            data-autofocus
            value={name}
            error={nameIssue}
            onChange={(event) => setName(event.target.value)}
          />
          <MultiSelect
            label={t('apiKeys.form.deployments')}
            placeholder={scope.length === 0 ? t('apiKeys.form.all') : ''}
            data={deployments.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={scope}
            onChange={setScope}
          />
          <Select
            label={t('apiKeys.form.expires')}
            allowDeselect={false}
            data={lifetimes()}
            value={days}
            onChange={(value) => setDays(value ?? '')}
          />
          {create.isError && nameIssue === undefined && <Alert color="red">{sentenceOf(create.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('action.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
