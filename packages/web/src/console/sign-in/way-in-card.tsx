import { Alert, Button, Card, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../shell/logo.tsx';
import styles from './sign-in-page.module.css';
import { signInSentence } from './sign-in-sentence.ts';

interface WayInCardProps {
  title: string;
  hint: string | undefined;
  /** What the last try failed with; null for nothing. */
  error: Error | null;
  /** What the button says. */
  action: string;
  isPending: boolean;
  onSubmit(): void;
  /** The fields. */
  children: ReactNode;
  /** What stands below the button: other ways in. */
  footer?: ReactNode;
  /** What stands above the fields. */
  header?: ReactNode;
}

/** A form in the middle of an empty page, for visitors who are not signed in. */
export function WayInCard(props: WayInCardProps) {
  const { title, hint, error, action, isPending, onSubmit, children, footer, header } = props;
  return (
    <WayIn>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          <Heading title={title} text={hint} />
          {header}
          {error && (
            <Alert color="red" role="alert">
              {signInSentence(error)}
            </Alert>
          )}
          {children}
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          {footer}
        </Stack>
      </form>
    </WayIn>
  );
}

/** A message in the place of the form. */
export function WayInNotice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <WayIn>
      <Stack role="status">
        <Heading title={title} text={text} />
        {children}
      </Stack>
    </WayIn>
  );
}

/** The frame of all pages for visitors who are not signed in. */
export function WayIn({ children }: { children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" className={styles.ground}>
      <Card withBorder padding="xl" w={380} maw="100%" shadow="sm">
        {children}
      </Card>
    </Center>
  );
}

/** What such a page is about. */
export function Heading({ title, text }: { title: string; text: string | undefined }) {
  return (
    <>
      <Logo />
      <div>
        <Title order={1}>{title}</Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
      </div>
    </>
  );
}
