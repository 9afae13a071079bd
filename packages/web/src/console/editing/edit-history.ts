/** States that were, the one that is, and those that were taken back. */
export interface EditHistory<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the last change was about: changes about the same thing, such as typed letters, are undone together. */
  readonly subject: string | undefined;
}

/** The most changes that can be undone. */
const MAX_PAST = 100;

/** A state without a past. */
export const beginHistory = <State>(present: State): EditHistory<State> => ({
  past: [],
  present,
  future: [],
  subject: undefined,
});

/** With another state; unchanged where it is the same. */
export function withChange<State>(
  history: EditHistory<State>,
  present: State,
  subject?: string,
): EditHistory<State> {
  if (present === history.present) return history;
  const isMore = subject !== undefined && subject === history.subject;
  const past = isMore ? history.past : [...history.past, history.present].slice(-MAX_PAST);
  return { past, present, future: [], subject };
}

/** One change back; unchanged where there is none. */
export function undo<State>(history: EditHistory<State>): EditHistory<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    subject: undefined,
  };
}

/** One change forward again; unchanged where there is none. */
export function redo<State>(history: EditHistory<State>): EditHistory<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, subject: undefined };
}
