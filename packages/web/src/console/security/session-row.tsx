import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { ConsoleSession } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { TimeCell } from '../settings/settings-table.tsx';
import { deviceName } from './device-name.ts';

interface SessionRowProps {
  session: ConsoleSession;
  isEnding: boolean;
  onEnd(): void;
}

/** A browser in which the user is signed in. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const device = deviceName(session.userAgent);
  const address = session.clientAddress ?? '';
  const used = formatTime(session.lastUsedAt);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fw={600} title={session.userAgent ?? undefined}>
            {device}
          </Text>
          {session.isCurrent && (
            <Badge size="sm" variant="light" miw="max-content">
              {t('security.sessions.current')}
            </Badge>
          )}
        </Group>
        {/* What the columns of wider screens say. */}
        <Text hiddenFrom="sm" size="xs" c="dimmed">
          {t('security.sessions.onPhone', { address, day: used })}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{address}</Table.Td>
      <Table.Td visibleFrom="sm">{t(`security.sessions.methods.${session.method}`)}</Table.Td>
      <TimeCell visibleFrom="sm">{used}</TimeCell>
      <Table.Td ta="end">
        {!session.isCurrent && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={isEnding}
            aria-label={t('security.sessions.endNamed', { device })}
            onClick={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
