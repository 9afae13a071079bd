import type { DashboardWidget, FilterWidgetConfig, TimeGrainWidgetConfig } from '@oriel/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { dashboardMessages as messages } from '../messages/dashboard-messages.ts';
import { granularitiesOf } from './control-states.ts';
import type { DashboardStore } from './dashboard-store.ts';
import { useControl } from './use-store.ts';

interface ControlProps {
  store: DashboardStore;
  widget: DashboardWidget;
}

/** A filter: a range of dates for `between`, otherwise values to choose from. */
export function FilterWidget({ store, widget }: ControlProps) {
  const config = (widget.config ?? {}) as unknown as FilterWidgetConfig;
  const state = useControl(store, widget.id);
  const labelId = useId();
  if (config.visibility === 'hidden') return null;
  const isLocked = config.visibility === 'disabled';
  const label = config.label ?? config.member;
  const set = (value: string[] | string | null) =>
    store.setControls(new Map([[widget.id, { operator: state.operator, value }]]));
  return (
    <div className="card control" role="group" aria-labelledby={labelId}>
      <span className="control-label" id={labelId}>
        {label}
      </span>
      {state.operator === 'between' ? (
        <DateRange value={textsOf(state.value)} isLocked={isLocked} onChange={set} />
      ) : (
        <ValuePicker
          label={label}
          member={config.member}
          store={store}
          value={textsOf(state.value)}
          isMultiple={config.multiple ?? true}
          isLocked={isLocked}
          onChange={set}
        />
      )}
    </div>
  );
}

export function TimeGrainWidget({ store, widget }: ControlProps) {
  const config = (widget.config ?? {}) as unknown as TimeGrainWidgetConfig;
  const { value } = useControl(store, widget.id);
  const id = useId();
  if (config.visibility === 'hidden') return null;
  return (
    <div className="card control">
      <label className="control-label" htmlFor={id}>
        {config.label ?? config.member}
      </label>
      <select
        id={id}
        className="field"
        value={typeof value === 'string' ? value : ''}
        disabled={config.visibility === 'disabled'}
        onChange={(event) =>
          store.setControls(new Map([[widget.id, { operator: 'equals', value: event.target.value || null }]]))
        }
      >
        <option value="">{messages.ownGrain}</option>
        {granularitiesOf(widget).map((granularity) => (
          <option key={granularity} value={granularity}>
            {granularity.charAt(0).toUpperCase() + granularity.slice(1)}
          </option>
        ))}
      </select>
    </div>
  );
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value])
    .filter((item) => item !== null && item !== undefined && item !== '')
    .map(String);
}

function DateRange({
  value,
  isLocked,
  onChange,
}: {
  value: string[];
  isLocked: boolean;
  onChange(value: string[] | null): void;
}) {
  const [from = '', to = ''] = value;
  const set = (start: string, end: string) => {
    if (start === '' && end === '') onChange(null);
    else onChange([start || end, end || start]);
  };
  return (
    <div className="range">
      <input
        type="date"
        className="field"
        aria-label={messages.from}
        value={from}
        disabled={isLocked}
        onChange={(event) => set(event.target.value, to)}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        className="field"
        aria-label={messages.to}
        value={to}
        disabled={isLocked}
        onChange={(event) => set(from, event.target.value)}
      />
    </div>
  );
}

interface PickerProps {
  label: string;
  member: string;
  store: DashboardStore;
  value: string[];
  isMultiple: boolean;
  isLocked: boolean;
  onChange(value: string[] | string | null): void;
}

/** The values of a member to choose from, asked for when they are first looked at. */
function ValuePicker({ label, member, store, value, isMultiple, isLocked, onChange }: PickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState<string[]>();
  const [search, setSearch] = useState('');
  useEffect(() => {
    if (isOpen && !values) store.loadValues(member).then(setValues, () => setValues([]));
  }, [isOpen, values, store, member]);
  const close = () => details.current?.removeAttribute('open');
  const toggle = (item: string) => {
    if (!isMultiple) {
      onChange(value.includes(item) ? null : item);
      close();
    } else onChange(value.includes(item) ? value.filter((other) => other !== item) : [...value, item]);
  };
  const found = (values ?? value).filter((item) => item.toLowerCase().includes(search.toLowerCase()));
  const summary =
    value.length === 0
      ? messages.any
      : value.length <= 3
        ? value.join(', ')
        : messages.selected(value.length);
  if (isLocked) return <span className="field locked">{summary}</span>;
  return (
    <details
      className="picker"
      ref={details}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) && event.relatedTarget !== null && close()
      }
    >
      <summary className="field" aria-label={`${label}: ${summary}`}>
        {summary}
      </summary>
      <div className="panel">
        <input
          className="field"
          type="search"
          placeholder={messages.search}
          aria-label={`${messages.search} ${label}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="options" role="group" aria-label={label}>
          {found.map((item) => (
            <label key={item}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                checked={value.includes(item)}
                onChange={() => toggle(item)}
              />{' '}
              {item}
            </label>
          ))}
          {values && found.length === 0 && <p className="quiet">{messages.noValues}</p>}
        </div>
        {value.length > 0 && (
          <button type="button" onClick={() => onChange(null)}>
            {messages.clear}
          </button>
        )}
      </div>
    </details>
  );
}
