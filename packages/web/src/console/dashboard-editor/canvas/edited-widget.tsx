import type { DashboardWidget } from '@oriel/contract';
import type { DashboardViewProps } from '../../../dashboard/elements/dashboard-view-props.ts';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { isTarget, useCanvasDrag } from './drag-context.ts';
import { DrawnWidget } from './drawn-widget.tsx';
import { useEditor } from '../draft/editor-context.ts';
import { onWidgetKey } from './widget-keys.ts';
import styles from './canvas.module.css';

/** A widget that is not used but edited: of a container what is in it can be chosen. */
export function EditedWidget({ widget, ...view }: DashboardViewProps & { widget: DashboardWidget }) {
  const { drawn } = useEditor();
  const isContainer = widget.type === 'CONTAINER';
  return (
    <div
      ref={(element) => drawn(widget.id, element?.parentElement)}
      className={styles.content}
      inert={!isContainer}
    >
      <DrawnWidget
        {...view}
        widget={widget}
        renderChild={(child) => <EditedChild key={child.id} {...view} widget={child} />}
      />
    </div>
  );
}

function EditedChild({ widget, ...view }: DashboardViewProps & { widget: DashboardWidget }) {
  const editor = useEditor();
  const drag = useCanvasDrag();
  return (
    <div
      className={styles.child}
      role="group"
      aria-roledescription={t('canvas.widget')}
      aria-label={editor.labelOf(widget)}
      aria-describedby="dashboard-editor-keys"
      data-widget-id={widget.id}
      data-chosen={editor.selected === widget.id}
      data-takes={isTarget(drag, widget.id)}
      onPointerDown={(event) => {
        event.stopPropagation();
        // A finger that moves over a widget scrolls the page; it drags by the handle.
        const isHandle =
          event.target instanceof Element && event.target.classList.contains(styles.handle ?? '');
        if (event.pointerType !== 'touch' || isHandle) drag?.press(event, widget.id);
      }}
      // Its keys move it: it is operated as a whole, and holds what is drawn.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onClick={(event) => {
        event.stopPropagation();
        editor.select(widget.id);
      }}
      onKeyDown={(event) => {
        onWidgetKey(event, widget.id, editor);
        event.stopPropagation();
      }}
    >
      {drag && <span className={styles.handle} aria-hidden="true" />}
      <EditedWidget {...view} widget={widget} />
    </div>
  );
}
