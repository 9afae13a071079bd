import { Table, VisuallyHidden } from '@mantine/core';
import type { ConsoleSession } from '@oriel/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import { t } from '../../messages/console-texts.ts';
import { SettingsTable } from '../settings/settings-table.tsx';
import { SessionRow } from './session-row.tsx';

interface SessionTableProps {
  sessions: readonly ConsoleSession[];
  /** Ends one by its id. */
  end: Pick<UseMutationResult<unknown, Error, number>, 'isPending' | 'variables' | 'mutate'>;
}

/** Browsers in which a user is signed in. */
export function SessionTable({ sessions, end }: SessionTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('security.sessions.device')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.sessions.address')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.sessions.method')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('security.sessions.lastUsed')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('security.sessions.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={end.isPending && end.variables === session.id}
          onEnd={() => end.mutate(session.id)}
        />
      ))}
    </SettingsTable>
  );
}
