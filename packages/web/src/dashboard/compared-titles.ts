import type { ComparisonAnnotation, QueryResult } from '@oriel/dashboard/query-result';
import { t } from '../messages/dashboard-texts.ts';
import { pageLanguage } from '../messages/language.ts';

/** How far back a comparison lies, in the words of a language: `3 months`. */
function spanText(
  { amount, unit }: Pick<ComparisonAnnotation, 'amount' | 'unit'>,
  language: string | undefined,
): string {
  // Of a quarter there are no words, but of its months.
  const isQuarter = unit === 'quarter';
  const options = { style: 'unit', unit: isQuarter ? 'month' : unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(isQuarter ? amount * 3 : amount);
}

/** What a column of a comparison is called, by the title of its measure. */
export function comparedTitle(
  comparison: Omit<ComparisonAnnotation, 'title' | 'shortTitle'>,
  measure: string,
  language = pageLanguage(),
): string {
  return t(`compared.${comparison.output}`, { measure, span: spanText(comparison, language) });
}

/** What a column is called, by its short title; by its key where it has none. */
export function columnTitle(key: string, column: QueryResult['columns'][string] | undefined): string {
  const { comparison, shortTitle = key } = column ?? {};
  return comparison ? comparedTitle(comparison, comparison.shortTitle ?? shortTitle) : shortTitle;
}

/** The result with the titles of comparisons in the page's `language`: the query API has English ones. */
export function withComparedTitles(result: QueryResult, language: string | undefined): QueryResult {
  const columns = Object.entries(result.columns);
  if (columns.every(([, { comparison }]) => comparison === undefined)) return result;
  return {
    ...result,
    columns: Object.fromEntries(
      columns.map(([key, column]) => {
        const { comparison, ...rest } = column;
        if (comparison === undefined) return [key, column];
        const { title = key, shortTitle = title } = comparison;
        // Without what the titles were made of: who asks again leaves them as they are.
        const titles = {
          title: comparedTitle(comparison, title, language),
          shortTitle: comparedTitle(comparison, shortTitle, language),
        };
        return [key, { ...rest, ...titles }];
      }),
    ),
  };
}
