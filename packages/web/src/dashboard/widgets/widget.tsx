import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import { MAX_CONTAINER_DEPTH } from '@oriel/contract/limits';
import { isHidden } from '@oriel/dashboard/control-states';
import { useCallback } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { ChartWidget } from './chart-widget.tsx';
import { ContainerWidget } from './container-widget.tsx';
import { FilterWidget } from '../controls/control-widgets.tsx';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { lazyReport } from '../elements/lazy-report.tsx';
import look from '../look/look.module.css';
import { MarkdownText } from '../text/markdown-text.tsx';
import { FieldWidget, TimeGrainWidget } from '../controls/select-widgets.tsx';
import styles from './widget.module.css';

const SummaryWidget = lazyReport(async () => (await import('../summary/summary-widget.tsx')).SummaryWidget);

interface WidgetProps extends DashboardViewProps {
  widget: DashboardWidget;
  /** In how many containers it is. */
  depth: number;
}

/** A part of a dashboard in an element that has its id; a control that is hidden is none. */
export function Widget(props: WidgetProps) {
  if (isHidden(props.widget)) return null;
  return (
    <div className={styles.widget} data-widget-id={props.widget.id}>
      <WidgetBody {...props} />
    </div>
  );
}

function WidgetBody({ widget, depth, ...props }: WidgetProps) {
  switch (widget.type) {
    case 'CHART':
      return <ChartWidget {...props} widget={widget} depth={depth} />;
    case 'TEXT':
      return <TextWidget store={props.store} widget={widget} />;
    case 'AI':
      return <SummaryWidget {...props} widget={widget} depth={depth} />;
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
      return depth < MAX_CONTAINER_DEPTH ? (
        <ContainerWidget
          store={props.store}
          widget={widget}
          depth={depth}
          renderChild={(child) => <Widget key={child.id} {...props} widget={child} depth={depth + 1} />}
        />
      ) : null;
    default:
      return <p className={`${look.card} ${look.quiet}`}>{t('unsupported', { type: widget.type })}</p>;
  }
}

function TextWidget({ store, widget }: Pick<DashboardViewProps, 'store'> & { widget: WidgetOf<'TEXT'> }) {
  const markRendered = useCallback(() => store.markRendered(widget.id), [store, widget.id]);
  return <MarkdownText isCard content={widget.config?.content ?? ''} onRendered={markRendered} />;
}
