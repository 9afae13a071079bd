import { comparedTitle } from '@oriel/dashboard/compared-titles';
import type { QueryResult } from '@oriel/dashboard/query-result';
import { textLanguage } from '../../messages/language.ts';

/** What a column is called, by its short title; by its key where it has none. */
export function columnTitle(key: string, column: QueryResult['columns'][string] | undefined): string {
  const { comparison, shortTitle = key } = column ?? {};
  return comparison
    ? comparedTitle(comparison, comparison.shortTitle ?? shortTitle, textLanguage())
    : shortTitle;
}
