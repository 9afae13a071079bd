import { ungroupIn } from '@oriel/dashboard/number-format';

type NumberFormat = (...args: unknown[]) => (value: number) => string;

const FORMATS = ['format', 'formatPrefix', 'formatFloat', 'formatSpan'] as const;
type Formats = Record<(typeof FORMATS)[number], NumberFormat>;

/** What a view writes with; Vega's types leave it out. */
interface WritingView {
  locale(): Formats;
  locale(locale: object): unknown;
}

/** Gives a view that has not run yet the separators of a language as tables have them: its axes, legends, and labels. */
export function setNumbers(view: object, language: string | undefined): void {
  const ungroup = ungroupIn(language);
  if (!ungroup) return;
  const writing = view as WritingView;
  const own = writing.locale();
  const tidied = FORMATS.map((name): [string, NumberFormat] => [
    name,
    (...args) => {
      const write = own[name](...args);
      return (value) => ungroup(write(value));
    },
  ]);
  writing.locale({ ...own, ...Object.fromEntries(tidied) });
}
