import type { Cell, ColumnAnnotation } from '../../query/load-batch.ts';
import { t } from '../../messages/dashboard-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { isLargeNumber } from '@oriel/dashboard/large-numbers';
import { formatNumberIn, specifierOf } from '@oriel/dashboard/number-format';
import { formatTimeCell } from './time-format.ts';

/**
 * A value for people. Numbers without a format keep at most two decimals.
 *
 * @param stated the d3 specifier of whatever shows the value; without it the column's own format
 */
export function formatValue(
  value: Cell | undefined,
  annotation: ColumnAnnotation | undefined,
  stated?: string,
  granularity?: string,
): string {
  const specifier = (annotation?.isChosen ? undefined : stated) ?? specifierOf(annotation?.format);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' && annotation?.type === 'time' && Math.abs(value) <= MAX_TIME)
    return formatTimeCell(new Date(value).toISOString(), granularity);
  if (typeof value === 'number' || (annotation?.type === 'number' && isLargeNumber(value)))
    return formatNumber(value, specifier ?? ',.2~f');
  if (typeof value === 'boolean') return truthText(value);
  if (typeof value === 'string' && annotation?.type === 'time') return formatTimeCell(value, granularity);
  return String(value);
}

/** Epoch milliseconds of the latest time that there is. */
const MAX_TIME = 8.64e15;

/** A truth value in the words of the page. */
export const truthText = (value: boolean): string => t(value ? 'truth.yes' : 'truth.no');

/** The words of both truth values: that of `true` first. */
export type TruthWords = readonly [yes: string, no: string];

/** Those of the page. */
export const truthWords = (): TruthWords => [truthText(true), truthText(false)];

function formatNumber(value: number | string, specifier: string): string {
  try {
    return specifier === '' ? String(value) : formatNumberIn(pageLanguage(), specifier, value);
  } catch {
    return Number(value).toLocaleString(pageLanguage());
  }
}
