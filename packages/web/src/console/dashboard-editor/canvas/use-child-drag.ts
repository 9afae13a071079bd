import { useCallback, useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { cellsAt, type CanvasGrid } from './canvas-grid.ts';
import { openContainers, pointIn, targetAt, type DropTarget, type Point } from './drop-targets.ts';
import { withContainer, withGridPlace } from '../draft/container-moves.ts';
import { findWidget } from '../draft/dashboard-draft.ts';
import { createEdgeScroll } from './edge-scroll.ts';
import type { Editor } from '../draft/editor-context.ts';
import { sayWhere } from './widget-keys.ts';
import { sizeOnGrid } from '../draft/widget-sizes.ts';

/** A widget of a container on its way. */
export interface ChildDrag {
  readonly id: string;
  readonly at: Point;
  /** The container that it would come to lie in; undefined on the grid. */
  readonly target: DropTarget | undefined;
}

interface ChildDragOptions {
  editor: Editor;
  canvas: { readonly current: HTMLElement | null };
  grid: CanvasGrid;
}

/** In pixels, what a pointer moves before it drags. */
const STARTS_AT = 6;

/**
 * Drags widgets out of containers: into others, to another place in their own, or onto the grid. Escape puts them back.
 */
export function useChildDrag({ editor, canvas, grid }: ChildDragOptions) {
  const [drag, setDrag] = useState<ChildDrag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const press = useCallback(
    (pressed: ReactPointerEvent<HTMLElement>, id: string) => {
      const { current } = canvas;
      if (!current || pressed.button !== 0) return;
      const { clientX, clientY, pointerId } = pressed;
      let containers: ReturnType<typeof openContainers> | undefined;
      let last: ChildDrag | undefined;
      const edge = createEdgeScroll(({ x, y }) =>
        window.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerId })),
      );
      const move = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return;
        if (!containers && Math.hypot(event.clientX - clientX, event.clientY - clientY) < STARTS_AT) return;
        containers ??= openContainers(editor.draft, id, current);
        const at = pointIn(current, event);
        last = { id, at, target: targetAt(containers, at) };
        setDrag(last);
        edge.follow({ x: event.clientX, y: event.clientY });
      };
      const end = () => {
        for (const [type, listener] of listeners)
          window.removeEventListener(type, listener as EventListener, true);
        edge.stop();
        stop.current = undefined;
        setDrag(undefined);
      };
      const drop = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return;
        const dropped = last;
        end();
        if (dropped) put(dropped, editor, grid);
      };
      const key = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end();
      };
      const listeners = [
        ['pointermove', move],
        ['pointerup', drop],
        ['pointercancel', end],
        ['keydown', key],
      ] as const;
      stop.current?.();
      stop.current = end;
      for (const [type, listener] of listeners)
        window.addEventListener(type, listener as EventListener, true);
    },
    [editor, canvas, grid],
  );
  return { drag, press };
}

function put(
  { id, at, target }: ChildDrag,
  { draft, edit, select, announce, labelOf, focus }: Editor,
  grid: CanvasGrid,
): void {
  const widget = findWidget(draft, id);
  if (!widget) return;
  const change = (now: typeof draft) =>
    target
      ? withContainer(now, id, target.containerId, target.index)
      : withGridPlace(now, id, cellsAt(grid, at, sizeOnGrid(widget)));
  const next = change(draft);
  select(id);
  if (next === draft) return;
  edit(change);
  focus(id);
  announce(sayWhere(next, id, labelOf));
}
