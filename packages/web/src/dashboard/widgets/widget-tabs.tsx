import type { DashboardWidget } from '@oriel/contract';
import { isControl } from '@oriel/dashboard/control-states';
import { childrenOf, openTabOf } from '@oriel/dashboard/widgets';
import { useId, useRef, type KeyboardEvent } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { ContainerProps } from './container-props.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { controlName, isUnnamed, useKnownMembers } from '../controls/use-known-members.ts';
import { useOpenTabs } from '../store/use-store.ts';
import styles from './widget-tabs.module.css';

/**
 * One child at a time, and a tab for each. The arrow keys, Home and End open the tabs; what lies behind the others is
 * not on the page.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function WidgetTabs({ store, widget, renderChild }: ContainerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const open = openTabOf(widget, useOpenTabs(store));
  const children = childrenOf(widget);
  const isModelWanted = children.some(isControl) && children.some(isUnnamed);
  const { nameOf, isPending } = useKnownMembers(store, isModelWanted);
  if (!open) return null;
  const openAt = (index: number) => {
    const child = children[(index + children.length) % children.length];
    if (!child) return;
    store.openTab(widget.id, child.id);
    list.current?.querySelectorAll('button')[children.indexOf(child)]?.focus();
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const now = children.indexOf(open);
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: now + forwards,
      ArrowLeft: now - forwards,
      Home: 0,
      End: children.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    openAt(target);
  };
  const label = widget.config?.title ?? t('tabs.label');
  return (
    <>
      <div
        className={styles.tabs}
        ref={list}
        role="tablist"
        data-settled={!isPending}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
      >
        {children.map((child, index) => (
          <button
            key={child.id}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={child === open}
            aria-controls={child === open ? `${id}-panel` : undefined}
            tabIndex={child === open ? 0 : -1}
            onClick={() => store.openTab(widget.id, child.id)}
          >
            {titleOf(child, index, store, nameOf)}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        key={open.id}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${children.indexOf(open)}`}
      >
        {renderChild(withoutTitle(open))}
      </div>
    </>
  );
}

/** What stands on the tab does not stand above the content as well. */
function withoutTitle(widget: DashboardWidget): DashboardWidget {
  switch (widget.type) {
    case 'CHART':
      return { ...widget, config: { ...widget.config, hideTitle: true } };
    case 'CONTAINER':
      return { ...widget, config: { ...widget.config, title: null } };
    default:
      return widget;
  }
}

/** The title of a widget, of its report, or of its control. */
function titleOf(
  widget: DashboardWidget,
  index: number,
  store: DashboardStore,
  nameOf: (member: string) => string,
): string {
  const { title } = (widget.config ?? {}) as Record<string, unknown>;
  const snapshot = store.snapshot(widget.id);
  const texts: readonly unknown[] = [title, snapshot?.title, snapshot?.name, controlName(widget, nameOf)];
  const found = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
  return found ?? t('tabs.unnamed', { number: index + 1 });
}
