import { isRestricting } from '@oriel/dashboard/chart-query';
import type { FilterSetting, FilterValue } from '@oriel/dashboard/control-settings';
import { findText, t } from '../../messages/dashboard-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { conditionOf, IN_PERIOD, type MemberType } from './filter-conditions.ts';
import { parsePeriod } from './relative-period.ts';
import { formatBucket } from '../formats/time-format.ts';
import { presetOf } from './time-presets.ts';
import { valueName } from './value-name.ts';

/**
 * A filter in words, without its name: `Ohio, Texas`, `at least 5`, `Last 7 days`; undefined for one that leaves
 * nothing out.
 *
 * @param type of its member, as far as it is known
 */
export function filterText(filter: FilterSetting, type: MemberType | undefined): string | undefined {
  return isRestricting(filter) ? conditionText(filter, type) : undefined;
}

/** A condition in words, without the name of its member. */
export function conditionText(filter: Omit<FilterSetting, 'widgetId'>, type: MemberType | undefined): string {
  const { value } = filter;
  const preset = presetOf(value);
  if (preset !== undefined) return t(`preset.${preset}`);
  const condition = conditionOf(filter);
  const values = listOf(value)
    .map((item) => valueText(item, type))
    .join(condition === 'between' || condition === 'not_between' ? ' – ' : ', ');
  if (condition === IN_PERIOD) return periodWords(value) ?? values;
  if (condition === 'equals' || condition === 'between') return values;
  const words =
    (filter.isTime === true ? findText(`condition.time.${condition}`) : undefined) ??
    findText(`condition.any.${condition}`) ??
    condition.replaceAll('_', ' ');
  return values === '' || condition.startsWith('is_') ? words : `${words} ${values}`;
}

function periodWords(value: FilterValue): string | undefined {
  const period = typeof value === 'string' ? parsePeriod(value) : undefined;
  if (!period) return undefined;
  const { direction, amount, unit } = period;
  const words = [t(`period.${direction}`), ...(direction === 'this' ? [] : [String(amount)])];
  return [...words, t(`period.${unit}`, { count: direction === 'this' ? 1 : amount })].join(' ');
}

function listOf(value: FilterValue): readonly (string | number | boolean)[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}

function valueText(value: string | number | boolean, type: MemberType | undefined): string {
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatBucket(text, undefined);
  // Exactly, and ungrouped, for years and identifiers are numbers as well.
  if (type === 'number' && isDecimal(text))
    return new Intl.NumberFormat(pageLanguage(), { useGrouping: false, maximumFractionDigits: 20 }).format(
      text,
    );
  return valueName(text, typeof value === 'boolean' ? 'boolean' : type);
}

const isDecimal = (text: string): text is `${number}` => /^-?\d{1,40}(\.\d{1,20})?$/.test(text);
