import type { DashboardWidget } from '@oriel/contract';
import type { DashboardViewProps } from '../../dashboard/dashboard-view-props.ts';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { DrawnWidget } from './drawn-widget.tsx';
import { useEditor } from './editor-context.ts';
import { onWidgetKey } from './widget-keys.ts';
import styles from './canvas.module.css';

/** A widget that is not used but edited: of a container what is in it can be chosen. */
export function EditedWidget({ widget, ...view }: DashboardViewProps & { widget: DashboardWidget }) {
  const isContainer = widget.type === 'CONTAINER';
  return (
    <div className={styles.content} inert={!isContainer}>
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
  return (
    <div
      className={styles.child}
      role="group"
      aria-roledescription={t('canvas.widget')}
      aria-label={editor.labelOf(widget)}
      aria-describedby="dashboard-editor-keys"
      data-widget-id={widget.id}
      data-chosen={editor.selected === widget.id}
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
      <EditedWidget {...view} widget={widget} />
    </div>
  );
}
