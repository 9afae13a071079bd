import { Button, Group, Stack, Text } from '@mantine/core';
import type { OAuthClient } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { SecretDialog } from '../api-keys/secret-dialog.tsx';
import { Copyable } from '../elements/copyable.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { ClientFields, useClientFields } from './client-form.tsx';
import { useOAuthClientChanges } from './oauth-clients-api.ts';

const FIELDS = ['name', 'uri', 'redirectUris', 'userId'];

/** What is said above the buttons: nothing where a field says it. */
function generalError(error: Error | null): Error | null {
  return FIELDS.some((field) => issueOf(error, field) !== undefined) ? null : error;
}

/** Registers a client, and then shows its secret, or its id where it has none. */
export function CreateClientDialog({ onClose }: { onClose(): void }) {
  const fields = useClientFields(undefined);
  const { create } = useOAuthClientChanges();
  if (create.data) {
    const { client, clientSecret } = create.data;
    return clientSecret === null ? (
      <CreatedDialog client={client} onClose={onClose} />
    ) : (
      <ClientSecretDialog client={client} secret={clientSecret} onClose={onClose} />
    );
  }
  return (
    <FormDialog
      title={t('oauthClients.form.create')}
      action={t('action.create')}
      isBusy={create.isPending}
      error={generalError(create.error)}
      onSubmit={() => create.mutate({ ...fields.body, ...fields.settings })}
      onClose={onClose}
    >
      <ClientFields fields={fields} isExisting={false} error={create.error} />
    </FormDialog>
  );
}

/** Changes a client: what it is called, where it leads to and what it may ask for. */
export function EditClientDialog({ client, onClose }: { client: OAuthClient; onClose(): void }) {
  const fields = useClientFields(client);
  const { update } = useOAuthClientChanges();
  return (
    <FormDialog
      title={t('oauthClients.form.edit', { name: client.name })}
      action={t('action.save')}
      isBusy={update.isPending}
      error={generalError(update.error)}
      onSubmit={() => update.mutate({ oauthClientId: client.id, ...fields.body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ClientFields fields={fields} isExisting error={update.error} />
    </FormDialog>
  );
}

interface ClientSecretDialogProps {
  client: OAuthClient;
  secret: string;
  onClose(): void;
}

/** The only time that the secret of a client is seen. */
export function ClientSecretDialog({ client: { name, clientId }, secret, onClose }: ClientSecretDialogProps) {
  return (
    <SecretDialog title={t('oauthClients.secretTitle', { name })} secret={secret} onClose={onClose}>
      <ClientId clientId={clientId} />
    </SecretDialog>
  );
}

function CreatedDialog({ client: { name, clientId }, onClose }: { client: OAuthClient; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={t('oauthClients.createdTitle', { name })}>
      <Stack>
        <Text>{t('oauthClients.createdText')}</Text>
        <ClientId clientId={clientId} />
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function ClientId({ clientId }: { clientId: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('oauthClients.id')}
      </Text>
      <Copyable text={clientId} label={t('oauthClients.id')} />
    </div>
  );
}
