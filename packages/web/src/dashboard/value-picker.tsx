import { useEffect, useRef, useState } from 'react';
import { dashboardMessages as messages } from '../messages/dashboard-messages.ts';
import type { DashboardStore } from './dashboard-store.ts';

export interface ValuePickerProps {
  label: string;
  member: string;
  store: DashboardStore;
  value: string[];
  isMultiple: boolean;
  isLocked: boolean;
  onChange(value: string[] | string | null): void;
}

/** The values of a member to choose from, asked for when they are first looked at. */
export function ValuePicker({
  label,
  member,
  store,
  value,
  isMultiple,
  isLocked,
  onChange,
}: ValuePickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState<string[]>();
  const [problem, setProblem] = useState<string>();
  const [search, setSearch] = useState('');
  useEffect(() => {
    if (!isOpen || values || problem !== undefined) return;
    store.loadValues(member).then(setValues, (error: unknown) => setProblem((error as Error).message));
  }, [isOpen, values, problem, store, member]);
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
          {!values && problem === undefined && (
            <p className="quiet" role="status">
              {messages.loading}
            </p>
          )}
          {problem !== undefined && (
            <p className="quiet" role="alert">
              {problem}{' '}
              <button type="button" onClick={() => setProblem(undefined)}>
                {messages.retry}
              </button>
            </p>
          )}
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
