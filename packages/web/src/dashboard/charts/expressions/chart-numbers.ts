import { tidyIn } from '@oriel/dashboard/number-format';

type NumberFormat = (...args: unknown[]) => (value: number) => string;

/** What writes numbers, and which of its arguments is the specifier. */
const SPECIFIER_OF = { format: 0, formatPrefix: 0, formatFloat: 0, formatSpan: 3 } as const;
const FORMATS = Object.keys(SPECIFIER_OF) as (keyof typeof SPECIFIER_OF)[];
type Formats = Record<(typeof FORMATS)[number], NumberFormat>;

/** What a view writes with; Vega's types leave it out. */
interface WritingView {
  locale(): Formats;
  locale(locale: object): unknown;
}

/** Gives a view that has not run yet the numbers of a language as tables have them: its axes, legends, and labels. */
export function setNumbers(view: object, language: string | undefined): void {
  const writing = view as WritingView;
  const own = writing.locale();
  const tidied = FORMATS.map((name): [string, NumberFormat] => [
    name,
    (...args) => {
      const write = own[name](...args);
      const tidy = tidyIn(language, args[SPECIFIER_OF[name]]);
      return tidy ? (value) => tidy(write(value)) : write;
    },
  ]);
  writing.locale({ ...own, ...Object.fromEntries(tidied) });
}
