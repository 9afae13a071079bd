import { Alert, Button, Stack } from '@mantine/core';
import { isApiError } from '@oriel/client';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../api/error-text.ts';

interface ConflictAlertProps {
  error: Error | null;
  /** Loads what the other editor has saved. */
  onReload(): void;
}

/**
 * Why a change was refused; where another editor saved first, with the way to go on. Nothing while there is no failure.
 */
export function ConflictAlert({ error, onReload }: ConflictAlertProps) {
  if (error === null) return null;
  if (!isApiError(error, 'version_conflict'))
    return (
      <Alert color="red" role="alert">
        {sentenceOf(error)}
      </Alert>
    );
  return (
    <Alert color="orange" role="alert" title={t('conflict.title')}>
      <Stack align="flex-start" gap="xs">
        {t('conflict.text')}
        <Button size="compact-sm" variant="default" onClick={onReload}>
          {t('conflict.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
