import { Button, Group, Text } from '@mantine/core';
import type { Passkey } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { hasPasskeys, makePasskey } from '../sign-in/passkey-calls.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { PasskeyTable } from './passkey-table.tsx';
import { useFactorsChanged } from './security-api.ts';
import type { FactorSectionProps } from './totp-section.tsx';

type Open = 'add' | { action: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the user. */
export function PasskeysSection({ factors: { passkeys }, guard, onAdded }: FactorSectionProps) {
  const onChanged = useFactorsChanged();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const remove = useMutation({
    mutationFn: (passkeyId: number) => guard(() => client.call('removePasskey', { params: { passkeyId } })),
    onSuccess: onChanged,
  });
  const add = async (name: string) => {
    const options = await guard(() => client.call('startPasskey', {}));
    const { recoveryCodes } = await client.call('addPasskey', { body: await makePasskey(options, name) });
    onAdded(recoveryCodes);
  };
  const rename = async (passkeyId: number, name: string) => {
    await client.call('renamePasskey', { params: { passkeyId }, body: { name } });
    await onChanged();
  };
  return (
    <SettingsSection title={t('factors.passkeys.title')} hint={t('factors.passkeys.hint')}>
      {passkeys.length > 0 ? (
        <PasskeyTable passkeys={passkeys} onAction={(action, passkey) => setOpen({ action, passkey })} />
      ) : (
        <Text>{t('factors.passkeys.none')}</Text>
      )}
      {hasPasskeys() && (
        <Group justify="flex-end">
          <Button onClick={() => setOpen('add')}>{t('factors.passkeys.add')}</Button>
        </Group>
      )}
      {open === 'add' && (
        <PasskeyNameDialog title={t('factors.passkeys.add')} start="" onName={add} onClose={close} />
      )}
      {typeof open === 'object' && open.action === 'rename' && (
        <PasskeyNameDialog
          title={t('security.passkeys.rename')}
          start={open.passkey.name}
          onName={(name) => rename(open.passkey.id, name)}
          onClose={close}
        />
      )}
      {typeof open === 'object' && open.action === 'remove' && (
        <ConfirmDialog
          title={t('security.passkeys.removeTitle', { name: open.passkey.name })}
          text={t('security.passkeys.removeText')}
          action={t('security.passkeys.remove')}
          mutation={remove}
          input={open.passkey.id}
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}
