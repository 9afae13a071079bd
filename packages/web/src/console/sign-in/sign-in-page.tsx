import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api.ts';
import { returnPath } from './return-path.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';
import { WayInCard } from './way-in-card.tsx';

/** The way in; it leads on to where one wanted to go. */
export function SignInPage() {
  const { from } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => client.call('signIn', { body: { email, password } }),
    onSuccess: async (user) => {
      queryClient.clear();
      queryClient.setQueryData(['user'], user);
      await navigate({ href: returnPath(from) });
    },
  });
  useDocumentTitle(t('signIn.title'));
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => emailField.current?.focus(), []);
  return (
    <WayInCard
      title={t('signIn.title')}
      hint={t('signIn.hint')}
      error={signIn.error}
      action={t('action.signIn')}
      isPending={signIn.isPending}
      onSubmit={() => signIn.mutate()}
    >
      <TextInput
        ref={emailField}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordInput
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </WayInCard>
  );
}
