import type { DashboardWidget } from '@oriel/contract';
import { isControl, isUnbound } from '@oriel/dashboard/control-states';
import { aiConfigOf, childrenOf } from '@oriel/dashboard/widgets';
import type { ReactNode } from 'react';
import { ContainerWidget } from '../../../dashboard/widgets/container-widget.tsx';
import type { DashboardViewProps } from '../../../dashboard/elements/dashboard-view-props.ts';
import look from '../../../dashboard/look/look.module.css';
import { Widget } from '../../../dashboard/widgets/widget.tsx';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import styles from './canvas.module.css';

interface DrawnWidgetProps extends DashboardViewProps {
  widget: DashboardWidget;
  /** Draws what is in a container, so that it can be chosen. */
  renderChild(child: DashboardWidget): ReactNode;
}

/** A widget as viewers see it; what they do not see, or not yet, has a frame with a word in it. */
export function DrawnWidget({ widget, renderChild, ...props }: DrawnWidgetProps) {
  switch (widget.type) {
    case 'SPACER':
      return <Placeholder text={t('kind.SPACER')} />;
    case 'AI':
      return <AiPlaceholder widget={widget} />;
    case 'TEXT':
      if ((widget.config?.content ?? '').trim() === '') return <Placeholder text={t('canvas.emptyText')} />;
      break;
    case 'CHART':
      if (widget.config?.reportId == null) return <Placeholder text={t('canvas.noReport')} />;
      break;
    case 'CONTAINER':
      if (childrenOf(widget).length === 0) return <Placeholder text={t('canvas.emptyContainer')} />;
      return <ContainerWidget showsHidden store={props.store} widget={widget} renderChild={renderChild} />;
    default:
      if (isUnbound(widget)) return <Placeholder text={t('canvas.noMember')} />;
  }
  return <Widget {...props} widget={shown(widget)} depth={0} />;
}

/** A control that viewers do not see is shown to its author. */
function shown(widget: DashboardWidget): DashboardWidget {
  return isControl(widget) && widget.config?.visibility === 'hidden'
    ? ({ ...widget, config: { ...widget.config, visibility: 'visible' } } as DashboardWidget)
    : widget;
}

function Placeholder({ text }: { text: string }) {
  return <p className={`${styles.placeholder} ${look.quiet}`}>{text}</p>;
}

/** A text by AI is written for each viewer, of a dashboard that is published. */
function AiPlaceholder({ widget }: { widget: DashboardWidget }) {
  const { title, prompt } = aiConfigOf(widget);
  return (
    <section className={`${look.card} ${styles.ai}`}>
      <h3>{title ?? t('kind.AI')}</h3>
      <p>{prompt ?? t('canvas.aiWhole')}</p>
      <p className={styles.quiet}>{t('canvas.aiLater')}</p>
    </section>
  );
}
