import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useState } from 'react';
import type { Item } from '../api/workspace-api.ts';
import styles from './drag-to-folder.module.css';
import { t } from '../../../messages/console-texts.ts';

/** A drag begins here; below it, a press is a click. */
const DRAG_DISTANCE_PX = 6;
/** A finger that rests for so long drags; one that moves sooner scrolls. */
const TOUCH_DELAY_MS = 300;

interface DragToFolderProps {
  /** What is dragged along when one of it is dragged. */
  selected: readonly Item[];
  /** False while a move is on its way: one at a time. */
  isEnabled: boolean;
  onMove(items: readonly Item[], folderId: number | null): void;
  children: React.ReactNode;
}

/** Lets the rows of the list be dragged onto folders, in the list and in the tree. */
export function DragToFolder({ selected, isEnabled, onMove, children }: DragToFolderProps) {
  const [dragged, setDragged] = useState<readonly Item[]>([]);
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } });
  const touch = useSensor(TouchSensor, {
    activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: DRAG_DISTANCE_PX },
  });
  const sensors = useSensors(isEnabled ? mouse : null, isEnabled ? touch : null);
  const onDragStart = ({ active }: DragStartEvent) => {
    // What rows and folders carry is what they registered themselves with.
    const { item } = active.data.current as { item: Item };
    setDragged(selected.some(({ type, id }) => type === item.type && id === item.id) ? selected : [item]);
  };
  const onDragEnd = ({ over }: DragEndEvent) => {
    setDragged([]);
    const target = over?.data.current as { folderId: number | null } | undefined;
    if (target && !dragged.some((item) => item.type === 'FOLDER' && item.id === target.folderId))
      onMove(dragged, target.folderId);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged([])}
    >
      {children}
      <DragOverlay>
        {dragged.length > 0 && (
          <div className={styles.ghost}>
            {t('workspace.drag', { count: dragged.length, name: dragged[0]?.name ?? '' })}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
