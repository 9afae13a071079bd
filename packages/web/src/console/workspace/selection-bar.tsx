import { Button, Group, Menu, Text } from '@mantine/core';
import { IconCopy, IconDots, IconFolderSymlink } from '@tabler/icons-react';
import { useSurface } from '../surface.ts';
import type { Item } from './workspace-api.ts';
import styles from './selection-bar.module.css';
import { t } from '../../messages/console-texts.ts';

interface SelectionBarProps {
  selected: readonly Item[];
  /** Everything that is loaded is selected, and there is more. */
  isAllOfPart: boolean;
  /** Absent where the user may make no workbooks. */
  onDuplicate: ((item: Item) => void) | undefined;
  onAction(action: 'move' | 'rename' | 'delete' | 'share'): void;
  onClear(): void;
}

/** How much is selected, and what the user may do with it. */
export function SelectionBar({ selected, isAllOfPart, onAction, onDuplicate, onClear }: SelectionBarProps) {
  if (selected.length === 0) return null;
  const count = t('workspace.selection.count', { count: selected.length });
  const movable = selected.filter(({ canManage }) => canManage).length;
  const mayRename = selected.every(({ canEdit }) => canEdit);
  const single = selected.length === 1 ? selected[0] : undefined;
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
        {movable > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconFolderSymlink size={15} />}
            onClick={() => onAction('move')}
          >
            {movable === selected.length
              ? t('action.move')
              : t('workspace.selection.movePart', { movable, total: selected.length })}
          </Button>
        )}
        {mayRename && (
          <MoreActions
            isOne={selected.length === 1}
            mayDelete={movable === selected.length}
            onAction={onAction}
          />
        )}
        {onDuplicate && single?.type === 'WORKBOOK' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={15} />}
            onClick={() => onDuplicate(single)}
          >
            {t('editing.duplicate')}
          </Button>
        )}
        {movable === 0 && !mayRename && (
          <Text size="sm" c="dimmed">
            {t('workspace.selection.readOnly')}
          </Text>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {t('action.clear')}
        </Button>
      </Group>
    </Group>
  );
}

interface MoreActionsProps extends Pick<SelectionBarProps, 'onAction'> {
  isOne: boolean;
  mayDelete: boolean;
}

/** What is done with one item at a time. */
function MoreActions({ isOne, mayDelete, onAction }: MoreActionsProps) {
  const { shows } = useSurface();
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm" variant="default" aria-label={t('workspace.selection.actions')}>
          <IconDots size={15} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!isOne} onClick={() => onAction('rename')}>
          {t('action.rename')}
        </Menu.Item>
        {mayDelete && shows.share && (
          <Menu.Item disabled={!isOne} onClick={() => onAction('share')}>
            {t('action.share')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item color="red" c="red" disabled={!isOne} onClick={() => onAction('delete')}>
            {t('action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
