import { Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { PageHeading } from '../settings/page-heading.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { CodesSection } from './codes-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { useFactorsChanged, useSecondFactors, useSessions } from './security-api.ts';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';
import { useRecent } from './use-recent.tsx';

/** How users sign in, and where they are signed in: their password, second factors and sessions. */
export function SecurityPage() {
  const [factors, sessions] = [useSecondFactors(), useSessions()];
  const onChanged = useFactorsChanged();
  const { guard, dialog } = useRecent();
  const [codes, setCodes] = useState<readonly string[]>();
  useDocumentTitle(t('security.title'));
  const onAdded = (recoveryCodes: readonly string[] | null) => {
    void onChanged();
    if (recoveryCodes) setCodes(recoveryCodes);
  };
  const failed = [factors, sessions].find(({ isError }) => isError);
  return (
    <div className={styles.page}>
      <PageHeading title={t('security.title')} hint={t('security.hint')} />
      {factors.data && sessions.data ? (
        <Stack maw={720}>
          <PasswordSection />
          <TotpSection factors={factors.data} guard={guard} onAdded={onAdded} />
          <PasskeysSection factors={factors.data} guard={guard} onAdded={onAdded} />
          {(factors.data.totp !== null || factors.data.passkeys.length > 0) && (
            <CodesSection count={factors.data.recoveryCodes} guard={guard} onCodes={onAdded} />
          )}
          <SessionsSection sessions={sessions.data.items} />
        </Stack>
      ) : failed ? (
        <ErrorState
          title={t('factors.unloaded')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <LoadingState />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {dialog}
    </div>
  );
}
