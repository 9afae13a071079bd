import { Button, Code, Text } from '@mantine/core';
import type { ApiKey } from '@oriel/contract';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useDeployments, usePermission } from '../api/api.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useApiKeyChanges, useApiKeys } from './api-keys-api.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { ReplaceKeyDialog } from './replace-key-dialog.tsx';

const scimAddress = new URL('/api/scim/v2', location.origin).href;

/** The keys that programs act with in the user's name. */
export function ApiKeysPage() {
  const keys = useApiKeys();
  const isAdministrator = usePermission('All');
  const { revoke } = useApiKeyChanges();
  const { all: deployments } = useDeployments();
  const [dialog, setDialog] = useState<'create' | { action: 'replace' | 'revoke'; key: ApiKey }>();
  useDocumentTitle(t('apiKeys.title'));
  const close = () => setDialog(undefined);
  const newKey = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      {t('apiKeys.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('apiKeys.title')} hint={t('apiKeys.hint')}>
        {keys.items !== undefined && keys.items.length > 0 && newKey}
      </PageHeading>
      <PagedList
        list={keys}
        unloaded={t('apiKeys.unloaded')}
        empty={
          <MessageState icon={IconKey} title={t('apiKeys.none')} text={t('apiKeys.noneText')}>
            {newKey}
          </MessageState>
        }
      >
        {(items) => (
          <KeyTable
            keys={items}
            deployments={deployments}
            onReplace={(key) => setDialog({ action: 'replace', key })}
            onRevoke={(key) => setDialog({ action: 'revoke', key })}
          />
        )}
      </PagedList>
      {isAdministrator && (
        <Text size="sm" mt="md">
          {t('apiKeys.scim')} <Code>{scimAddress}</Code>
        </Text>
      )}
      {dialog === 'create' && <CreateKeyDialog deployments={deployments} onClose={close} />}
      {typeof dialog === 'object' && dialog.action === 'replace' && (
        <ReplaceKeyDialog apiKey={dialog.key} onClose={close} />
      )}
      {typeof dialog === 'object' && dialog.action === 'revoke' && (
        <ConfirmDialog
          title={t('apiKeys.revokeTitle', { name: dialog.key.name })}
          text={t('apiKeys.revokeText')}
          action={t('apiKeys.revoke')}
          refusal={t('action.keep')}
          mutation={revoke}
          input={dialog.key.id}
          onClose={close}
        />
      )}
    </div>
  );
}
