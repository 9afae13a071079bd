import { ApiError } from '@oriel/client';
import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { sentenceOf } from './api.ts';
import styles from './states.module.css';

/** Stands where something will be when it has been loaded. */
export function LoadingState() {
  return (
    <Center className={styles.room}>
      <Loader aria-label="Loading" size="sm" />
    </Center>
  );
}

interface MessageStateProps {
  title: string;
  text?: string;
  /** What can be done about it. */
  children?: React.ReactNode;
}

/** Stands where there is nothing to show, and says why. */
export function MessageState({ title, text, children }: MessageStateProps) {
  return (
    <Center className={styles.room}>
      <Stack align="center" gap={6} maw={460} ta="center">
        <Title order={2}>{title}</Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {children}
      </Stack>
    </Center>
  );
}

interface ErrorStateProps {
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry(): void;
}

/** Says what went wrong, with the id under which the server's log has it, and offers another try. */
export function ErrorState({ title, error, isRetrying, onRetry }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <MessageState title={title} text={sentenceOf(error)}>
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request {requestId}
          </Text>
        )}
        <Button mt="xs" variant="light" loading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </MessageState>
    </div>
  );
}
