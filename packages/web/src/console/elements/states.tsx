import { ApiError } from '@oriel/client';
import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconFileOff,
  IconLock,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { errorKind, type ErrorKind } from '../api/error-kind.ts';
import { sentenceOf } from '../api/error-text.ts';
import styles from './states.module.css';

/** Placeholder of a page that is loading. */
export function LoadingState() {
  return (
    <Center className={styles.state}>
      <Loader role="status" aria-label={t('state.loading')} size="sm" />
    </Center>
  );
}

interface MessageStateProps {
  title: string;
  text?: string | undefined;
  icon?: Icon | undefined;
  /** What can be done about it. */
  children?: React.ReactNode;
}

/** Placeholder of a page with nothing to show: why, and the actions that help. */
export function MessageState({ title, text, icon: StateIcon, children }: MessageStateProps) {
  return (
    <Center className={styles.state}>
      <Stack align="center" gap={6} maw={460} ta="center">
        {StateIcon && <StateIcon className={styles.icon} size={32} stroke={1.5} aria-hidden="true" />}
        <Title order={2}>{title}</Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {children && (
          <Group mt="sm" gap="xs" justify="center">
            {children}
          </Group>
        )}
      </Stack>
    </Center>
  );
}

interface ErrorStateProps {
  /** What could not be done, for a failure that says nothing better of itself. */
  title: string;
  /** Said in place of `title` where the thing is not there (404). */
  missing?: string;
  error: unknown;
  isRetrying: boolean;
  onRetry(): void;
}

/**
 * Says what went wrong and offers what helps: another try where one may succeed, else the way to the workspace. A fault
 * of the server comes with the id under which its log has the request.
 */
export function ErrorState({ title, missing, error, isRetrying, onRetry }: ErrorStateProps) {
  const kind = errorKind(error);
  const own = appearances[kind];
  const requestId = kind === 'failed' && error instanceof ApiError ? error.requestId : undefined;
  const ownTitle = kind === 'notFound' ? (missing ?? own.title?.()) : own.title?.();
  return (
    <div role="alert">
      <MessageState title={ownTitle ?? title} text={own.text?.() ?? sentenceOf(error)} icon={own.icon}>
        {own.mayRetry ? (
          <Button variant="light" loading={isRetrying} onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        ) : (
          <Button component={Link} to="/workspace" variant="light">
            {t('action.toWorkspace')}
          </Button>
        )}
        {requestId !== undefined && (
          <Text size="xs" c="dimmed" w="100%">
            {t('state.request', { id: requestId })}
          </Text>
        )}
      </MessageState>
    </div>
  );
}

interface Appearance {
  icon: Icon;
  /** Whether the same request may have another outcome. */
  mayRetry: boolean;
  title?(): string;
  text?(): string;
}

const appearances: Readonly<Record<ErrorKind, Appearance>> = {
  signedOut: {
    icon: IconLock,
    mayRetry: true,
    title: () => t('problem.signedOut'),
    text: () => t('problem.signedOutText'),
  },
  forbidden: {
    icon: IconLock,
    mayRetry: false,
    title: () => t('problem.forbidden'),
    text: () => t('problem.forbiddenText'),
  },
  notFound: {
    icon: IconFileOff,
    mayRetry: false,
    title: () => t('problem.notFound'),
    text: () => t('problem.notFoundText'),
  },
  conflict: { icon: IconAlertTriangle, mayRetry: true, title: () => t('problem.conflict') },
  invalid: { icon: IconAlertTriangle, mayRetry: false },
  busy: { icon: IconClockPause, mayRetry: true },
  full: { icon: IconAlertTriangle, mayRetry: true },
  unreachable: { icon: IconPlugConnectedX, mayRetry: true },
  refused: { icon: IconAlertTriangle, mayRetry: true },
  failed: { icon: IconAlertTriangle, mayRetry: true },
  broken: { icon: IconAlertTriangle, mayRetry: true },
};
