import { DateInput } from '../dates/date-input.tsx';
import type { MemberType } from '../filters/filter-conditions.ts';
import { useDraft } from '../elements/use-draft.ts';
import styles from '../look/field.module.css';

interface InputProps<Value> {
  label: string;
  value: Value;
  isLocked: boolean;
}

interface TextInputProps extends InputProps<string> {
  type?: 'text' | 'number';
  /** The value of a text that has been finished. */
  normalize?(text: string): string;
  /** The element that says what is wrong with the text, where something is. */
  problemId?: string | undefined;
  onChange(value: string | null): void;
}

/** A text that counts when it is finished: on Enter, or when the viewer goes elsewhere. */
export function TextInput({
  label,
  value,
  isLocked,
  type = 'text',
  normalize = (text) => text,
  problemId,
  onChange,
}: TextInputProps) {
  const [draft, setDraft] = useDraft(value);
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
      {...(problemId !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId })}
      value={draft}
      disabled={isLocked}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={({ target }) => !target.validity.badInput && commit(draft)}
      onKeyDown={(event) => event.key === 'Enter' && commit(draft)}
    />
  );
}

/** A text of a member: a date, a number or any other. */
export function MemberInput({
  type,
  ...props
}: InputProps<string> & {
  type: MemberType;
  problemId?: string | undefined;
  onChange(text: string | null): void;
}) {
  if (type === 'time') return <DateInput {...props} />;
  return <TextInput {...props} type={type === 'number' ? 'number' : 'text'} />;
}

/** One number or date. */
export function ValueInput({
  type,
  onChange,
  ...props
}: InputProps<string> & { type: MemberType; onChange(value: string | number | null): void }) {
  return (
    <MemberInput
      {...props}
      type={type}
      onChange={(text) => onChange(text === null ? null : readInput(type, text))}
    />
  );
}

/** What a text means for a member. */
export const readInput = (type: MemberType, text: string) => (type === 'number' ? Number(text) : text);
