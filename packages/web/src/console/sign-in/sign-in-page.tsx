import { Alert, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client, sentenceOf } from '../api.ts';
import { Logo } from '../shell/logo.tsx';
import { returnPath } from './return-path.ts';
import styles from './sign-in-page.module.css';

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
  useEffect(() => void (document.title = 'Sign in · Oriel'), []);
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
              <Title order={1}>Sign in</Title>
              <Text c="dimmed">The first start prints the administrator&apos;s sign-in.</Text>
            </div>
            {signIn.isError && (
              <Alert color="red" role="alert">
                {sentenceOf(signIn.error)}
              </Alert>
            )}
            <TextInput
              label="E-mail"
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  );
}
