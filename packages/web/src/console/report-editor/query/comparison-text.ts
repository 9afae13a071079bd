import { comparedTitle } from '@oriel/dashboard/compared-titles';
import { textLanguage } from '../../../messages/language.ts';
import type { ComparedColumn } from './comparisons.ts';

/** What a column of a comparison is called. */
export function comparedColumnTitle(
  { output, comparison }: Pick<ComparedColumn, 'output' | 'comparison'>,
  titleOf: (member: string) => string,
): string {
  return comparedTitle({ output, ...comparison.offset }, titleOf(comparison.measure), textLanguage());
}
