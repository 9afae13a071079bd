import { isHidden } from '@oriel/dashboard/control-states';
import { arrangementOf, childrenOf } from '@oriel/dashboard/widgets';
import type { CSSProperties } from 'react';
import { isLine, statedColumns } from './container-lines.ts';
import type { ContainerProps } from './container-props.ts';
import styles from './container-widget.module.css';
import { WidgetTabs } from './widget-tabs.tsx';
import { WidgetTitle } from '../elements/widget-title.tsx';

/**
 * The columns of widgets side by side; there is no room between them for a line, where they lie in lines of their own.
 */
const tracksOf = (children: ReturnType<typeof childrenOf>) =>
  children.map((child) => (isLine(child) ? '1px' : 'minmax(0, 1fr)')).join(' ');

/** Widgets side by side, one below the other, in a grid, or behind tabs. */
export function ContainerWidget({ store, widget, depth, showsHidden = false, renderChild }: ContainerProps) {
  const { title } = widget.config ?? {};
  const arrangement = arrangementOf(widget);
  const children = childrenOf(widget).filter((child) => showsHidden || !isHidden(child));
  return (
    <section
      className={styles.container}
      data-direction={arrangement}
      style={
        { '--columns': statedColumns(widget, children), '--tracks': tracksOf(children) } as CSSProperties
      }
      {...(title && { 'aria-label': title })}
    >
      {title && <WidgetTitle title={title} depth={depth} />}
      {arrangement === 'tabs' ? (
        <WidgetTabs store={store} widget={widget} renderChild={renderChild} />
      ) : (
        <div className={styles.children}>{children.map(renderChild)}</div>
      )}
    </section>
  );
}
