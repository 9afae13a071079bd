import { Button, Group, Text } from '@mantine/core';
import type { SecondFactors } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { formatDay } from '../times/format-time.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useFactorsChanged } from './security-api.ts';
import { TotpDialog } from './totp-dialog.tsx';
import type { Guard } from './use-recent.tsx';

export interface FactorSectionProps {
  factors: SecondFactors;
  guard: Guard;
  /** Told when a factor is there, with the recovery codes of a first one. */
  onAdded(recoveryCodes: readonly string[] | null): void;
}

/** The authenticator app of the user. */
export function TotpSection({ factors: { totp }, guard, onAdded }: FactorSectionProps) {
  const onChanged = useFactorsChanged();
  const [isRemoving, setRemoving] = useState(false);
  const start = useMutation({ mutationFn: () => guard(() => client.call('startTotp', {})) });
  const remove = useMutation({
    mutationFn: () => guard(() => client.call('removeTotp', {})),
    onSuccess: onChanged,
  });
  return (
    <SettingsSection title={t('factors.totp.title')} hint={t('factors.totp.hint')}>
      <Group justify="space-between">
        <Text>
          {totp ? t('security.totp.since', { day: formatDay(totp.confirmedAt) }) : t('factors.totp.none')}
        </Text>
        {totp ? (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('security.totp.remove')}
          </Button>
        ) : (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {t('factors.totp.setUp')}
          </Button>
        )}
      </Group>
      <FailureAlert error={start.error} />
      {start.data && !totp && (
        <TotpDialog
          totp={start.data}
          onClose={start.reset}
          onDone={(codes) => {
            start.reset();
            onAdded(codes);
          }}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('security.totp.removeTitle')}
          text={t('security.totp.removeText')}
          action={t('security.totp.remove')}
          mutation={remove}
          input={undefined}
          onClose={() => setRemoving(false)}
        />
      )}
    </SettingsSection>
  );
}
