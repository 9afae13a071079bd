import { themeProperties } from './look/dashboard-theme.ts';
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isPrinted, pageConfig } from '../page/page-config.ts';
import { DashboardHeader } from './dashboard-header.tsx';
import type { DashboardViewProps } from './elements/dashboard-view-props.ts';
import { ZoneContext } from './dates/zone-context.ts';
import { OtherFilters } from './controls/lazy-other-filters.tsx';
import { OutageBanner } from './elements/outage-banner.tsx';
import { lazyReport } from './elements/lazy-report.tsx';
import { isNarrow, layOut } from './widgets/layout.ts';
import { UpdateStatus } from './update-status.tsx';
import { Widget } from './widgets/widget.tsx';
import './look/tokens.css';
import look from './look/look.module.css';
import styles from './dashboard-view.module.css';

const AppFrame = lazyReport(() => import('./app/app-frame.tsx').then((module) => module.AppFrame));

const PrintedDashboard = lazyReport(
  async () => (await import('./print/printed-dashboard.tsx')).PrintedDashboard,
);

const ToldFilters = lazyReport(async () => (await import('./print/told-filters.tsx')).ToldFilters);

/** A published dashboard: laid out for the width that it has, or as the app that it is. */
export function DashboardView(props: DashboardViewProps) {
  const { store, onAppFailed } = props;
  const { config } = store.dashboard;
  const { toldFilters = [] } = pageConfig();
  // Queries without a zone are asked in UTC.
  const zoneOf = useCallback(() => store.choices().timezone ?? 'UTC', [store]);
  return (
    <div className={look.look} data-part="dashboard" style={themeProperties(config.theme)}>
      {!props.hidesOutage && <OutageBanner store={store} />}
      <DashboardHeader {...props} />
      <OtherFilters store={store} />
      {config.kind === 'APP' ? (
        <AppFrame
          key={store.dashboard.versionId}
          {...props}
          onProblem={({ message }) => onAppFailed?.(message, true)}
        />
      ) : isPrinted() ? (
        <PrintedDashboard {...props} />
      ) : (
        <ZoneContext value={zoneOf}>
          <Widgets {...props} />
        </ZoneContext>
      )}
      {config.kind !== 'APP' && <UpdateStatus store={store} />}
      {toldFilters.length > 0 && <ToldFilters store={store} filters={toldFilters} />}
    </div>
  );
}

function Widgets(props: DashboardViewProps) {
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
    <div className={styles.dashboard} ref={container} style={style}>
      {isShown &&
        inReadingOrder.map((widget) => {
          const position = grid.positions.get(widget.id);
          if (!position) return null;
          const { x, y, w, h } = position;
          return (
            <div
              key={widget.id}
              className={styles.cell}
              data-flowed={grid.flowed.has(widget.id) || isNarrow(grid.columns)}
              style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
            >
              <Widget {...props} widget={widget} depth={0} />
            </div>
          );
        })}
    </div>
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
