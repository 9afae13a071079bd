import type { DashboardConfig, DashboardWidgetPosition } from '@oriel/contract';
import type { KeyboardEvent } from 'react';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { withStepIn, withStepOut } from '../draft/container-moves.ts';
import { containerOf, findWidget, withPosition, withStep } from '../draft/dashboard-draft.ts';
import type { Editor } from '../draft/editor-context.ts';

type Move = Readonly<Record<'x' | 'y', number>>;

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The keys of a widget that has the focus: the arrows move it by a cell, with Shift they make it wider, narrower,
 * higher or lower, Delete takes it away, Enter opens its settings. In a container the arrows move it among its
 * siblings. I puts it into the nearest container beside it, O takes it out of the one that it is in.
 */
export function onWidgetKey(event: KeyboardEvent, id: string, editor: Editor): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const move = ARROWS[event.key];
  if (move) event.preventDefault();
  if (move) return moveBy(move, { id, isResize: event.shiftKey }, editor);
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    editor.remove(id);
  }
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    editor.openSettings(id);
  }
  if (event.key === 'Escape') editor.select(undefined);
  const key = event.key.toLowerCase();
  if ((key === 'i' || key === 'o') && !event.repeat)
    moveAcross(key === 'i' ? withStepIn : withStepOut, id, editor);
}

/** Into a container or out of one, where the focus goes with it. */
function moveAcross(
  change: (draft: DashboardConfig, id: string) => DashboardConfig,
  id: string,
  { draft, edit, announce, select, labelOf, focus }: Editor,
): void {
  const next = change(draft, id);
  if (next === draft) return announce(t(change === withStepIn ? 'say.noContainer' : 'say.notInContainer'));
  edit((now) => change(now, id));
  select(id);
  focus(id);
  announce(sayWhere(next, id, labelOf));
}

/** Where a widget has come to lie, in words. */
export function sayWhere(draft: DashboardConfig, id: string, labelOf: Editor['labelOf']): string {
  const container = containerOf(draft, id);
  if (container) return t('say.movedInto', { name: labelOf(container) });
  const { position } = findWidget(draft, id) ?? {};
  return position ? placeText(position) : '';
}

function moveBy(
  { x, y }: Move,
  { id, isResize }: { id: string; isResize: boolean },
  { draft, edit, announce, select }: Editor,
): void {
  select(id);
  const container = containerOf(draft, id);
  if (container && isResize) return announce(t('say.sizedByContainer'));
  const step = x + y > 0 ? 1 : -1;
  const change = (now: DashboardConfig): DashboardConfig => {
    const { position } = findWidget(now, id) ?? {};
    if (!position) return now;
    if (container) return withStep(now, id, step);
    if (isResize)
      return withPosition(now, id, { w: Math.max(1, position.w + x), h: Math.max(1, position.h + y) });
    // Where gaps are closed one step down may lead back; it goes on until another widget is passed.
    for (let far = 1; far <= (y > 0 ? lowestOf(now) - position.y : 1); far += 1) {
      const moved = withPosition(now, id, { x: position.x + x * far, y: position.y + y * far });
      if (moved !== now) return moved;
    }
    return now;
  };
  const next = change(draft);
  if (next === draft) return announce(t('say.noFurther'));
  edit(change);
  const after = findWidget(next, id)?.position;
  if (container) announce(t('say.step'));
  else if (after) announce(isResize ? sizeText(after) : placeText(after));
}

export const placeText = ({ x, y }: Pick<DashboardWidgetPosition, 'x' | 'y'>) =>
  t('say.place', { column: x + 1, row: y + 1 });

export const sizeText = ({ w, h }: Pick<DashboardWidgetPosition, 'w' | 'h'>) =>
  t('say.size', { columns: w, rows: h });

/** The row below all widgets. */
const lowestOf = ({ widgets }: DashboardConfig) =>
  Math.max(1, ...(widgets ?? []).map(({ position: { y, h } }) => y + h));
