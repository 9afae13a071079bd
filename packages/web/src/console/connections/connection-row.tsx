import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import type { Connection } from './connections-api.ts';

const colors = new Map([
  ['active', 'green'],
  ['expired', 'yellow'],
  ['error', 'red'],
]);

interface ConnectionRowProps extends Connection {
  isBusy: boolean;
  onConnect(): void;
  onDisconnect(): void;
}

/** One provider: whether the user is connected, since when, what went wrong last, and what can be done. */
export function ConnectionRow({ integration, token, isBusy, onConnect, onDisconnect }: ConnectionRowProps) {
  const { name } = integration;
  const status = token?.status ?? 'none';
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4">
              {name}
            </Title>
            <Badge color={colors.get(status) ?? 'gray'} variant="light" autoContrast>
              {t(`connections.status.${status}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {new URL(integration.authUrl).host}
          </Text>
          {token?.status === 'active' && (
            <Text size="sm" mt={4}>
              {token.accessTokenExpiresAt == null
                ? t('connections.since', { time: formatTime(token.createdAt) })
                : t('connections.until', { time: formatTime(token.accessTokenExpiresAt) })}
            </Text>
          )}
          {token?.lastError != null && (
            <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
              {t('connections.lastError', { error: token.lastError })}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {status !== 'active' && (
            <Button
              size="compact-md"
              loading={isBusy}
              aria-label={t('connections.connectNamed', { name })}
              onClick={onConnect}
            >
              {token ? t('connections.reconnect') : t('connections.connect')}
            </Button>
          )}
          {token && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={t('connections.disconnectNamed', { name })}
              onClick={onDisconnect}
            >
              {t('connections.disconnect')}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}
