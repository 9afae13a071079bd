import { ActionIcon, Group, Text, Title, Tooltip } from '@mantine/core';
import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { changeText } from './change-text.ts';
import { FolderCrumbs } from './folder-crumbs.tsx';
import styles from './item-heading.module.css';
import { t } from '../messages/console-texts.ts';

interface ItemHeadingProps {
  title: string;
  folderPath: readonly WorkspaceFolderPathEntry[];
  /** ISO 8601; absent while it is loading. */
  updatedAt: string | undefined;
  owner: ResourceOwner | null | undefined;
  badges?: React.ReactNode;
  actions: React.ReactNode;
}

/** The heading of a report or a dashboard: its path, its name, when it was changed, and its actions. */
export function ItemHeading({ title, folderPath, updatedAt, owner, badges, actions }: ItemHeadingProps) {
  const { href } = useLocation();
  return (
    <header className={styles.heading}>
      <div className={styles.text}>
        <FolderCrumbs folders={folderPath} />
        <Group gap="xs">
          <Title order={1} lineClamp={2}>
            {title}
          </Title>
          {badges}
        </Group>
        <Text size="xs" c="dimmed" mt={2}>
          {updatedAt !== undefined && changeText(updatedAt, owner)}
        </Text>
      </div>
      <Group gap="xs">
        {actions}
        <Tooltip label={t('item.openInTab')}>
          <ActionIcon
            component="a"
            href={href}
            target="_blank"
            variant="default"
            size={36}
            aria-label={t('item.openInTab')}
          >
            <IconExternalLink size={17} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </header>
  );
}
