import { Button, Stack } from '@mantine/core';
import type { IdentityProvider } from '@oriel/contract';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { ProvisioningSection } from '../provisioning/provisioning-section.tsx';
import { ScimSection } from '../provisioning/scim-section.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useTenantSettings } from '../api/tenant-settings-api.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useAuthenticationSettings, useIdentityProviders, useProviderChanges } from './authentication-api.ts';
import { PasswordsSection } from './passwords-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderTable, type ProviderAction } from './provider-table.tsx';
import { TestDialog } from './test-dialog.tsx';

/** What is open over the page. */
type Open = { action: Exclude<ProviderAction, 'test'>; provider: IdentityProvider } | { action: 'create' };

/** How people sign in to the account: identity providers, and passwords. */
export function AuthenticationPage() {
  const providers = useIdentityProviders();
  const settings = useAuthenticationSettings();
  const switches = useTenantSettings();
  const [open, setOpen] = useState<Open>();
  useDocumentTitle(t('authentication.title'));
  const failed = [providers, settings, switches].find(({ isError }) => isError);
  return (
    <div className={styles.page}>
      <PageHeading title={t('authentication.title')} hint={t('authentication.hint')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ action: 'create' })}>
          {t('authentication.add')}
        </Button>
      </PageHeading>
      {providers.data && settings.data && switches.data ? (
        <Stack>
          <Providers providers={providers.data.items} onOpen={setOpen} />
          <PasswordsSection settings={settings.data} />
          <SecondFactorSection settings={switches.data} />
          <ScimSection />
          <ProvisioningSection />
          <Dialogs open={open} providers={providers.data.items} onClose={() => setOpen(undefined)} />
        </Stack>
      ) : failed ? (
        <ErrorState
          title={t('authentication.unloaded')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function Providers({
  providers,
  onOpen,
}: {
  providers: readonly IdentityProvider[];
  onOpen(open: Open): void;
}) {
  if (providers.length === 0)
    return <MessageState title={t('authentication.none')} text={t('authentication.noneText')} />;
  return (
    <ProviderTable
      providers={providers}
      onAction={(action, provider) => {
        // The server leads to the provider, and back to this page.
        if (action === 'test') location.assign(`/api/v1/sso/${provider.slug}/start?test=true`);
        else onOpen({ action, provider });
      }}
    />
  );
}

interface DialogsProps {
  open: Open | undefined;
  providers: readonly IdentityProvider[];
  onClose(): void;
}

/** What is open; after a test, its result. */
function Dialogs({ open, providers, onClose }: DialogsProps) {
  const { remove } = useProviderChanges();
  const { tested } = useSearch({ from: '/shell/settings/authentication' });
  const navigate = useNavigate();
  const testedProvider = providers.find(({ id }) => id === tested);
  if (open?.action === 'create') return <ProviderDialog onClose={onClose} />;
  if (open?.action === 'edit') return <ProviderDialog provider={open.provider} onClose={onClose} />;
  if (open?.action === 'lastTest') return <TestDialog provider={open.provider} onClose={onClose} />;
  if (open?.action === 'delete')
    return (
      <ConfirmDialog
        title={t('authentication.deleteTitle', { name: open.provider.name })}
        text={t('authentication.deleteText')}
        action={t('action.delete')}
        mutation={remove}
        input={open.provider.id}
        onClose={onClose}
      />
    );
  if (testedProvider === undefined) return null;
  const forget = () => void navigate({ to: '/settings/authentication', search: {}, replace: true });
  return <TestDialog provider={testedProvider} onClose={forget} />;
}
