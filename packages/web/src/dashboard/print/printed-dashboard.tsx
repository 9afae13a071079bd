import type { DashboardWidget } from '@oriel/contract';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';
import { DASHBOARD_LAYOUT_DEFAULTS } from '@oriel/contract/layout';
import { isControl } from '@oriel/dashboard/control-states';
import { childrenOf } from '@oriel/dashboard/widgets';
import { useEffect, type CSSProperties } from 'react';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { Widget } from '../widgets/widget.tsx';
import { WidgetTitle } from '../elements/widget-title.tsx';
import { PrintedControls } from './printed-controls.tsx';
import styles from './printed-dashboard.module.css';

/** Pixels that a chart may take of a sheet: three of them fill one, or a high one with another. */
const HEIGHTS = { least: 190, usual: 315, high: 640 };
/** Beyond so many a chart is meant to be high. */
const HIGH = 480;

/**
 * A dashboard for sheets of paper: its title, what its controls say in words, and its widgets one below the other.
 * Tables have all their rows.
 */
export function PrintedDashboard(props: DashboardViewProps) {
  const { store } = props;
  const { title, config } = store.dashboard;
  const widgets = inReadingOrder(config.widgets ?? []);
  // A chart alone has its title itself.
  const isOneChart = widgets.filter(isPrinted).length === 1;
  useEffect(() => store.markShown(), [store]);
  return (
    <main className={styles.sheets} data-part="sheets">
      <header className={styles.head}>
        {title && !isOneChart && <h1>{title}</h1>}
        <PrintedControls store={store} />
      </header>
      <PrintedWidgets {...props} widgets={widgets} depth={0} />
    </main>
  );
}

interface PrintedWidgetsProps extends DashboardViewProps {
  widgets: readonly DashboardWidget[];
  depth: number;
}

/** Controls are told in words, and what only separates widgets that lie side by side is left out. */
function PrintedWidgets({ widgets, depth, ...props }: PrintedWidgetsProps) {
  const { rowHeight, margin } = DASHBOARD_LAYOUT_DEFAULTS;
  const layout = props.store.dashboard.config.layout;
  const row = layout?.rowHeight ?? rowHeight;
  const gap = layout?.margin?.[1] ?? margin[1] ?? 0;
  return widgets.filter(isPrinted).map((widget) => {
    if (widget.type === 'CONTAINER')
      return <PrintedContainer key={widget.id} {...props} widget={widget} depth={depth} />;
    const { h } = widget.position;
    const stated = h * row + (h - 1) * gap;
    const height = Math.min(stated > HIGH ? HEIGHTS.high : HEIGHTS.usual, Math.max(HEIGHTS.least, stated));
    const { kind } = props.store.snapshot(widget.id) ?? {};
    return (
      <div
        key={widget.id}
        className={styles.widget}
        data-grows={widget.type !== 'CHART' || kind === undefined || kind === 'table'}
        style={{ '--height': `${height}px` } as CSSProperties}
      >
        <Widget {...props} widget={widget} depth={depth} />
      </div>
    );
  });
}

/** What it holds, one below the other, behind whichever tab. */
function PrintedContainer({
  widget,
  depth,
  ...props
}: DashboardViewProps & { widget: DashboardWidget; depth: number }) {
  if (depth >= MAX_CONTAINER_DEPTH) return null;
  const { title } = (widget.config ?? {}) as { title?: unknown };
  return (
    <section data-widget-id={widget.id}>
      {typeof title === 'string' && title !== '' && (
        <WidgetTitle className={styles.title} title={title} depth={depth} />
      )}
      <PrintedWidgets {...props} widgets={childrenOf(widget)} depth={depth + 1} />
    </section>
  );
}

function isPrinted(widget: DashboardWidget): boolean {
  if (isControl(widget) || widget.type === 'SPACER') return false;
  return widget.type !== 'DIVIDER' || widget.config?.orientation !== 'vertical';
}

function inReadingOrder(widgets: readonly DashboardWidget[]): DashboardWidget[] {
  return widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
}
