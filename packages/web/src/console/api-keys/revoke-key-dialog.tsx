import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ApiKey } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';
import { sentenceOf } from '../error-text.ts';
import { t } from '../../messages/console-texts.ts';

/** Asks before a key is taken away from whatever uses it. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.call('revokeApiKey', { params: { apiKeyId: apiKey.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['api-keys'] });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('apiKeys.revokeTitle', { name: apiKey.name })}>
      <Stack>
        <Text>{t('apiKeys.revokeText')}</Text>
        {revoke.isError && <Alert color="red">{sentenceOf(revoke.error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.keep')}
          </Button>
          <Button color="red.9" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {t('apiKeys.revoke')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
