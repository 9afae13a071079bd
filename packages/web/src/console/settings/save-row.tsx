import { Button, Group, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from './failure-alert.tsx';

interface SaveRowProps {
  isChanged: boolean;
  isBusy: boolean;
  /** Whether what is shown has just been saved. */
  isSaved: boolean;
  error: Error | null;
}

/** The end of a form on a page: why it was refused, its button, and whether it is saved. */
export function SaveRow({ isChanged, isBusy, isSaved, error }: SaveRowProps) {
  return (
    <>
      <FailureAlert error={error} />
      <Group>
        <Button type="submit" disabled={!isChanged} loading={isBusy}>
          {t('action.save')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isSaved && !isChanged ? t('settings.saved') : ''}
        </Text>
      </Group>
    </>
  );
}
