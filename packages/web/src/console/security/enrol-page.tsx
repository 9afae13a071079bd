import { Container, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { PageHeading } from '../settings/page-heading.tsx';
import { returnPath } from '../sign-in/return-path.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { useSecondFactors } from './security-api.ts';
import { TotpSection } from './totp-section.tsx';
import { useRecent } from './use-recent.tsx';

/** Where a user sets up the second factor that their account demands, before anything else. */
export function EnrolPage() {
  const factors = useSecondFactors();
  const { from } = useSearch({ from: '/sign-in/enrol' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { guard, dialog } = useRecent();
  const [codes, setCodes] = useState<readonly string[]>();
  useDocumentTitle(t('secondFactor.enrolTitle'));
  const goOn = async () => {
    queryClient.clear();
    await navigate({ href: returnPath(from) });
  };
  const onAdded = (recoveryCodes: readonly string[] | null) =>
    recoveryCodes ? setCodes(recoveryCodes) : void goOn();
  return (
    <Container size="sm" py="xl">
      <PageHeading title={t('secondFactor.enrolTitle')} hint={t('secondFactor.enrolHint')} />
      {factors.data ? (
        <Stack>
          <TotpSection factors={factors.data} guard={guard} onAdded={onAdded} />
          <PasskeysSection factors={factors.data} guard={guard} onAdded={onAdded} />
        </Stack>
      ) : factors.isError ? (
        <ErrorState
          title={t('factors.unloaded')}
          error={factors.error}
          isRetrying={factors.isFetching}
          onRetry={() => void factors.refetch()}
        />
      ) : (
        <LoadingState />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => void goOn()} />}
      {dialog}
    </Container>
  );
}
