import { Anchor, Badge, Button, Card, Center, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { OAuthClientSummary, OAuthInteraction } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client, useCurrentUser } from '../api/api.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { Logo } from '../shell/logo.tsx';
import styles from '../sign-in/sign-in-page.module.css';
import { leavePage } from '../storage/user-storage.ts';
import { useSettled } from './settled.ts';
import { WhatItGets } from './what-it-gets.tsx';

/** The frame of a page of OAuth: a card in the middle of an empty page. */
export function OAuthFrame({ children }: { children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" className={styles.ground} component="main">
      <Card withBorder padding="xl" w={460} maw="100%" shadow="sm">
        <Stack>
          <Logo />
          {children}
        </Stack>
      </Card>
    </Center>
  );
}

/** A page of OAuth that has nothing to ask: how it ended, or what comes first. */
export function OAuthMessage({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <OAuthFrame>
      <div role="status">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </OAuthFrame>
  );
}

interface ConsentCardProps {
  asked: Pick<OAuthInteraction, 'scopes' | 'deployments'> & { client: OAuthClientSummary };
  /** Between who asks and what for. */
  notice?: ReactNode;
  /** Between what for and the buttons. */
  children: ReactNode;
  /** Which answer is under way. */
  pending: 'allow' | 'deny' | undefined;
  error: Error | null;
  onAnswer(answer: 'allow' | 'deny'): void;
}

/**
 * Who asks for what, and the two answers. Neither has the focus at first, so that a key that was pressed too often
 * answers nothing.
 */
export function ConsentCard({ asked, notice, children, pending, error, onAnswer }: ConsentCardProps) {
  const isSettled = useSettled();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name } = asked.client;
  return (
    <OAuthFrame>
      <div>
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
          {t('oauth.consent.title', { name })}
        </Title>
        <ClientOrigin {...asked.client} />
      </div>
      <WhoIsAsked name={name} />
      {notice}
      <Divider />
      <div>
        <Title order={2} size="h5" mb="xs">
          {t('oauth.consent.gets')}
        </Title>
        <WhatItGets {...asked} />
      </div>
      <Divider />
      {children}
      <FailureAlert error={error} />
      <Group grow>
        <Button
          variant="default"
          disabled={pending === 'allow'}
          loading={pending === 'deny'}
          onClick={() => onAnswer('deny')}
        >
          {t('oauth.consent.deny')}
        </Button>
        <Button
          disabled={!isSettled || pending === 'deny'}
          loading={pending === 'allow'}
          onClick={() => onAnswer('allow')}
        >
          {t('oauth.consent.allow')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t('oauth.consent.withdraw')}
      </Text>
    </OAuthFrame>
  );
}

/** Where a client says that it comes from; only its redirect address is checked. */
function ClientOrigin({ uri, isBuiltIn }: OAuthClientSummary) {
  if (isBuiltIn)
    return (
      <Badge variant="light" color="green" mt={4}>
        {t('oauth.consent.builtIn')}
      </Badge>
    );
  const host = uri === null ? undefined : URL.parse(uri)?.host;
  return host === undefined ? null : (
    <Text size="sm" c="dimmed">
      {t('oauth.consent.address', { host })}
    </Text>
  );
}

function WhoIsAsked({ name }: { name: string }) {
  const user = useCurrentUser().data;
  const switchUser = useSignInAgain();
  if (!user) return null;
  return (
    <Text>
      {t('oauth.consent.asks', { name, account: user.tenantName })}{' '}
      {t('oauth.consent.signedInAs', { email: user.email })}{' '}
      <Anchor component="button" type="button" onClick={() => switchUser.mutate()}>
        {t('oauth.consent.notYou')}
      </Anchor>
    </Text>
  );
}

/** Signs out, and leads over the sign-in back to this page. */
export function useSignInAgain() {
  const router = useRouter();
  const { href } = useRouterState({ select: ({ location }) => location });
  return useMutation({
    mutationFn: () => client.call('signOut', {}),
    onSuccess: () => leavePage(router.buildLocation({ to: '/sign-in', search: { from: href } }).href),
  });
}
