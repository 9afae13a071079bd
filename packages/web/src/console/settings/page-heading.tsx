import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  hint: string;
  /** The main action of the page. */
  children?: ReactNode;
}

/** The name of a page, what it is for, and its main action. */
export function PageHeading({ title, hint, children }: PageHeadingProps) {
  return (
    <Group justify="space-between" align="flex-end" mb="md">
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{hint}</Text>
      </div>
      {children}
    </Group>
  );
}
