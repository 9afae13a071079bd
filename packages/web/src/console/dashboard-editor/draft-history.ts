/** Something that is edited, with what it was before and what was taken back; all of them are kept as they were. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the last edit was about: edits of the same in a row, such as typing into a field, are taken back together. */
  readonly subject: string | undefined;
}

/** The most steps that can be taken back. */
const MAX_STEPS = 100;

export const historyOf = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  subject: undefined,
});

/** With another value; unchanged where it is the same. */
export function edited<Value>(history: History<Value>, next: Value, subject?: string): History<Value> {
  const { past, present } = history;
  if (next === present) return history;
  const continues = subject !== undefined && subject === history.subject;
  return {
    past: continues ? past : [...past, present].slice(-MAX_STEPS),
    present: next,
    future: [],
    subject,
  };
}

/** One step back; unchanged where there is none. */
export function undone<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const last = past.at(-1);
  return last === undefined
    ? { past, present, future, ...rest }
    : { past: past.slice(0, -1), present: last, future: [present, ...future], subject: undefined };
}

/** One step forward again; unchanged where there is none. */
export function redone<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const [next, ...later] = future;
  return next === undefined
    ? { past, present, future, ...rest }
    : { past: [...past, present], present: next, future: later, subject: undefined };
}
