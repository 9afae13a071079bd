import { Center, Text, TextInput } from '@mantine/core';
import type { TotpSecret } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { Copyable } from '../elements/copyable.tsx';
import { FormDialog } from '../settings/form-dialog.tsx';
import { QrPicture } from './qr-picture.tsx';

interface TotpDialogProps {
  totp: TotpSecret;
  /** With the recovery codes of a first factor. */
  onDone(recoveryCodes: readonly string[] | null): void;
  onClose(): void;
}

/** Sets up an authenticator app: the key as a picture and a text, and the first code of it. */
export function TotpDialog({ totp, onDone, onClose }: TotpDialogProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => client.call('confirmTotp', { body: { code: code.trim() } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <FormDialog
      title={t('factors.totp.dialog')}
      action={t('secondFactor.confirm')}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <Text>{t('factors.totp.scan')}</Text>
      <Center>
        <QrPicture text={totp.url} label={t('factors.totp.picture')} />
      </Center>
      <Copyable text={totp.secret} label={t('factors.totp.key')} />
      <TextInput
        label={t('secondFactor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
