import { Button, Group } from '@mantine/core';
import type { ConsoleSession } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useSessionChanges } from './security-api.ts';
import { SessionTable } from './session-table.tsx';

/** Where the user is signed in. */
export function SessionsSection({ sessions }: { sessions: readonly ConsoleSession[] }) {
  const { end, endOthers } = useSessionChanges();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection title={t('security.sessions.title')} hint={t('security.sessions.hint')}>
      <SessionTable sessions={sessions} end={end} />
      <FailureAlert error={end.error} />
      {sessions.length > 1 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('security.sessions.endOthers')}
          </Button>
        </Group>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('security.sessions.endOthersTitle')}
          text={t('security.sessions.endOthersText')}
          action={t('security.sessions.endOthers')}
          mutation={endOthers}
          input={undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  );
}
