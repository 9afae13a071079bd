import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/api.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { t } from '../../messages/console-texts.ts';
import { OtherWays, useSignInMethods } from './other-ways.tsx';
import { problemSentence } from './problem-sentence.ts';
import { useEnter } from './use-enter.ts';
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts';
import { WayInCard } from './way-in-card.tsx';

const isOfSurface = (from: string | undefined) => from?.startsWith('/embed/') === true;

/** The way in; it leads on to where one wanted to go. */
export function SignInPage() {
  const { from, problem } = useSearch({ from: '/sign-in' });
  const enter = useEnter(from);
  useSignInElsewhere(from);
  const methods = useSignInMethods();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => enter(() => client.call('signIn', { body: { email, password } })),
  });
  useDocumentTitle(t('signIn.title'));
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => emailField.current?.focus(), []);
  return (
    <WayInCard
      title={t('signIn.title')}
      // Where people come by a provider, or from a page of another site, nobody waits for what the first start has
      // printed.
      hint={methods?.providers.length === 0 && !isOfSurface(from) ? t('signIn.hint') : undefined}
      error={signIn.error}
      action={methods?.takesPasswords === false ? t('signIn.withPassword') : t('action.signIn')}
      isPending={signIn.isPending}
      onSubmit={() => signIn.mutate()}
      header={
        <>
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problemSentence(problem)}
            </Alert>
          )}
          <OtherWays methods={methods} from={from} enter={enter} />
        </>
      }
      footer={
        methods?.canResetPassword === true && (
          <Anchor component={Link} to="/forgot-password">
            {t('signIn.forgot')}
          </Anchor>
        )
      }
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
