import { Alert, Button, Divider, Stack } from '@mantine/core';
import type { SignInMethods } from '@oriel/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { assertPasskey, hasPasskeys } from './passkey-calls.ts';
import { returnPath } from './return-path.ts';
import type { useEnter } from './use-enter.ts';
import { signInSentence } from './sign-in-sentence.ts';

/** How people sign in to the account; undefined until it is known, and where it cannot be read. */
export function useSignInMethods(): SignInMethods | undefined {
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: () => client.call('getSignInMethods', {}),
    staleTime: 60_000,
  }).data;
}

interface OtherWaysProps {
  methods: SignInMethods | undefined;
  /** Where one wanted to go. */
  from: string | undefined;
  enter: ReturnType<typeof useEnter>;
}

/** The ways in beside the password: identity providers, and passkeys where the browser knows them. */
export function OtherWays({ methods, from, enter }: OtherWaysProps) {
  const passkey = useMutation({
    mutationFn: () =>
      enter(async () => {
        const options = await client.call('getPasskeyOptions', { body: { purpose: 'sign-in' } });
        return client.call('signInWithPasskey', { body: await assertPasskey(options) });
      }),
  });
  const next = encodeURIComponent(returnPath(from));
  return (
    <Stack gap="xs">
      {methods?.providers.map(({ slug, name, startUrl }) => (
        <Button key={slug} component="a" href={`${startUrl}?next=${next}`} variant="default">
          {t('signIn.with', { name })}
        </Button>
      ))}
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('passkeySignIn.action')}
        </Button>
      )}
      {passkey.isError && (
        <Alert color="red" role="alert">
          {passkeySentence(passkey.error)}
        </Alert>
      )}
      <Divider label={t('signIn.or')} />
    </Stack>
  );
}

/** What to tell of a passkey that was not used: the browser's own errors are for programmers. */
export function passkeySentence(error: Error): string {
  return error.name === 'ApiError' ? signInSentence(error) : t('passkeySignIn.failed');
}
