import { List, ThemeIcon } from '@mantine/core';
import type { OAuthInteraction } from '@oriel/contract';
import {
  IconDatabase,
  IconEye,
  IconMail,
  IconPencil,
  IconRefresh,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import styles from './what-it-gets.module.css';

type Asked = Pick<OAuthInteraction, 'scopes' | 'deployments'>;

/** What a client asks for, in words that need no knowledge of OAuth. */
export function WhatItGets(asked: Asked) {
  const lines = linesOf(asked);
  return (
    <List spacing="xs" center className={styles.list} aria-label={t('oauth.consent.gets')}>
      {lines.map(({ icon: LineIcon, text }) => (
        <List.Item
          key={text}
          icon={
            <ThemeIcon variant="light" size={26} radius="xl" aria-hidden="true">
              <LineIcon size={16} />
            </ThemeIcon>
          }
        >
          {text}
        </List.Item>
      ))}
    </List>
  );
}

interface Line {
  readonly icon: Icon;
  readonly text: string;
}

function linesOf({ scopes, deployments }: Asked): Line[] {
  const has = (scope: Asked['scopes'][number]) => scopes.includes(scope);
  const mayCall = has('api:read') || has('api:write');
  const lines: (Line | false)[] = [
    has('api:write')
      ? { icon: IconPencil, text: t('oauth.scope.write') }
      : has('api:read') && { icon: IconEye, text: t('oauth.scope.read') },
    mayCall && { icon: IconDatabase, text: reachOf(deployments) },
    has('openid') && { icon: IconUser, text: t('oauth.scope.identity') },
    has('email') && { icon: IconMail, text: t('oauth.scope.email') },
    has('offline_access') && { icon: IconRefresh, text: t('oauth.scope.offline') },
  ];
  const found = lines.filter((line) => line !== false);
  return found.length > 0 ? found : [{ icon: IconUser, text: t('oauth.scope.nothing') }];
}

function reachOf(deployments: Asked['deployments']): string {
  if (deployments === null) return t('oauth.scope.everywhere');
  const names = deployments.map(({ name }) => name).join(', ');
  return t('oauth.scope.somewhere', { count: deployments.length, names });
}
