import { useId } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import styles from '../look/field.module.css';
import type { MemberType } from '../filters/filter-conditions.ts';
import { MemberInput, readInput } from './filter-inputs.tsx';
import { useDraft } from '../elements/use-draft.ts';

interface RangeInputProps {
  label: string;
  type: MemberType;
  /** Start and end; an empty text is an open end. */
  value: readonly string[];
  isLocked: boolean;
  onChange(value: (string | number)[] | null): void;
}

/** From and to, each of which may be left open. A start after the end is said to be one, and sets nothing. */
export function RangeInput({ label, type, value, isLocked, onChange }: RangeInputProps) {
  const [from = '', to = ''] = value;
  // One draft of both: when the range changes from outside, what was typed at either end is gone.
  const [typed, setTyped] = useDraft(JSON.stringify({ from, to }));
  const draft = JSON.parse(typed) as { from: string; to: string };
  const problemId = useId();
  const isReversed = isAfter(type, draft.from, draft.to);
  const set = (next: typeof draft) => {
    setTyped(JSON.stringify(next));
    if (isAfter(type, next.from, next.to)) return;
    const ends = [next.from, next.to];
    onChange(
      ends.every((end) => end === '') ? null : ends.map((end) => (end === '' ? '' : readInput(type, end))),
    );
  };
  const shared = { isLocked, type, problemId: isReversed ? problemId : undefined };
  return (
    <>
      <div className={styles.range}>
        <MemberInput
          {...shared}
          label={`${label}: ${t('range.from')}`}
          value={draft.from}
          onChange={(text) => set({ ...draft, from: text ?? '' })}
        />
        <span aria-hidden="true">–</span>
        <MemberInput
          {...shared}
          label={`${label}: ${t('range.to')}`}
          value={draft.to}
          onChange={(text) => set({ ...draft, to: text ?? '' })}
        />
        {!isLocked && (draft.from !== '' || draft.to !== '') && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('range.clear', { label })}
            onClick={() => set({ from: '', to: '' })}
          >
            ×
          </button>
        )}
      </div>
      {isReversed && (
        <p className={styles.problem} id={problemId} role="alert">
          {t('range.reversed')}
        </p>
      )}
    </>
  );
}

/** Dates are compared as texts: both have the form of the calendar. */
function isAfter(type: MemberType, from: string, to: string): boolean {
  if (from === '' || to === '') return false;
  return type === 'number' ? Number(from) > Number(to) : from > to;
}
