import {
  Alert,
  Badge,
  Button,
  Center,
  Code,
  CopyButton,
  Group,
  Loader,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, Deployment } from '@oriel/contract';
import { useEffect, useState } from 'react';
import { formatDay } from '../format-time.ts';
import { client, sentenceOf, useDeployments } from '../api.ts';

/** The keys that programs act with in the user's name. */
export function ApiKeysPage() {
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => client.call('getApiKeys', {}) });
  const { all: deployments } = useDeployments();
  const [dialog, setDialog] = useState<'create' | ApiKey>();
  useEffect(() => void (document.title = 'API keys · Oriel'), []);
  return (
    <div className="page">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={1}>API keys</Title>
          <Text c="dimmed">A key acts as you, on the deployments that it reaches.</Text>
        </div>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
          New key
        </Button>
      </Group>
      {keys.isError && <Alert color="red">{sentenceOf(keys.error)}</Alert>}
      {keys.isPending && (
        <Center h={200}>
          <Loader aria-label="Loading" />
        </Center>
      )}
      {keys.data &&
        (keys.data.items.length === 0 ? (
          <Text c="dimmed">You have no keys yet.</Text>
        ) : (
          <Keys keys={keys.data.items} deployments={deployments} onRevoke={setDialog} />
        ))}
      {dialog === 'create' && <CreateDialog deployments={deployments} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && <RevokeDialog apiKey={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

const day = (time: string | null) => (time === null ? '–' : formatDay(time));

function Keys({
  keys,
  deployments,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  deployments: readonly Deployment[];
  onRevoke(key: ApiKey): void;
}) {
  const nameOf = (id: number) => deployments.find((deployment) => deployment.id === id)?.name ?? String(id);
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Reaches</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td fw={600}>{key.name}</Table.Td>
              <Table.Td>
                <Code>{key.prefix}…</Code>
              </Table.Td>
              <Table.Td>
                {key.deploymentIds === null ? (
                  <Badge variant="light">All deployments</Badge>
                ) : (
                  key.deploymentIds.map((id) => (
                    <Badge key={id} variant="light" color="gray" mr={4}>
                      {nameOf(id)}
                    </Badge>
                  ))
                )}
              </Table.Td>
              <Table.Td>{day(key.lastUsedAt)}</Table.Td>
              <Table.Td>{day(key.expiresAt)}</Table.Td>
              <Table.Td ta="right">
                <Button size="compact-sm" variant="subtle" color="red" onClick={() => onRevoke(key)}>
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

function CreateDialog({ deployments, onClose }: { deployments: readonly Deployment[]; onClose(): void }) {
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
          expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
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

/** The only time that the key is seen: it closes by its button alone. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new key"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange">Copy it now. It is not shown again.</Alert>
        <Code block className="secret">
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.call('revokeApiKey', { params: { apiKeyId: apiKey.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['api-keys'] });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Revoke ${apiKey.name}?`}>
      <Stack>
        <Text>Whatever uses this key stops working at once.</Text>
        {revoke.isError && <Alert color="red">{sentenceOf(revoke.error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
