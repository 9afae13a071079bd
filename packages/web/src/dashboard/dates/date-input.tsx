import { useId, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { closeDetails, useClosedOutside } from '../elements/close-details.ts';
import field from '../look/field.module.css';
import { lazyReport } from '../elements/lazy-report.tsx';
import { useDraft } from '../elements/use-draft.ts';
import { dateForm, isWholeDate, readDate, writeDate } from './date-text.ts';
import type { CalendarProps } from './calendar.tsx';
import styles from './date-input.module.css';

export interface DateInputProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  isLocked?: boolean;
  /** The days that the calendar offers; what is typed is not held to them. */
  min?: string | undefined;
  max?: string | undefined;
  /** The element that says what is wrong with the date, where something is. */
  problemId?: string | undefined;
  /** @param date `YYYY-MM-DD`; null for none */
  onChange(date: string | null): void;
}

const Calendar = lazyReport<CalendarProps>(async () => (await import('./calendar.tsx')).Calendar);

/**
 * A date, typed as the page's language writes it, or chosen from a calendar. It counts as soon as it is whole; what is
 * no date is told when the viewer goes elsewhere, and changes nothing.
 */
export function DateInput({ label, value, isLocked, min, max, problemId, onChange }: DateInputProps) {
  const language = pageLanguage();
  const written = writeDate(value, language);
  const [draft, setDraft] = useDraft(written);
  const [unread, setUnread] = useState<string>();
  const unreadId = useId();
  const [day = '', month = '', year = ''] = t('date.letters').split(' ');
  const form = dateForm(language, { day, month, year });
  const choose = (date: string) => {
    setUnread(undefined);
    setDraft(writeDate(date, language));
    if (date !== value) onChange(date === '' ? null : date);
  };
  const finish = () => {
    // What nobody has changed stays, also where it is no day, such as a time that the host has set.
    if (draft === written) return setUnread(undefined);
    const date = draft.trim() === '' ? '' : readDate(draft, language);
    return date === undefined ? setUnread(draft) : choose(date);
  };
  const isUnread = unread !== undefined && unread === draft;
  const problems = [isUnread && unreadId, problemId].filter(Boolean).join(' ');
  return (
    <div className={styles.date}>
      <div className={styles.row}>
        <input
          type="text"
          autoComplete="off"
          className={field.field}
          aria-label={label}
          placeholder={form}
          {...(problems !== '' && { 'aria-invalid': true, 'aria-describedby': problems })}
          value={draft}
          disabled={isLocked}
          onChange={({ target: { value: text, selectionStart } }) => {
            setDraft(text);
            // Who changes a part in the middle has not finished.
            const isAtEnd = selectionStart === text.length;
            if (text === '') choose('');
            else if (isAtEnd && isWholeDate(text, language)) choose(readDate(text, language) ?? '');
          }}
          onBlur={finish}
          onKeyDown={(event) => event.key === 'Enter' && finish()}
        />
        {!isLocked && <CalendarButton {...{ label, value, min, max }} onChoose={choose} />}
      </div>
      {isUnread && (
        <p className={field.problem} id={unreadId} role="alert">
          {t('date.unread', { text: unread.slice(0, MAX_TOLD), form })}
        </p>
      )}
    </div>
  );
}

/** Characters of a text that are told back. */
const MAX_TOLD = 40;

/** Opens a calendar beneath it. */
function CalendarButton({
  label,
  value,
  min,
  max,
  onChoose,
}: Omit<CalendarProps, 'button'> & { label: string }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useClosedOutside(details);
  const close = () => closeDetails(details.current);
  return (
    <details
      className={styles.calendar}
      ref={details}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget !== null &&
        !currentTarget.contains(relatedTarget) &&
        currentTarget.removeAttribute('open')
      }
    >
      <summary aria-label={t('date.choose', { label })}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 6.5h11M5.5 2v3M10.5 2v3"
            fill="none"
            stroke="currentColor"
          />
        </svg>
      </summary>
      {isOpen && (
        <Calendar
          button={details}
          {...{ value, min, max }}
          onChoose={(date) => {
            onChoose(date);
            close();
          }}
        />
      )}
    </details>
  );
}
