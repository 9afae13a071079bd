import type { DashboardWidget } from '@oriel/contract';
import { useMediaQuery } from '@mantine/hooks';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { useMemo } from 'react';
import GridLayout, { type Compactor, type EventCallback, type Layout } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import type { DashboardViewProps } from '../../dashboard/dashboard-view-props.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { rulesOf, withPlaces } from './dashboard-draft.ts';
import { EditedWidget } from './edited-widget.tsx';
import { useEditor } from './editor-context.ts';
import { inReadingOrder, place, type Placed } from './grid-placement.ts';
import { placeText, sizeText, onWidgetKey } from './widget-keys.ts';
import styles from './canvas.module.css';

interface EditorCanvasProps extends DashboardViewProps {
  /** In pixels. */
  width: number;
}

/** The widest grid of a draft with its widgets as they are drawn, to be dragged, resized and moved by the keyboard. */
export function EditorCanvas({ width, ...view }: EditorCanvasProps) {
  const editor = useEditor();
  const { draft, edit, select, selected, announce } = editor;
  const { layout } = draft;
  const rules = rulesOf(draft);
  const isCoarse = useMediaQuery('(pointer: coarse)') ?? false;
  const mover = useMemo(() => createMover(rules.closesGaps), [rules.closesGaps]);
  const widgets = useStableOrder(draft.widgets ?? []);
  const start: EventCallback = (places, _before, item) => {
    if (item) mover.hold(item.i, places.map(placedOf));
    if (item) select(item.i);
  };
  const stop =
    (say: (item: Placed) => string): EventCallback =>
    (places, _before, item) => {
      mover.letGo();
      edit((now) => withPlaces(now, places.map(placedOf)));
      if (item) announce(say(placedOf(item)));
    };
  return (
    <>
      {/* The library would add a style element of this id, which the page's policy refuses; what it would say is in the style sheet. */}
      <span id="react-draggable-style-el" hidden />
      <GridLayout
        className={styles.grid}
        width={width}
        layout={widgets.map(({ id, position: { x, y, w, h } }) => ({ i: id, x, y, w, h }))}
        gridConfig={{
          cols: rules.columns,
          rowHeight: layout?.rowHeight ?? DASHBOARD_LAYOUT_DEFAULTS.rowHeight,
          margin: pair(layout?.margin, DASHBOARD_LAYOUT_DEFAULTS.margin),
          containerPadding: pair(layout?.containerPadding, DASHBOARD_LAYOUT_DEFAULTS.containerPadding),
        }}
        // A finger that moves over a widget scrolls the page; it drags by the handle.
        dragConfig={{ enabled: true, cancel: '[role=tab]', ...(isCoarse && { handle: `.${styles.handle}` }) }}
        resizeConfig={{ enabled: true, handles: ['se', 's', 'e'] }}
        compactor={mover.compactor}
        onDragStart={start}
        onResizeStart={start}
        onDragStop={stop(placeText)}
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
    </>
  );
}

/** In reading order when the editor opens and when widgets come or go; moving one does not move what is drawn in the document. */
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
  letGo(): void;
}

/**
 * Moves others out of the way of the widget that is held, as if it had come from where it lay to where it is now; nothing moves at other times, so
 * that a draft is shown as it is.
 */
function createMover(closesGaps: boolean): Mover {
  let held: { id: string; places: readonly Placed[] } | undefined;
  return {
    hold(id, places) {
      held = { id, places };
    },
    letGo() {
      held = undefined;
    },
    compactor: {
      type: null,
      // What overlaps is moved below, by the rules of the draft.
      allowOverlap: true,
      compact(layout, columns) {
        const moved = layout.find(({ i }) => i === held?.id);
        if (!moved || !held) return [...layout];
        const settled = place(held.places, placedOf(moved), { columns, closesGaps });
        const places = new Map(settled.map((each) => [each.id, each]));
        return layout.map((item) => {
          const { x, y, w, h } = places.get(item.i) ?? item;
          return { ...item, x, y, w, h };
        });
      },
    },
  };
}

const placedOf = ({ i, x, y, w, h }: Layout[number]): Placed => ({ id: i, x, y, w, h });

const pair = (
  values: readonly number[] | null | undefined,
  fallback: readonly [number, number],
): [number, number] => [values?.[0] ?? fallback[0], values?.[1] ?? fallback[1]];
