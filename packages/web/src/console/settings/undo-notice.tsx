import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import type { ConfigChanges } from '../api/use-config-changes.ts';

/** Says what was changed last, and offers to take it back. */
export function UndoNotice({ changes: { done, undo, forget, mutation } }: { changes: ConfigChanges }) {
  if (done === undefined) return null;
  return (
    <Alert color="green" role="status" withCloseButton closeButtonLabel={t('action.close')} onClose={forget}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {done}
        </Text>
        <Button size="compact-sm" variant="default" loading={mutation.isPending} onClick={undo}>
          {t('action.undo')}
        </Button>
      </Group>
    </Alert>
  );
}
