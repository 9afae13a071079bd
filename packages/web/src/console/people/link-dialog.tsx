import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import styles from '../api-keys/secret-dialog.module.css';
import { Dialog } from '../elements/dialog.tsx';

/** The link of an invitation, which is seen this once: it closes by its button alone. */
export function LinkDialog({ url, onClose }: { url: string; onClose(): void }) {
  return (
    <Dialog
      onClose={onClose}
      title={t('people.link.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange">{t('people.link.once')}</Alert>
        <Code block className={styles.secret}>
          {url}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button variant="light" data-autofocus onClick={copy}>
                {copied ? t('action.copied') : t('action.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('people.link.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
