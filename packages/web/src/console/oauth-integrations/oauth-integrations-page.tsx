import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { OAuthIntegration } from '@oriel/contract';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { LoadedList } from '../settings/loaded-list.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { IntegrationDialog } from './integration-dialog.tsx';
import { fieldsOf } from './integration-fields.ts';
import { useIntegrationChanges, useIntegrations } from './oauth-integrations-api.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly of: OAuthIntegration };

/** The providers that give users tokens, for administrators. */
export function OAuthIntegrationsPage() {
  const integrations = useIntegrations();
  const { remove } = useIntegrationChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useDocumentTitle(t('integrations.title'));
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('integrations.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('integrations.title')} hint={t('integrations.hint')}>
        {integrations.data && integrations.data.length > 0 && create}
      </PageHeading>
      <LoadedList
        query={integrations}
        unloaded={t('integrations.unloaded')}
        empty={
          <MessageState
            icon={IconPlugConnected}
            title={t('integrations.none')}
            text={t('integrations.noneText')}
          >
            {create}
          </MessageState>
        }
      >
        {(items) => <IntegrationTable items={items} onOpen={setOpen} />}
      </LoadedList>
      {open?.kind === 'create' && <IntegrationDialog onClose={close} />}
      {open?.kind === 'edit' && <IntegrationDialog integration={open.of} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={t('integrations.delete.title', { name: open.of.name })}
          text={t('integrations.delete.text')}
          action={t('action.delete')}
          mutation={remove}
          input={open.of.id}
          onClose={close}
        />
      )}
    </div>
  );
}

function IntegrationTable({
  items,
  onOpen,
}: {
  items: readonly OAuthIntegration[];
  onOpen(open: Open): void;
}) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('integrations.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('integrations.column.provider')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('integrations.column.hosts')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('integrations.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {items.map((integration) => (
        <Table.Tr key={integration.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {integration.name}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">{new URL(integration.tokenUrl).host}</Table.Td>
          <Table.Td visibleFrom="sm">{fieldsOf(integration).hosts || t('integrations.noHosts')}</Table.Td>
          <Table.Td ta="end">
            <RowMenu
              label={t('integrations.actionsFor', { name: integration.name })}
              actions={[
                { label: t('action.edit'), onClick: () => onOpen({ kind: 'edit', of: integration }) },
                {
                  label: t('action.delete'),
                  isDangerous: true,
                  onClick: () => onOpen({ kind: 'delete', of: integration }),
                },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
