import type { DashboardWidget } from '@oriel/contract';
import { alternativesOf, isControl, isHidden } from '@oriel/dashboard/control-states';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { grainLabel } from '../controls/select-widgets.tsx';
import { controlName, useKnownMembers, type KnownMembers } from '../controls/use-known-members.ts';
import { filterText } from '../filters/filter-text.ts';
import styles from './printed-dashboard.module.css';

/** What the controls of a dashboard say, in words; those that leave everything as it is are left out. */
export function PrintedControls({ store }: { store: DashboardStore }) {
  const members = useKnownMembers(store, store.widgets.some(isControl));
  const said = store.widgets.flatMap((widget) => {
    if (!isControl(widget) || isHidden(widget)) return [];
    const text = textOf(widget, store, members);
    return text === undefined ? [] : [{ id: widget.id, name: controlName(widget, members.nameOf), text }];
  });
  if (said.length === 0) return null;
  return (
    <dl className={styles.controls} data-part="printed-controls" data-settled={!members.isPending}>
      {said.map(({ id, name, text }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(
  widget: DashboardWidget,
  store: DashboardStore,
  { nameOf, typeOf }: KnownMembers,
): string | undefined {
  const { filters, grains, fields } = store.settings();
  switch (widget.type) {
    case 'FILTER': {
      const filter = filters.find(({ widgetId }) => widgetId === widget.id);
      return filter && filterText(filter, typeOf(filter.member));
    }
    case 'TIME_GRAIN': {
      const grain = grains.find(({ widgetId }) => widgetId === widget.id);
      return grain && grainLabel(grain.granularity);
    }
    case 'FIELD': {
      const selected = fields.find(({ widgetId }) => widgetId === widget.id)?.selected;
      const label = alternativesOf(widget).find(({ member }) => member === selected)?.label;
      return label === selected ? selected && nameOf(selected) : label;
    }
    default:
      return undefined;
  }
}
