import { comparedTitle } from '../../dashboard/compared-titles.ts';
import type { ComparedColumn } from './comparisons.ts';

/** What a column of a comparison is called. */
export function comparedColumnTitle(
  { output, comparison }: Pick<ComparedColumn, 'output' | 'comparison'>,
  titleOf: (member: string) => string,
): string {
  return comparedTitle({ output, ...comparison.offset }, titleOf(comparison.measure));
}
