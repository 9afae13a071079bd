import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import type { Guard } from './use-recent.tsx';

interface CodesSectionProps {
  count: number;
  guard: Guard;
  onCodes(codes: readonly string[]): void;
}

/** How many recovery codes are left, and new ones. */
export function CodesSection({ count, guard, onCodes }: CodesSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => guard(() => client.call('renewRecoveryCodes', {})),
  });
  return (
    <SettingsSection title={t('security.codes.title')} hint={t('security.codes.hint')}>
      <Group justify="space-between">
        <Text>{t('security.codes.left', { count })}</Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('security.codes.renew')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={t('security.codes.renewTitle')}
          text={t('security.codes.renewText')}
          action={t('security.codes.renew')}
          mutation={renew}
          input={undefined}
          onClose={() => setAsking(false)}
          onDone={({ recoveryCodes }) => {
            setAsking(false);
            onCodes(recoveryCodes);
          }}
        />
      )}
    </SettingsSection>
  );
}
