import { PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@oriel/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api.ts';
import { t } from '../../messages/console-texts.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { WayInCard } from './way-in-card.tsx';

/** Where the link of an invitation leads: it sets a password and signs in with it. The token is behind the `#` of the address. */
export function InvitationPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isTold, setTold] = useState(false);
  const accept = useMutation({
    mutationFn: async () => {
      const token = window.location.hash.slice(1);
      const { email } = await client.call('acceptInvitation', { body: { token, password } });
      return client.call('signIn', { body: { email, password } });
    },
    onSuccess: async (user) => {
      queryClient.clear();
      queryClient.setQueryData(['user'], user);
      await navigate({ to: '/workspace' });
    },
  });
  useDocumentTitle(t('invitation.title'));
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => passwordField.current?.focus(), []);
  const isDifferent = password !== again;
  return (
    <WayInCard
      title={t('invitation.title')}
      hint={t('invitation.hint', { count: MIN_PASSWORD_LENGTH })}
      error={accept.error}
      action={t('invitation.accept')}
      isPending={accept.isPending}
      onSubmit={() => {
        setTold(true);
        if (!isDifferent) accept.mutate();
      }}
    >
      <PasswordInput
        label={t('invitation.password')}
        autoComplete="new-password"
        required
        withAsterisk={false}
        ref={passwordField}
        minLength={MIN_PASSWORD_LENGTH}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordInput
        label={t('invitation.again')}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        error={isTold && isDifferent ? t('invitation.different') : undefined}
        onChange={(event) => setAgain(event.target.value)}
      />
    </WayInCard>
  );
}
