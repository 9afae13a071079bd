import { Button, Group, Menu, Text, Tooltip } from '@mantine/core';
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
            mayDeleteSome={movable > 0}
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
  mayDeleteSome: boolean;
}

/** What is done with one item at a time. */
function MoreActions({ isOne, mayDelete, mayDeleteSome, onAction }: MoreActionsProps) {
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
        {mayDelete && shows.share && (
          <Action label={t('action.share')} reason={tooMany} onClick={() => onAction('share')} />
        )}
        {mayDeleteSome && (
          <Action
            label={t('action.delete')}
            color="red"
            reason={mayDelete ? tooMany : t('workspace.selection.notDeletable')}
            onClick={() => onAction('delete')}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActionProps {
  label: string;
  color?: string;
  /** Why it cannot be done; undefined where it can. */
  reason: string | undefined;
  onClick(): void;
}

/** An entry of the menu. One that cannot be chosen is reached all the same, by keys as well, and says why. */
function Action({ label, color, reason, onClick }: ActionProps) {
  const colors = color === undefined ? {} : { color, c: color };
  if (reason === undefined)
    return (
      <Menu.Item {...colors} onClick={onClick}>
        {label}
      </Menu.Item>
    );
  return (
    <Tooltip label={reason} position="left" events={{ hover: true, focus: true, touch: true }}>
      <Menu.Item {...colors} ref={markUnavailable} className={styles.unavailable} closeMenuOnClick={false}>
        {label}
      </Menu.Item>
    </Tooltip>
  );
}

/** The menu leaves out what it is told is disabled as keys move through it, and takes no `aria-disabled` of ours. */
function markUnavailable(item: HTMLElement | null): void {
  item?.setAttribute('aria-disabled', 'true');
}
