import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import styles from './secret-dialog.module.css';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../dialog.tsx';

/** The only time that the key is seen: it closes by its button alone. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog
      onClose={onClose}
      title={t('apiKeys.secret.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange">{t('apiKeys.secret.once')}</Alert>
        <Code block className={styles.secret}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy}>
                {copied ? t('action.copied') : t('action.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('apiKeys.secret.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
