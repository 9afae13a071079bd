import { Alert, Button, Group, Stack } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { Copyable } from '../elements/copyable.tsx';
import { Dialog } from '../elements/dialog.tsx';

/** The only time that recovery codes are seen: it closes by its button alone. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Dialog
      onClose={onClose}
      title={t('factors.codes.dialog')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange">{t('factors.codes.once')}</Alert>
        <Copyable text={codes.join('\n')} label={t('factors.codes.dialog')} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('factors.codes.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
