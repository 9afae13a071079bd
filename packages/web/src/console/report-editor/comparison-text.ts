import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/report-editor-texts.ts';
import type { ComparedColumn, ComparisonUnit, DraftComparison } from './comparisons.ts';

/** How far back a comparison lies, in the words of the page's language: `3 months`. */
export function spanText({ amount, unit }: DraftComparison['offset']): string {
  // Of a quarter there are no words, but of its months.
  const isQuarter = unit === 'quarter';
  const format = new Intl.NumberFormat(pageLanguage(), {
    style: 'unit',
    unit: isQuarter ? 'month' : (unit satisfies ComparisonUnit),
    unitDisplay: 'long',
  });
  return format.format(isQuarter ? amount * 3 : amount);
}

/** What a column of a comparison is called. */
export function comparedTitle(
  { output, comparison }: ComparedColumn,
  titleOf: (member: string) => string,
): string {
  return t(`compare.columns.${output}`, {
    measure: titleOf(comparison.measure),
    span: spanText(comparison.offset),
  });
}
