import { Button, Switch } from '@mantine/core';
import type { OidcTokenConfig } from '@oriel/contract';
import { IconCertificate, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { LoadedList } from '../settings/loaded-list.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { MessageState } from '../elements/states.tsx';
import { useTenantSettings, useUpdateTenantSettings } from '../api/tenant-settings-api.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { TokenConfigDialog } from './token-config-dialog.tsx';
import { TokenConfigTable } from './token-config-table.tsx';
import { useTokenConfigChanges, useTokenConfigs } from './workload-tokens-api.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly of: OidcTokenConfig };

/** The tokens of runtimes, for administrators. */
export function WorkloadTokensPage() {
  const configs = useTokenConfigs();
  const settings = useTenantSettings();
  const set = useUpdateTenantSettings();
  const { update, remove } = useTokenConfigChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useDocumentTitle(t('workloads.title'));
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('workloads.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('workloads.title')} hint={t('workloads.hint')}>
        {configs.data && configs.data.length > 0 && create}
      </PageHeading>
      <Switch
        mb="md"
        label={t('workloads.isOn')}
        description={t('workloads.isOnHint')}
        disabled={!settings.data || set.isPending}
        checked={settings.data?.oidcEnabled ?? false}
        onChange={(event) => set.mutate({ oidcEnabled: event.target.checked })}
      />
      <FailureAlert error={set.error ?? update.error} mb="md" />
      <LoadedList
        query={configs}
        unloaded={t('workloads.unloaded')}
        empty={
          <MessageState icon={IconCertificate} title={t('workloads.none')} text={t('workloads.noneText')}>
            {create}
          </MessageState>
        }
      >
        {(items) => (
          <TokenConfigTable
            configs={items}
            onEdit={(of) => setOpen({ kind: 'edit', of })}
            onSwitch={({ id, isEnabled }) => update.mutate({ tokenConfigId: id, isEnabled: !isEnabled })}
            onDelete={(of) => setOpen({ kind: 'delete', of })}
          />
        )}
      </LoadedList>
      {open?.kind === 'create' && <TokenConfigDialog onClose={close} />}
      {open?.kind === 'edit' && <TokenConfigDialog config={open.of} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={t('workloads.delete.title', { name: open.of.name })}
          text={t('workloads.delete.text')}
          action={t('action.delete')}
          mutation={remove}
          input={open.of.id}
          onClose={close}
        />
      )}
    </div>
  );
}
