import { Alert, Button, Card, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../error-text.ts';
import { Logo } from '../shell/logo.tsx';
import styles from './sign-in-page.module.css';

interface WayInCardProps {
  title: string;
  hint: string;
  /** What the last try failed with; null for nothing. */
  error: Error | null;
  /** What the button says. */
  action: string;
  isPending: boolean;
  onSubmit(): void;
  /** The fields. */
  children: ReactNode;
}

/** A form in the middle of an empty page, for visitors who are not signed in. */
export function WayInCard({ title, hint, error, action, isPending, onSubmit, children }: WayInCardProps) {
  return (
    <Center mih="100vh" p="md" className={styles.ground}>
      <Card withBorder padding="xl" w={380} maw="100%" shadow="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <Stack>
            <Logo />
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed">{hint}</Text>
            </div>
            {error && (
              <Alert color="red" role="alert">
                {sentenceOf(error)}
              </Alert>
            )}
            {children}
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  );
}
