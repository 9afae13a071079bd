import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { Deployment } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, sentenceOf } from '../api.ts';
import { SecretDialog } from './secret-dialog.tsx';

const DAY_MS = 86_400_000;
const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
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
  return (
    <Modal opened onClose={onClose} title="New API key">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="What the key is for"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <MultiSelect
            label="Deployments"
            placeholder={scope.length === 0 ? 'All of them' : ''}
            data={deployments.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={scope}
            onChange={setScope}
          />
          <Select
            label="Expires"
            allowDeselect={false}
            data={lifetimes}
            value={days}
            onChange={(value) => setDays(value ?? '')}
          />
          {create.isError && <Alert color="red">{sentenceOf(create.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
