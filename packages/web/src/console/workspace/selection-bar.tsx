import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconFolderSymlink } from '@tabler/icons-react';
import type { Item } from './workspace-api.ts';
import styles from './selection-bar.module.css';

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
  return (
    <Group className={styles.bar} justify="space-between" role="toolbar" aria-label="Selection">
      <Text size="sm" fw={600}>
        {selected.length.toLocaleString()} selected{isAllOfPart && ', there are more below'}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          leftSection={<IconFolderSymlink size={15} />}
          onClick={() => onAction('move')}
        >
          Move
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label="More actions">
              <IconDots size={15} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isMany} onClick={() => onAction('rename')}>
              Rename
            </Menu.Item>
            <Menu.Item color="red" disabled={isMany} onClick={() => onAction('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Group>
  );
}
