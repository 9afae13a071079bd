import { Text } from '@mantine/core';
import type { ApiKey } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useApiKeyChanges } from './api-keys-api.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Says what becomes of a key that is replaced, and then shows the new one. */
export function ReplaceKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { rotate } = useApiKeyChanges();
  if (rotate.data) return <SecretDialog secret={rotate.data.token} onClose={onClose} />;
  return (
    <FormDialog
      title={t('apiKeys.replaceTitle', { name: apiKey.name })}
      action={t('apiKeys.replace')}
      isBusy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate(apiKey.id)}
      onClose={onClose}
    >
      <Text>{t('apiKeys.replaceText')}</Text>
    </FormDialog>
  );
}
