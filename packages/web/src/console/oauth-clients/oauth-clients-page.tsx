import { Button } from '@mantine/core';
import type { OAuthClient } from '@oriel/contract';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { ClientSecretDialog, CreateClientDialog, EditClientDialog } from './client-dialogs.tsx';
import { ClientTable, type ClientAction } from './client-table.tsx';
import { useOAuthClientChanges, useOAuthClients } from './oauth-clients-api.ts';

/** What is open over the page: the form of a new client, or an action on one. */
type Dialog = { action: 'create' } | { action: ClientAction; client: OAuthClient };

/** The programs that users may let act for them. */
export function OAuthClientsPage() {
  const clients = useOAuthClients();
  const [dialog, setDialog] = useState<Dialog>();
  useDocumentTitle(t('oauthClients.title'));
  const newClient = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'create' })}>
      {t('oauthClients.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('oauthClients.title')} hint={t('oauthClients.hint')}>
        {clients.items !== undefined && clients.items.length > 0 && newClient}
      </PageHeading>
      <PagedList
        list={clients}
        unloaded={t('oauthClients.unloaded')}
        empty={
          <MessageState icon={IconApps} title={t('oauthClients.none')} text={t('oauthClients.noneText')}>
            {newClient}
          </MessageState>
        }
      >
        {(items) => (
          <ClientTable clients={items} onAction={(action, client) => setDialog({ action, client })} />
        )}
      </PagedList>
      {dialog && <ClientDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function ClientDialog({ dialog, onClose }: { dialog: Dialog; onClose(): void }) {
  const { rotate, remove } = useOAuthClientChanges();
  if (dialog.action === 'create') return <CreateClientDialog onClose={onClose} />;
  const { action, client } = dialog;
  if (action === 'edit') return <EditClientDialog client={client} onClose={onClose} />;
  if (action === 'delete')
    return (
      <ConfirmDialog
        title={t('oauthClients.deleteTitle', { name: client.name })}
        text={t('oauthClients.deleteText')}
        action={t('action.delete')}
        mutation={remove}
        input={client.id}
        onClose={onClose}
      />
    );
  const secret = rotate.data?.clientSecret;
  if (secret != null) return <ClientSecretDialog client={client} secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('oauthClients.rotateTitle', { name: client.name })}
      text={t('oauthClients.rotateText')}
      action={t('oauthClients.rotate')}
      mutation={rotate}
      input={client.id}
      onDone={() => {}}
      onClose={onClose}
    />
  );
}
