import { Alert, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api.ts';
import { sentenceOf } from '../error-text.ts';
import { Logo } from '../shell/logo.tsx';
import { returnPath } from './return-path.ts';
import styles from './sign-in-page.module.css';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

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
    <Center mih="100vh" p="md" className={styles.ground}>
      <Card withBorder padding="xl" w={380} shadow="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate();
          }}
        >
          <Stack>
            <Logo />
            <div>
              <Title order={1}>{t('signIn.title')}</Title>
              <Text c="dimmed">{t('signIn.hint')}</Text>
            </div>
            {signIn.isError && (
              <Alert color="red" role="alert">
                {sentenceOf(signIn.error)}
              </Alert>
            )}
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
            <Button type="submit" loading={signIn.isPending}>
              {t('action.signIn')}
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  );
}
