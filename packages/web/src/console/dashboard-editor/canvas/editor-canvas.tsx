import type { DashboardConfig, DashboardWidget } from '@oriel/contract';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import GridLayout, { type Compactor, type EventCallback, type Layout } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import type { DashboardViewProps } from '../../../dashboard/elements/dashboard-view-props.ts';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { isControl } from '@oriel/dashboard/control-states';
import { boxOf, cellsAt, gridOf, type CanvasGrid } from './canvas-grid.ts';
import { withContainer } from '../draft/container-moves.ts';
import { findWidget, rulesOf, withPlaces } from '../draft/dashboard-draft.ts';
import { DragContext, isTarget } from './drag-context.ts';
import {
  openContainers,
  pointIn,
  targetAt,
  type Box,
  type DropTarget,
  type OpenContainer,
} from './drop-targets.ts';
import { createEdgeScroll } from './edge-scroll.ts';
import { EditedWidget } from './edited-widget.tsx';
import { useEditor } from '../draft/editor-context.ts';
import { inReadingOrder, place, type Placed } from '../draft/grid-placement.ts';
import { useChildDrag, type ChildDrag } from './use-child-drag.ts';
import { onWidgetKey, placeText, sayWhere, sizeText } from './widget-keys.ts';
import { sizeOnGrid } from '../draft/widget-sizes.ts';
import styles from './canvas.module.css';

interface EditorCanvasProps extends DashboardViewProps {
  /** In pixels. */
  width: number;
}

/** The widest grid of a draft with its widgets as they are drawn, to be dragged, resized and moved by the keyboard. */
export function EditorCanvas({ width, ...view }: EditorCanvasProps) {
  const editor = useEditor();
  const { draft, edit, select, selected, announce } = editor;
  const rules = rulesOf(draft);
  const grid = useMemo(() => gridOf(draft, width), [draft, width]);
  const isCoarse = useMediaQuery('(pointer: coarse)') ?? false;
  const mover = useMemo(() => createMover(rules.closesGaps), [rules.closesGaps]);
  const widgets = useStableOrder(draft.widgets ?? []);
  const canvas = useRef<HTMLDivElement>(null);
  const open = useRef<readonly OpenContainer[]>([]);
  const cancel = useRef<() => void>(undefined);
  const [target, setTarget] = useState<DropTarget>();
  const child = useChildDrag({ editor, canvas, grid });
  const edge = useMemo(
    () =>
      // The library looks where the mouse is when it moves alone.
      createEdgeScroll(({ x, y }) =>
        document.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y, bubbles: true })),
      ),
    [],
  );
  useEffect(() => edge.stop, [edge]);
  useEffect(() => () => cancel.current?.(), []);
  const scroll = (event: Event) => {
    const pointer = pointerOf(event);
    if (pointer) edge.follow({ x: pointer.clientX, y: pointer.clientY });
  };
  const start: EventCallback = (places, _before, item) => {
    if (!item) return;
    const controls = new Set(widgets.filter(isControl).map(({ id }) => id));
    mover.hold(
      item.i,
      places.map((each) => ({ ...placedOf(each), isControl: controls.has(each.i) })),
    );
    select(item.i);
    cancel.current = onEscape(() => {
      mover.putBack();
      setTarget(undefined);
      // The library lets go of what it holds.
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    });
  };
  /** Ends a drag; answers whether it counts. */
  const end = (): boolean => {
    edge.stop();
    cancel.current?.();
    cancel.current = undefined;
    setTarget(undefined);
    return mover.letGo();
  };
  const overContainer = (event: Event): DropTarget | undefined => {
    const pointer = pointerOf(event);
    return canvas.current && pointer ? targetAt(open.current, pointIn(canvas.current, pointer)) : undefined;
  };
  const drag: EventCallback = (_places, _before, _item, _placeholder, event) => {
    if (mover.isPutBack()) return;
    const over = overContainer(event);
    mover.setAside(over !== undefined);
    scroll(event);
    setTarget((now) => (isSameTarget(now, over) ? now : over));
  };
  const stop =
    (say: (item: Placed) => string): EventCallback =>
    (places, _before, item) => {
      if (!end()) return announce(t('say.putBack'));
      edit((now) => withPlaces(now, places.map(placedOf)));
      const settled = places.find(({ i }) => i === item?.i);
      if (settled) announce(say(placedOf(settled)));
    };
  const drop: EventCallback = (places, before, item, ...others) => {
    if (!item || !target || mover.isPutBack()) return stop(placeText)(places, before, item, ...others);
    end();
    const change = (now: DashboardConfig) => withContainer(now, item.i, target.containerId, target.index);
    edit(change);
    editor.focus(item.i);
    announce(sayWhere(change(draft), item.i, editor.labelOf));
  };
  const shownTarget = child.drag?.target ?? target;
  const drags = useMemo(() => ({ target: shownTarget, press: child.press }), [shownTarget, child.press]);
  return (
    <DragContext value={drags}>
      {/* The library would add a style element of this id, which the page's policy refuses; what it would say is in the style sheet. */}
      <span id="react-draggable-style-el" hidden />
      <div ref={canvas} className={styles.sheet} data-takes={shownTarget !== undefined}>
        <GridLayout
          className={styles.grid}
          width={width}
          layout={widgets.map(({ id, position: { x, y, w, h } }) => ({ i: id, x, y, w, h }))}
          gridConfig={grid}
          dragConfig={{
            enabled: true,
            cancel: `[role=tab], .${styles.child}`,
            // A finger that moves over a widget scrolls the page; it drags by the handle.
            ...(isCoarse && { handle: `.${styles.handle}` }),
          }}
          resizeConfig={{ enabled: true, handles: ['se', 's', 'e'] }}
          compactor={mover.compactor}
          onDragStart={(...args) => {
            start(...args);
            const id = args[2]?.i;
            open.current =
              id !== undefined && canvas.current ? openContainers(draft, id, canvas.current) : [];
          }}
          onResizeStart={start}
          onResize={(_places, _before, _item, _placeholder, event) => scroll(event)}
          onDrag={drag}
          onDragStop={drop}
          onResizeStop={stop(sizeText)}
        >
          {widgets.map((widget) => (
            <div
              key={widget.id}
              className={styles.item}
              role="group"
              aria-roledescription={t('canvas.widget')}
              aria-label={editor.labelOf(widget)}
              aria-describedby="dashboard-editor-keys"
              data-widget-id={widget.id}
              data-chosen={selected === widget.id}
              data-takes={isTarget(drags, widget.id)}
              // Its keys move it: it is operated as a whole, and holds what is drawn.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              onClick={() => select(widget.id)}
              onKeyDown={(event) => onWidgetKey(event, widget.id, editor)}
            >
              <span className={styles.handle} aria-hidden="true" />
              <EditedWidget {...view} widget={widget} />
            </div>
          ))}
        </GridLayout>
        {shownTarget?.line && <DropLine {...shownTarget.line} />}
        {child.drag && <DraggedChild {...child.drag} grid={grid} />}
      </div>
    </DragContext>
  );
}

