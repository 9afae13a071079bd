import { themeProperties } from './dashboard-theme.ts';
import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ChartWidget } from './chart-widget.tsx';
import { FilterWidget } from './control-widgets.tsx';
import { FieldWidget, TimeGrainWidget } from './select-widgets.tsx';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';
import type { DashboardViewProps } from './dashboard-view-props.ts';
import { OutageBanner } from './outage-banner.tsx';
import { isNarrow, layOut } from './layout.ts';
import { MarkdownText } from './markdown-text.tsx';
import { t } from '../messages/dashboard-texts.ts';
import './tokens.css';
import look from './look.module.css';
import styles from './dashboard-view.module.css';

/** A published dashboard, laid out for the width that it has. */
export function DashboardView(props: DashboardViewProps) {
  const { store } = props;
  const { config } = store.dashboard;
  const [container, width] = useWidth();
  const isShown = width > 0;
  useEffect(() => {
    if (isShown) store.markShown();
  }, [isShown, store]);
  const widgets = config.widgets ?? [];
  const grid = layOut(widgets, config.layout, width);
  const style: CSSProperties = {
    gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
    gridAutoRows: `${grid.rowHeight}px`,
    gap: `${grid.margin[1]}px ${grid.margin[0]}px`,
    padding: `var(--dashboard-padding, ${grid.padding[1]}px ${grid.padding[0]}px)`,
  };
  const inReadingOrder = widgets.toSorted(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x,
  );
  return (
    <div className={look.look} data-part="dashboard" style={themeProperties(config.theme)}>
      {!props.hidesOutage && <OutageBanner store={store} />}
      <div className={styles.dashboard} data-narrow={isNarrow(grid.columns)} ref={container} style={style}>
        {isShown &&
          inReadingOrder.map((widget) => {
            const { x, y, w, h } = grid.positions.get(widget.id) ?? widget.position;
            return (
              <div
                key={widget.id}
                className={styles.cell}
                style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
              >
                <Widget {...props} widget={widget} depth={0} />
              </div>
            );
          })}
      </div>
    </div>
  );
}

function Widget({
  widget,
  depth,
  ...props
}: DashboardViewProps & { widget: DashboardWidget; depth: number }) {
  switch (widget.type) {
    case 'CHART':
      return <ChartWidget {...props} widget={widget} />;
    case 'TEXT':
      return <TextWidget store={props.store} widget={widget} />;
    case 'FILTER':
      return <FilterWidget store={props.store} widget={widget} />;
    case 'TIME_GRAIN':
      return <TimeGrainWidget store={props.store} widget={widget} />;
    case 'FIELD':
      return <FieldWidget store={props.store} widget={widget} />;
    case 'SPACER':
      return null;
    case 'DIVIDER':
      return <hr className={styles.divider} data-orientation={widget.config?.orientation ?? 'horizontal'} />;
    case 'CONTAINER':
      return depth < MAX_CONTAINER_DEPTH ? <Container {...props} widget={widget} depth={depth + 1} /> : null;
    default:
      return <p className={`${look.card} ${look.quiet}`}>{t('unsupported', { type: widget.type })}</p>;
  }
}

function TextWidget({ store, widget }: Pick<DashboardViewProps, 'store'> & { widget: WidgetOf<'TEXT'> }) {
  const markRendered = useCallback(() => store.markRendered(widget.id), [store, widget.id]);
  return <MarkdownText isCard content={widget.config?.content ?? ''} onRendered={markRendered} />;
}

function Container({
  widget,
  depth,
  ...props
}: DashboardViewProps & { widget: WidgetOf<'CONTAINER'>; depth: number }) {
  const { title, direction, columns, children } = widget.config ?? {};
  return (
    <section
      className={styles.container}
      data-direction={direction ?? 'horizontal'}
      style={{ '--columns': columns ?? 2 } as CSSProperties}
      {...(title && { 'aria-label': title })}
    >
      {title && <h3>{title}</h3>}
      <div>
        {children?.map((child) => (
          <Widget key={child.id} {...props} widget={child} depth={depth} />
        ))}
      </div>
    </section>
  );
}

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
