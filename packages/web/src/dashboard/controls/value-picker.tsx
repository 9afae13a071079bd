import { useRef, useState } from 'react';
import { closeDetails, useClosedOutside } from '../elements/close-details.ts';
import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import type { MemberType } from '../filters/filter-conditions.ts';
import look from '../look/look.module.css';
import { isPassing, problemFrom, type Problem } from '../store/problems.ts';
import field from '../look/field.module.css';
import { valueName } from '../filters/value-name.ts';
import styles from './value-picker.module.css';

interface ValuePickerProps {
  label: string;
  widgetId: string;
  store: DashboardStore;
  value: string[];
  /** Of the member: truth values have words. */
  type?: MemberType | undefined;
  isMultiple: boolean;
  isLocked: boolean;
  onChange(value: string[] | string | null): void;
}

/** The values of a member to choose from, loaded each time that it opens: other filters may have narrowed them. */
export function ValuePicker({
  label,
  widgetId,
  store,
  value,
  type,
  isMultiple,
  isLocked,
  onChange,
}: ValuePickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useClosedOutside(details);
  const [values, setValues] = useState<string[]>();
  const [problem, setProblem] = useState<Problem>();
  const [search, setSearch] = useState('');
  const asked = useRef(0);
  const load = () => {
    const mine = (asked.current += 1);
    setProblem(undefined);
    store.loadValues(widgetId).then(
      (found) => mine === asked.current && setValues(found),
      (error: unknown) => mine === asked.current && setProblem(problemFrom(error)),
    );
  };
  const close = () => closeDetails(details.current);
  const toggle = (item: string) => {
    if (!isMultiple) {
      // The empty text alone would choose nothing.
      onChange(value.includes(item) ? null : item === '' ? [item] : item);
      close();
    } else onChange(value.includes(item) ? value.filter((other) => other !== item) : [...value, item]);
  };
  // What is chosen can be taken back, also where the other filters leave none of it.
  const listed = [...value.filter((item) => !values?.includes(item)), ...(values ?? [])];
  const nameOf = (item: string) => valueName(item, type);
  const found = listed.filter((item) => nameOf(item).toLowerCase().includes(search.toLowerCase()));
  const summary =
    value.length === 0
      ? t('values.any')
      : value.length <= 3
        ? value.map(nameOf).join(', ')
        : t('values.selected', { count: value.length });
  if (isLocked) return <span className={`${field.field} ${field.locked}`}>{summary}</span>;
  return (
    <details
      className={styles.picker}
      ref={details}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        load();
        // On a touch screen its keyboard would cover the values.
        if (matchMedia('(hover: hover)').matches) searchField.current?.focus();
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) &&
        event.relatedTarget !== null &&
        event.currentTarget.removeAttribute('open')
      }
    >
      <summary className={field.field} aria-label={`${label}: ${summary}`}>
        {summary}
      </summary>
      <div className={styles.panel}>
        <input
          ref={searchField}
          className={field.field}
          type="search"
          placeholder={t('values.search')}
          aria-label={t('values.searchIn', { label })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={styles.options} role="group" aria-label={label}>
          {found.map((item) => (
            <label key={item}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                checked={value.includes(item)}
                onChange={() => toggle(item)}
              />
              <span>{nameOf(item)}</span>
            </label>
          ))}
          {values && found.length === 0 && <p className={look.quiet}>{t('values.none')}</p>}
          {!values && !problem && (
            <p className={look.quiet} role="status">
              {t('loading')}
            </p>
          )}
          {problem && (
            <p className={look.quiet} role="alert">
              {t('values.failed')}{' '}
              {isPassing(problem) && (
                <button type="button" onClick={load}>
                  {t('retry')}
                </button>
              )}
            </p>
          )}
        </div>
        {value.length > 0 && (
          <button type="button" className={look.quietButton} onClick={() => onChange(null)}>
            {t('values.clear')}
          </button>
        )}
      </div>
    </details>
  );
}
