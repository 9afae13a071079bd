import { t } from '../../../messages/dashboard-texts.ts';

/** The name of a column of the result: that of its member, with the granularity. */
export function columnTitle(key: string, titleOf: (member: string) => string): string {
  const [source, member, granularity] = key.split('.');
  if (granularity === undefined) return titleOf(key);
  return `${titleOf(`${source}.${member}`)}, ${granularityText(granularity)}`;
}

const USUAL = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const usualGranularities: readonly string[] = USUAL;

/** The name of a granularity; one of the model has its own. */
export function granularityText(name: string): string {
  const known = USUAL.find((usual) => usual === name);
  return known ? t(`grain.${known}`) : name;
}
