import { useEffect, useState } from 'react';
import { t } from '../messages/dashboard-texts.ts';
import type { MemberType } from './filter-conditions.ts';
import styles from './field.module.css';

interface InputProps<Value> {
  label: string;
  value: Value;
  isLocked: boolean;
}

interface TextInputProps extends InputProps<string> {
  type?: 'text' | 'number' | 'date';
  /** What stands for a text that has been finished. */
  normalize?(text: string): string;
  onChange(value: string | null): void;
}

/** A text that counts when it is finished: on Enter, or when the viewer goes elsewhere. */
export function TextInput({
  label,
  value,
  isLocked,
  type = 'text',
  normalize = (text) => text,
  onChange,
}: TextInputProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = (typed: string) => {
    const text = normalize(typed);
    setDraft(text);
    if (text !== value) onChange(text === '' ? null : text);
  };
  return (
    <input
      type={type}
      step="any"
      className={styles.field}
      aria-label={label}
      value={draft}
      disabled={isLocked}
      onChange={(event) => {
        setDraft(event.target.value);
        // A date is whole once the browser gives it; the others are while they are typed, too.
        if (type === 'date') commit(event.target.value);
      }}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => event.key === 'Enter' && commit(draft)}
    />
  );
}

/** One number or date. */
export function ValueInput({
  type,
  onChange,
  ...props
}: InputProps<string> & { type: MemberType; onChange(value: string | number | null): void }) {
  return (
    <TextInput
      {...props}
      type={inputTypeOf(type)}
      onChange={(text) => onChange(text === null ? null : read(type, text))}
    />
  );
}

const read = (type: MemberType, text: string) => (type === 'number' ? Number(text) : text);

/** From and to; where one is missing, the other stands for both. */
export function RangeInput({
  type,
  label,
  value: [from = '', to = ''],
  isLocked,
  onChange,
}: InputProps<readonly string[]> & {
  type: MemberType;
  onChange(value: (string | number)[] | null): void;
}) {
  const set = (start: string, end: string) => {
    if (start === '' && end === '') onChange(null);
    else onChange([read(type, start || end), read(type, end || start)]);
  };
  const shared = { isLocked, type: inputTypeOf(type) };
  return (
    <div className={styles.range}>
      <TextInput
        {...shared}
        label={`${label}: ${t('range.from')}`}
        value={from}
        onChange={(text) => set(text ?? '', to)}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        {...shared}
        label={`${label}: ${t('range.to')}`}
        value={to}
        onChange={(text) => set(from, text ?? '')}
      />
    </div>
  );
}

function inputTypeOf(type: MemberType): 'text' | 'number' | 'date' {
  return type === 'number' ? 'number' : type === 'time' ? 'date' : 'text';
}
