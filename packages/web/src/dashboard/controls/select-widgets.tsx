import type { WidgetOf } from '@oriel/contract';
import { alternativesOf, granularitiesOf } from '@oriel/dashboard/control-states';
import { useId } from 'react';
import { findText, t } from '../../messages/dashboard-texts.ts';
import styles from './control.module.css';
import type { DashboardStore } from '../store/dashboard-store.ts';
import field from '../look/field.module.css';
import { controlName, isUnnamed, useKnownMembers } from './use-known-members.ts';
import { useControl } from '../store/use-store.ts';

interface SelectProps<Type extends 'TIME_GRAIN' | 'FIELD'> {
  store: DashboardStore;
  widget: WidgetOf<Type>;
}

/** A choice of the granularity that charts are cut by; their own by default. */
export function TimeGrainWidget({ store, widget }: SelectProps<'TIME_GRAIN'>) {
  const choices = granularitiesOf(widget).map((value) => ({ value, label: grainLabel(value) }));
  return (
    <SelectWidget
      store={store}
      widget={widget}
      choices={[{ value: '', label: t('grain.own') }, ...choices]}
    />
  );
}

/** A choice of the member that charts show. */
export function FieldWidget({ store, widget }: SelectProps<'FIELD'>) {
  const alternatives = alternativesOf(widget);
  const { nameOf } = useKnownMembers(
    store,
    alternatives.some(({ label, member }) => label === member),
  );
  const choices = alternatives.map(({ member, label }) => ({
    value: member,
    label: label === member ? nameOf(member) : label,
  }));
  return <SelectWidget store={store} widget={widget} choices={choices} initial={widget.config?.member} />;
}

interface SelectWidgetProps extends SelectProps<'TIME_GRAIN' | 'FIELD'> {
  /** An empty value sets nothing. */
  choices: readonly { value: string; label: string }[];
  /** What is shown until something is chosen; default the empty value. */
  initial?: string | null | undefined;
}

function SelectWidget({ store, widget, choices, initial }: SelectWidgetProps) {
  const config = widget.config ?? {};
  const { value } = useControl(store, widget.id);
  const id = useId();
  const { nameOf, isPending } = useKnownMembers(store, isUnnamed(widget));
  const label = controlName(widget, nameOf);
  if (config.visibility === 'hidden') return null;
  return (
    <div className={styles.control} data-settled={!isPending}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={field.field}
        value={typeof value === 'string' ? value : (initial ?? '')}
        disabled={config.visibility === 'disabled'}
        onChange={(event) =>
          store.setControls(new Map([[widget.id, { operator: 'equals', value: event.target.value || null }]]))
        }
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A granularity in words; one of the model's own has a name of its own. */
export function grainLabel(granularity: string): string {
  const own = granularity.charAt(0).toUpperCase() + granularity.slice(1).replaceAll('_', ' ');
  return findText(`grain.${granularity}`) ?? own;
}
