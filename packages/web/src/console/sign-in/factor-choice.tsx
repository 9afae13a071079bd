import { Alert, Anchor, Button } from '@mantine/core';
import type { SecondFactorInput, SecondFactorMethod } from '@oriel/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { CodeForm } from './code-form.tsx';
import { passkeySentence } from './other-ways.tsx';
import { assertPasskey } from './passkey-calls.ts';
import { useEnter } from './use-enter.ts';
import { signInSentence } from './sign-in-sentence.ts';

interface FactorChoiceProps {
  methods: readonly SecondFactorMethod[];
  /** Where one wanted to go. */
  from: string | undefined;
}

/** Takes one of the second factors of the user. */
export function FactorChoice({ methods, from }: FactorChoiceProps) {
  const enter = useEnter(from);
  const [isRecovering, setRecovering] = useState(false);
  const give = useMutation({
    mutationFn: (body: SecondFactorInput) => enter(() => client.call('signInWithSecondFactor', { body })),
  });
  const passkey = useMutation({
    mutationFn: () =>
      enter(async () => {
        const options = await client.call('getPasskeyOptions', { body: { purpose: 'second-factor' } });
        return client.call('signInWithSecondFactor', { body: { passkey: await assertPasskey(options) } });
      }),
  });
  const takesCode = isRecovering || methods.includes('totp');
  const error = passkey.isError
    ? passkeySentence(passkey.error)
    : give.isError
      ? signInSentence(give.error)
      : '';
  return (
    <>
      {error !== '' && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {methods.includes('passkey') && (
        <Button
          variant={takesCode ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('secondFactor.usePasskey')}
        </Button>
      )}
      {takesCode && (
        <CodeForm
          key={String(isRecovering)}
          isRecovering={isRecovering}
          isPending={give.isPending}
          onGive={(body) => give.mutate(body)}
        />
      )}
      {methods.includes('recovery-code') && (
        <Anchor component="button" type="button" ta="start" onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? t('secondFactor.useApp') : t('secondFactor.useRecovery')}
        </Anchor>
      )}
    </>
  );
}
