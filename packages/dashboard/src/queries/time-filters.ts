import { needsType } from './chart-query.ts';
import type { ControlSettings } from '../controls/control-settings.ts';

/**
 * Marks the filters of time members, as {@link needsType} asks; the members are read only where a filter needs its
 * type.
 */
export async function withTimes<Settings extends Pick<ControlSettings, 'filters'>>(
  settings: Settings,
  findTimeMembers: () => Promise<ReadonlySet<string>>,
): Promise<Settings> {
  if (!settings.filters.some(needsType)) return settings;
  const times = await findTimeMembers();
  const typed = settings.filters.map((filter) => ({ ...filter, isTime: times.has(filter.member) }));
  return { ...settings, filters: typed };
}
