import { ActionIcon, Group, Text, Title, Tooltip } from '@mantine/core';
import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { changeText } from '../times/change-text.ts';
import { FolderCrumbs } from './folder-crumbs.tsx';
import { useSurface } from '../surface/surface.ts';
import styles from './item-heading.module.css';
import { t } from '../../messages/console-texts.ts';

interface ItemHeadingProps {
  /** Undefined where it is said elsewhere; a screen reader finds the page's name in the document then. */
  title: string | undefined;
  /** Whether the folders above are shown; default true. */
  hasWayBack?: boolean;
  folderPath: readonly WorkspaceFolderPathEntry[];
  /** ISO 8601; absent while it is loading. */
  updatedAt: string | undefined;
  owner: ResourceOwner | null | undefined;
  badges?: React.ReactNode;
  actions: React.ReactNode;
}

/** The heading of a report or a dashboard: its path, its name, when it was changed, and its actions. */
export function ItemHeading({
  hasWayBack = true,
  title,
  folderPath,
  updatedAt,
  owner,
  badges,
  actions,
}: ItemHeadingProps) {
  const { href } = useLocation();
  const { kind } = useSurface();
  return (
    <header className={styles.heading}>
      <div className={styles.text}>
        {hasWayBack && <FolderCrumbs folders={folderPath} />}
        <Group gap="xs">
          {title !== undefined && (
            <Title order={1} lineClamp={2}>
              {title}
            </Title>
          )}
          {badges}
        </Group>
        <Text size="xs" c="dimmed" mt={2}>
          {updatedAt !== undefined && changeText(updatedAt, owner)}
        </Text>
      </div>
      <Group gap="xs">
        {actions}
        {kind === 'console' && (
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
        )}
      </Group>
    </header>
  );
}