/** Between which children of a container a widget would lie. */
function DropLine({ left, top, right, bottom }: Box) {
  return <span className={styles.line} style={{ left, top, width: right - left, height: bottom - top }} />;
}

/** What a widget that is dragged out of a container is called, at the pointer, and where it would lie on the grid. */
function DraggedChild({ id, at, target, grid }: ChildDrag & { grid: CanvasGrid }) {
  const { draft, labelOf } = useEditor();
  const widget = findWidget(draft, id);
  if (!widget) return null;
  return (
    <>
      {!target && (
        <span className={styles.landing} style={boxOf(grid, cellsAt(grid, at, sizeOnGrid(widget)))} />
      )}
      <span className={styles.dragged} style={{ left: at.x, top: at.y }}>
        {labelOf(widget)}
      </span>
    </>
  );
}

/**
 * In reading order when the editor opens and when widgets come or go; moving one does not move what is drawn in the
 * document.
 */
function useStableOrder(widgets: readonly DashboardWidget[]): DashboardWidget[] {
  const ids = widgets.map(({ id }) => id).join('\n');
  const order = useMemo(
    () => inReadingOrder(widgets.map(({ id, position }) => ({ ...position, id }))).map(({ id }) => id),
    // Positions are read when a widget comes or goes.
    // oxlint-disable-next-line react/exhaustive-deps
    [ids],
  );
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

interface Mover {
  readonly compactor: Compactor;
  /** A widget is dragged or resized, of those that lie so. */
  hold(id: string, places: readonly Placed[]): void;
  /** Whether what is held is over a container that takes it: then the others lie as they lay. */
  setAside(isAside: boolean): void;
  /** Everything lies again as it lay, until the drag ends. */
  putBack(): void;
  isPutBack(): boolean;
  /** The drag ends; answers whether it counts. */
  letGo(): boolean;
}

/**
 * Moves others out of the way of the widget that is held, as if it had come from where it lay to where it is now;
 * nothing moves at other times, so that a draft is shown as it is.
 */
function createMover(closesGaps: boolean): Mover {
  let held: { id: string; places: readonly Placed[] } | undefined;
  let isAside = false;
  let isBack = false;
  return {
    hold(id, places) {
      held = { id, places };
      isBack = false;
    },
    setAside(isSo) {
      isAside = isSo;
    },
    putBack() {
      isBack = true;
    },
    isPutBack: () => isBack,
    letGo() {
      const counts = !isBack;
      held = undefined;
      isAside = false;
      isBack = false;
      return counts;
    },
    compactor: {
      type: null,
      // What overlaps is moved below, by the rules of the draft.
      allowOverlap: true,
      compact(layout, columns) {
        const moved = layout.find(({ i }) => i === held?.id);
        if (!moved || !held) return [...layout];
        const { id, places: before } = held;
        const aside = () => before.map((each) => (each.id === id ? placedOf(moved) : each));
        const beside = () => place(before, placedOf(moved), { columns, closesGaps });
        const settled = isBack ? before : isAside ? aside() : beside();
        const places = new Map(settled.map((each) => [each.id, each]));
        return layout.map((item) => {
          const { x, y, w, h } = places.get(item.i) ?? item;
          return { ...item, x, y, w, h };
        });
      },
    },
  };
}

/** Hears Escape before anything else does, once; answers what ends that. */
function onEscape(act: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    stop();
    act();
  };
  const stop = () => window.removeEventListener('keydown', listen, true);
  window.addEventListener('keydown', listen, true);
  return stop;
}

const placedOf = ({ i, x, y, w, h }: Layout[number]): Placed => ({ id: i, x, y, w, h });

/** Where a mouse or a finger is. */
function pointerOf(event: Event): Pick<MouseEvent, 'clientX' | 'clientY'> | undefined {
  if (event instanceof MouseEvent) return event;
  const { changedTouches } = event as Partial<TouchEvent>;
  return changedTouches?.[0];
}

const isSameTarget = (one: DropTarget | undefined, other: DropTarget | undefined) =>
  one?.containerId === other?.containerId && one?.index === other?.index;
