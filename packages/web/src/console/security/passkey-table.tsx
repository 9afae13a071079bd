import { Button, Table, VisuallyHidden } from '@mantine/core';
import type { Passkey } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatDay } from '../times/format-time.ts';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';

interface PasskeyTableProps {
  passkeys: readonly Passkey[];
  onAction(action: 'rename' | 'remove', passkey: Passkey): void;
}

/** The passkeys of the user, with what can be done with each. */
export function PasskeyTable({ passkeys, onAction }: PasskeyTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('security.passkeys.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.passkeys.added')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.passkeys.lastUsed')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('security.passkeys.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {passkeys.map((passkey) => (
        <Table.Tr key={passkey.id}>
          <Table.Td fw={600}>{passkey.name}</Table.Td>
          <TimeCell visibleFrom="sm">{formatDay(passkey.createdAt)}</TimeCell>
          <TimeCell visibleFrom="sm">
            {passkey.lastUsedAt === null ? t('never') : formatDay(passkey.lastUsedAt)}
          </TimeCell>
          <Table.Td ta="end">
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('security.passkeys.renameNamed', { name: passkey.name })}
              onClick={() => onAction('rename', passkey)}
            >
              {t('security.passkeys.rename')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('security.passkeys.removeNamed', { name: passkey.name })}
              onClick={() => onAction('remove', passkey)}
            >
              {t('security.passkeys.remove')}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
