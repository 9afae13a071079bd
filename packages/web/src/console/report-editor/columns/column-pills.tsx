import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { ActionIcon, Group, Menu, Select, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconDots, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '../../../messages/report-editor-texts.ts';
import type { Model } from '../../data-model/model-members.ts';
import { ColumnMenu, type ColumnActions } from './column-menu.tsx';
import { granularityText, usualGranularities } from '../query/granularity-text.ts';
import {
  draftColumns,
  withColumnAt,
  withGranularity,
  withoutMember,
  type DraftColumn,
  type QueryDraft,
} from '../query/query-draft.ts';
import styles from '../fields/report-editor.module.css';

/** A drag begins here; below it, a press is a click. */
const DRAG_DISTANCE_PX = 6;
/** A finger that rests for so long drags; one that moves sooner scrolls. */
const TOUCH_DELAY_MS = 300;

/** The row itself says where a column has come to; what a pointer drags is seen. */
const silent = () => undefined;
const unsaid = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: '' },
};

interface ColumnPillsProps {
  model: Model;
  draft: QueryDraft;
  actions: ColumnActions;
  titleOf(member: string): string;
  edit(change: (draft: QueryDraft) => QueryDraft): void;
  /** Columns that are none of members. */
  children?: ReactNode;
}

/**
 * The members that are asked for, in the order of the rows' columns: dragged, moved by the keyboard, or by their menus.
 */
export function ColumnPills({ model, draft, actions, titleOf, edit, children }: ColumnPillsProps) {
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } });
  const touch = useSensor(TouchSensor, {
    activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: DRAG_DISTANCE_PX },
  });
  const sensors = useSensors(mouse, touch);
  const [moved, setMoved] = useState<{ key: string; text: string }>();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What is moved in the page loses the focus.
    if (moved) list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(moved.key)}"]`)?.focus();
  }, [moved]);
  const columns = draftColumns(draft);
  if (columns.length === 0 && !children)
    return (
      <Text size="sm" c="dimmed" py={4}>
        {t('query.empty')}
      </Text>
    );
  const move = (column: DraftColumn, target: DraftColumn) => {
    const group = columns.filter((each) => each.group === column.group);
    edit((now) => withColumnAt(now, column.key, target.key));
    setMoved({
      key: column.key,
      text: t('query.moved', {
        member: titleOf(column.member),
        at: group.indexOf(target) + 1,
        count: group.length,
      }),
    });
  };
  return (
    <DndContext
      sensors={sensors}
      accessibility={unsaid}
      onDragEnd={({ active, over }) => {
        const column = columns.find(({ key }) => key === active.id);
        const target = columns.find(({ key }) => key === over?.id);
        if (column && target && column !== target && column.group === target.group) move(column, target);
      }}
    >
      <Group gap={6} ref={list}>
        {columns.map((column) => (
          <ColumnPill
            key={column.key}
            {...{ column, columns, model, draft, actions, titleOf, edit }}
            onMove={(target) => move(column, target)}
          />
        ))}
        {children}
        <VisuallyHidden role="status">{moved?.text}</VisuallyHidden>
      </Group>
    </DndContext>
  );
}

interface ColumnPillProps extends ColumnPillsProps {
  column: DraftColumn;
  columns: readonly DraftColumn[];
  onMove(target: DraftColumn): void;
}

function ColumnPill({ column, columns, model, draft, actions, titleOf, edit, onMove }: ColumnPillProps) {
  const { key, member, group } = column;
  const title = titleOf(member);
  const isKnown = model.members.has(member.split('.').slice(0, 2).join('.'));
  const drag = useDraggable({ id: key, data: { group } });
  const drop = useDroppable({ id: key });
  const isTarget = drop.isOver && drop.active?.id !== key && drop.active?.data.current?.['group'] === group;
  const peers = columns.filter((each) => each.group === group);
  const at = peers.indexOf(column);
  const before = peers[at - 1];
  const after = peers[at + 1];
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const target = { ArrowLeft: before, ArrowUp: before, ArrowRight: after, ArrowDown: after }[event.key];
    if (!target) return;
    event.preventDefault();
    onMove(target);
  };
  const { x = 0, y = 0 } = drag.transform ?? {};
  return (
    <span
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={styles.pill}
      data-kind={group}
      data-unknown={!isKnown || undefined}
      data-dragged={drag.isDragging || undefined}
      data-target={isTarget || undefined}
      style={drag.isDragging ? { transform: `translate(${x}px, ${y}px)` } : undefined}
    >
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <UnstyledButton
            {...drag.listeners}
            className={styles.pillName}
            data-column={key}
            aria-label={t('query.columnOf', { member: title })}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            onKeyDown={onKeyDown}
          >
            <span>{title}</span>
            <IconDots size={12} aria-hidden="true" className={styles.pillMore} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <ColumnMenu {...{ column, model, draft, actions, before, after, edit, onMove }} />
        </Menu.Dropdown>
      </Menu>
      {!isKnown && (
        <Text span size="xs">
          {t('query.unknown')}
        </Text>
      )}
      {group === 'times' && (
        <GrainSelect
          model={model}
          granularity={key.slice(member.length + 1)}
          member={member}
          title={title}
          onChange={(grain) => edit((now) => withGranularity(now, member, grain))}
        />
      )}
      <RemoveButton title={title} onRemove={() => edit((now) => withoutMember(now, member))} />
    </span>
  );
}

export function RemoveButton({ title, onRemove }: { title: string; onRemove(): void }) {
  return (
    <ActionIcon
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={t('query.remove', { member: title })}
      onClick={onRemove}
    >
      <IconX size={12} />
    </ActionIcon>
  );
}

interface GrainSelectProps {
  model: Model;
  member: string;
  granularity: string;
  title: string;
  onChange(granularity: string): void;
}

function GrainSelect({ model, member, granularity, title, onChange }: GrainSelectProps) {
  const own = model.members.get(member)?.granularities ?? [];
  const titles = new Map(own.map((grain) => [grain.name, grain.title]));
  const names = new Set([...usualGranularities, ...titles.keys(), granularity]);
  return (
    <Select
      size="xs"
      w={116}
      variant="unstyled"
      className={styles.grain}
      allowDeselect={false}
      aria-label={t('query.granularity', { member: title })}
      value={granularity}
      data={[...names].map((name) => ({ value: name, label: titles.get(name) ?? granularityText(name) }))}
      comboboxProps={{ width: 190, position: 'bottom-start' }}
      onChange={(name) => name !== null && onChange(name)}
    />
  );
}
