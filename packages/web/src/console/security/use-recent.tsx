import { PasswordInput, Text } from '@mantine/core';
import { isApiError } from '@oriel/client';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { FormDialog } from '../settings/form-dialog.tsx';

interface Waiting {
  proceed(): void;
  cancel(): void;
}

/** Does work that asks for a recent authentication. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Where the server asks for a recent authentication, a dialog asks for the password, and the work is done once more.
 * Without the password the refusal stands.
 */
export function useRecent(): { guard: Guard; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();
  const guard: Guard = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isApiError(error, 'recent_authentication_required')) throw error;
      await new Promise<void>((proceed, reject) => {
        setWaiting({ proceed, cancel: () => reject(error) });
      });
      return work();
    }
  };
  const close = (end: 'proceed' | 'cancel') => {
    setWaiting(undefined);
    waiting?.[end]();
  };
  const dialog = waiting && <AgainDialog onDone={() => close('proceed')} onClose={() => close('cancel')} />;
  return { guard, dialog };
}

function AgainDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const [password, setPassword] = useState('');
  const again = useMutation({
    mutationFn: () => client.call('authenticateAgain', { body: { password } }),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={t('factors.again.title')}
      action={t('factors.again.confirm')}
      isBusy={again.isPending}
      error={again.error}
      onSubmit={() => again.mutate()}
      onClose={onClose}
    >
      <Text>{t('factors.again.text')}</Text>
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
