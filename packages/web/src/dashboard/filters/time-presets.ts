import type { FilterValue } from '@oriel/dashboard/control-settings';

/**
 * Periods that a time is often looked at in. The query API counts them from now in the zone of the query, so that they
 * are the viewer's days, wherever the server is.
 */
export const TIME_PRESETS = {
  all: null,
  today: 'today',
  yesterday: 'yesterday',
  last7Days: 'last 7 days',
  last30Days: 'last 30 days',
  last90Days: 'last 90 days',
  thisMonth: 'this month',
  lastMonth: 'last month',
  thisQuarter: 'this quarter',
  lastQuarter: 'last quarter',
  thisYear: 'this year',
  lastYear: 'last year',
  yearToDate: ['this year', 'today'],
} as const satisfies Record<string, FilterValue>;

type TimePreset = keyof typeof TIME_PRESETS;

// The keys of an object literal are its type's.
export const TIME_PRESET_NAMES = Object.keys(TIME_PRESETS) as TimePreset[];

/** The preset of two ends that a value is; one alone is a text that can be changed word by word. */
export function presetOf(value: FilterValue): TimePreset | undefined {
  if (!Array.isArray(value)) return undefined;
  const text = JSON.stringify(value);
  return TIME_PRESET_NAMES.find((name) => JSON.stringify(TIME_PRESETS[name]) === text);
}
