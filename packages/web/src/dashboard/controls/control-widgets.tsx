import type { WidgetOf } from '@oriel/contract';
import { useId } from 'react';
import { findText, t } from '../../messages/dashboard-texts.ts';
import type { FilterValue } from '@oriel/dashboard/control-settings';
import type { ControlState } from '@oriel/dashboard/control-states';
import type { DashboardStore } from '../store/dashboard-store.ts';
import {
  conditionOf,
  conditionsFor,
  inputFor,
  typeOfValue,
  withCondition,
  type MemberType,
} from '../filters/filter-conditions.ts';
import { TextInput, ValueInput } from './filter-inputs.tsx';
import { PeriodInput } from './period-input.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { RangeInput } from './range-input.tsx';
import { presetOf } from '../filters/time-presets.ts';
import { controlName, useKnownMembers } from './use-known-members.ts';
import { useControl } from '../store/use-store.ts';
import { ValuePicker } from './value-picker.tsx';
import styles from './control.module.css';
import field from '../look/field.module.css';

interface FilterProps {
  store: DashboardStore;
  widget: WidgetOf<'FILTER'>;
}

/** A filter: a condition and what it takes. */
export function FilterWidget({ store, widget }: FilterProps) {
  const config = widget.config ?? {};
  const member = config.member ?? '';
  const state = useControl(store, widget.id);
  const { nameOf, typeOf, isPending } = useKnownMembers(store);
  const type = typeOf(member);
  const labelId = useId();
  const label = controlName(widget, nameOf);
  if (config.visibility === 'hidden') return null;
  const isLocked = config.visibility === 'disabled';
  const known = type ?? typeOfValue(state.value);
  const condition = conditionOf(state);
  // Without a value there is nothing to tell a date from a number by, until the model does.
  const isUnclear = isPending && state.value === null && /^(one|range)$/.test(inputFor(condition, known));
  const set = (next: ControlState) => store.setControls(new Map([[widget.id, next]]));
  return (
    <div className={styles.control} role="group" aria-labelledby={labelId} data-settled={!isPending}>
      <div className={styles.head}>
        <span className={styles.label} id={labelId}>
          {label}
        </span>
        {!isLocked && !store.isDefault(widget.id) && (
          <button
            type="button"
            className={styles.reset}
            aria-label={t('resetOf', { label })}
            onClick={() => store.resetControl(widget.id)}
          >
            {t('reset')}
          </button>
        )}
        <select
          className={styles.condition}
          aria-label={t('condition.label', { label })}
          value={condition}
          disabled={isLocked}
          onChange={(event) => set(withCondition(state, event.target.value, type))}
        >
          {conditionsFor(type, condition).map((offered) => (
            <option key={offered} value={offered}>
              {conditionLabel(type, offered)}
            </option>
          ))}
        </select>
      </div>
      <FilterValueInput
        store={store}
        widget={widget}
        label={label}
        state={state}
        type={known}
        isLocked={isLocked || isUnclear}
        onChange={(value) => set({ operator: state.operator, value })}
      />
    </div>
  );
}

function conditionLabel(type: MemberType | undefined, operator: string): string {
  return (
    (type === 'time' ? findText(`condition.time.${operator}`) : undefined) ??
    findText(`condition.any.${operator}`) ??
    operator
  );
}

interface FilterValueInputProps {
  store: DashboardStore;
  widget: WidgetOf<'FILTER'>;
  label: string;
  state: ControlState;
  type: MemberType;
  isLocked: boolean;
  onChange(value: FilterValue): void;
}

function FilterValueInput({ store, widget, label, state, type, ...shared }: FilterValueInputProps) {
  const texts = textsOf(state.value);
  switch (inputFor(conditionOf(state), type)) {
    case 'none':
      return null;
    case 'text':
      return <TextInput {...shared} label={label} value={texts[0] ?? ''} />;
    case 'one':
      return <ValueInput {...shared} label={label} type={type} value={firstDay(type, texts[0] ?? '')} />;
    case 'period':
    case 'range':
      return <TimeOrRangeInput {...shared} label={label} type={type} value={state.value} />;
    case 'values':
      return (
        <ValuePicker
          {...shared}
          label={label}
          widgetId={widget.id}
          store={store}
          value={texts}
          type={type}
          isMultiple={widget.config?.multiple ?? true}
        />
      );
  }
}

/** A year or a month stands for its first day, which an input of dates can show. */
const firstDay = (type: MemberType, text: string) =>
  type === 'time' && /^\d{4}(-\d{2})?$/.test(text) ? `${text}-01-01`.slice(0, 10) : text;

/** Two ends, of which a time has also those that count from now. */
function TimeOrRangeInput({
  value,
  type,
  ...shared
}: Pick<FilterValueInputProps, 'label' | 'type' | 'isLocked' | 'onChange'> & { value: FilterValue }) {
  const preset = presetOf(value);
  const input =
    preset !== undefined ? (
      <output className={field.field}>{t(`preset.${preset}`)}</output>
    ) : typeof value === 'string' ? (
      <PeriodInput {...shared} value={value} />
    ) : (
      <RangeInput {...shared} type={type} value={endsOf(value)} />
    );
  if (type !== 'time' || shared.isLocked) return input;
  return (
    <div className={field.withMenu}>
      <div>{input}</div>
      <PresetMenu label={shared.label} onChange={shared.onChange} />
    </div>
  );
}

/** The texts of two ends; one that is open is empty. */
function endsOf(value: FilterValue): string[] {
  return Array.isArray(value) ? value.map((end: unknown) => String(end ?? '')) : [];
}

/** The values of a control as texts. The empty text alone is none, in a list it is one of them. */
function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value === '' ? null : value];
  return items.filter((item) => item !== null && item !== undefined).map(String);
}
