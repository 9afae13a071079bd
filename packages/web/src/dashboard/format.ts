import type { Cell, ColumnAnnotation } from '../query/load-batch.ts';
import { pageLanguage } from '../messages/language.ts';
import { formatNumberIn } from './locale.ts';
import { formatTimeCell } from './time-format.ts';

const named: Record<string, string> = {
  percent: '.1%',
  currency: '$,.2f',
  number: ',.2~f',
  abbr: '.3~s',
  id: '',
  accounting: '(,.2f',
};

/** A d3 format from the model's: a name, perhaps with a number of decimals, or a specifier. */
export function specifierOf(format: unknown): string | undefined {
  if (typeof format === 'object' && format !== null && 'value' in format) return String(format.value);
  if (typeof format !== 'string') return undefined;
  const [name = '', decimals] = format.split(/_(?=\d$)/);
  const known = named[name];
  if (known === undefined) return format;
  return decimals === undefined ? known : known.replace(/\.\d/, `.${decimals}`);
}

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
  if (typeof value === 'number') return formatNumber(value, specifier ?? ',.2~f');
  if (typeof value === 'string' && annotation?.type === 'time') return formatTimeCell(value, granularity);
  return String(value);
}

function formatNumber(value: number, specifier: string): string {
  try {
    return specifier === '' ? String(value) : formatNumberIn(pageLanguage(), specifier, value);
  } catch {
    return value.toLocaleString(pageLanguage());
  }
}
