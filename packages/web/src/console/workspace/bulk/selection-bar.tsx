import { Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconDots, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useSurface } from '../../surface/surface.ts';
import type { Item } from '../api/workspace-api.ts';
import styles from './selection-bar.module.css';
import { t } from '../../../messages/console-texts.ts';

interface SelectionBarProps {
  selected: readonly Item[];
  /** Everything that is loaded is selected, and there is more. */
  isAllOfPart: boolean;
  /** Whether the user has asked to delete what may not be deleted. */
  isDeleteRefused: boolean;
  /** Absent where the user may make no workbooks. */
  onDuplicate: ((item: Item) => void) | undefined;
  onAction(action: 'move' | 'rename' | 'delete' | 'share'): void;
  onClear(): void;
}

/** How much is selected, and what the user may do with it. */
export function SelectionBar({
  selected,
  isAllOfPart,
  isDeleteRefused,
  onAction,
  onDuplicate,
  onClear,
}: SelectionBarProps) {
  if (selected.length === 0) return null;
  const count = t('workspace.selection.count', { count: selected.length });
  // What may be moved may be deleted.
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
            mayShare={movable === selected.length}
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
        {movable > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            c="red"
            leftSection={<IconTrash size={15} />}
            onClick={() => onAction('delete')}
          >
            {movable === selected.length
              ? t('action.delete')
              : t('workspace.selection.deletePart', { deletable: movable, total: selected.length })}
          </Button>
        )}
        {isDeleteRefused && movable === 0 && (
          <Text size="sm" role="status">
            {t('workspace.selection.notDeletable')}
          </Text>
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
  mayShare: boolean;
}

/** What is done with one item at a time. */
function MoreActions({ isOne, mayShare, onAction }: MoreActionsProps) {
  const { shows } = useSurface();
  const tooMany = isOne ? undefined : t('workspace.selection.oneByOne');
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm" variant="default" aria-label={t('workspace.selection.actions')}>
          <IconDots size={15} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Action label={t('action.rename')} reason={tooMany} onClick={() => onAction('rename')} />
        {mayShare && shows.share && (
          <Action label={t('action.share')} reason={tooMany} onClick={() => onAction('share')} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActionProps {
  label: string;
  /** Why it cannot be done; undefined where it can. */
  reason: string | undefined;
  onClick(): void;
}

/** An entry of the menu. One that cannot be chosen is reached all the same, by keys as well, and says why. */
function Action({ label, reason, onClick }: ActionProps) {
  if (reason === undefined) return <Menu.Item onClick={onClick}>{label}</Menu.Item>;
  return (
    <Tooltip label={reason} position="left" events={{ hover: true, focus: true, touch: true }}>
      <Menu.Item ref={markUnavailable} className={styles.unavailable} closeMenuOnClick={false}>
        {label}
      </Menu.Item>
    </Tooltip>
  );
}

/** The menu leaves out what it is told is disabled as keys move through it, and takes no `aria-disabled` of ours. */
function markUnavailable(item: HTMLElement | null): void {
  item?.setAttribute('aria-disabled', 'true');
}
