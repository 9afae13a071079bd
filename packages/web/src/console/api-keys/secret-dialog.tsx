import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './secret-dialog.module.css';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';

interface SecretDialogProps {
  /** Default: that it is a key. */
  title?: string;
  secret: string;
  /** What belongs to the secret and is no secret itself. */
  children?: ReactNode;
  onClose(): void;
}

/** The only time that a key is seen: it closes by its button alone. */
export function SecretDialog({
  title = t('apiKeys.secret.title'),
  secret,
  children,
  onClose,
}: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {children}
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
