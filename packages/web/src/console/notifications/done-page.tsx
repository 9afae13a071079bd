import { Card, Center, Stack, Text, Title } from '@mantine/core';
import { Logo } from '../shell/logo.tsx';
import styles from '../sign-in/sign-in-page.module.css';

/** Says in the middle of an empty page that something is done. */
export function DonePage({ title, text }: { title: string; text: string }) {
  return (
    <Center mih="100vh" p="md" className={styles.ground}>
      <Card withBorder padding="xl" w={380} maw="100%" shadow="sm">
        <Stack role="status">
          <Logo />
          <div>
            <Title order={1}>{title}</Title>
            <Text c="dimmed">{text}</Text>
          </div>
        </Stack>
      </Card>
    </Center>
  );
}
