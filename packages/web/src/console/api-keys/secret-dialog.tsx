import { Alert, Button, Code, CopyButton, Group, Modal, Stack } from '@mantine/core';
import styles from './secret-dialog.module.css';

/** The only time that the key is seen: it closes by its button alone. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new key"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange">Copy it now. It is not shown again.</Alert>
        <Code block className={styles.secret}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
