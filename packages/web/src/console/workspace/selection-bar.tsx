import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconFolderSymlink } from '@tabler/icons-react';
import type { Item } from './workspace-api.ts';
import styles from './selection-bar.module.css';
import { t } from '../../messages/console-texts.ts';

interface SelectionBarProps {
  selected: readonly Item[];
  /** Everything that is loaded is selected, and there is more. */
  isAllOfPart: boolean;
  onAction(action: 'move' | 'rename' | 'delete'): void;
  onClear(): void;
}

/** How much is selected, and what can be done with it. */
export function SelectionBar({ selected, isAllOfPart, onAction, onClear }: SelectionBarProps) {
  if (selected.length === 0) return null;
  const isMany = selected.length !== 1;
  const count = t('workspace.selection.count', { count: selected.length });
  return (
    <Group
      className={styles.bar}
      justify="space-between"
      role="toolbar"
      aria-label={t('workspace.selection.label')}
    >
      <Text size="sm" fw={600}>
        {isAllOfPart ? t('workspace.selection.more', { selected: count }) : count}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          leftSection={<IconFolderSymlink size={15} />}
          onClick={() => onAction('move')}
        >
          {t('action.move')}
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label={t('workspace.selection.actions')}>
              <IconDots size={15} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isMany} onClick={() => onAction('rename')}>
              {t('action.rename')}
            </Menu.Item>
            <Menu.Item color="red" disabled={isMany} onClick={() => onAction('delete')}>
              {t('action.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {t('action.clear')}
        </Button>
      </Group>
    </Group>
  );
}
