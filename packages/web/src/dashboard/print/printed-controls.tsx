import type { DashboardWidget } from '@oriel/contract';
import { alternativesOf, isControl, isHidden } from '@oriel/dashboard/control-states';
import type { DashboardStore } from '../dashboard-store.ts';
import { grainLabel } from '../select-widgets.tsx';
import { controlName, useMemberNames } from '../use-member-names.ts';
import { filterText } from './control-text.ts';
import styles from './printed-dashboard.module.css';

/** What the controls of a dashboard say, in words; those that leave everything as it is are left out. */
export function PrintedControls({ store }: { store: DashboardStore }) {
  const nameOf = useMemberNames(store);
  const said = store.widgets.flatMap((widget) => {
    if (!isControl(widget) || isHidden(widget)) return [];
    const text = textOf(widget, store, nameOf);
    return text === undefined ? [] : [{ id: widget.id, name: controlName(widget, nameOf), text }];
  });
  if (said.length === 0) return null;
  return (
    <dl className={styles.controls} data-part="printed-controls">
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
  nameOf: (member: string) => string,
): string | undefined {
  const { filters, grains, fields } = store.settings();
  switch (widget.type) {
    case 'FILTER': {
      const filter = filters.find(({ widgetId }) => widgetId === widget.id);
      return filter && filterText(filter);
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
