import type { ToldFilter } from '../../page/page-config.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { useKnownMembers } from '../controls/use-known-members.ts';
import { filterText } from '../filters/filter-text.ts';
import { isolated } from '../formats/text-direction.ts';

/**
 * Filters in words, for the server to put them into a picture where they have no control:
 * `Status: Paid · Amount: at least 5`.
 */
export function ToldFilters({ store, filters }: { store: DashboardStore; filters: readonly ToldFilter[] }) {
  const { nameOf, typeOf, isPending } = useKnownMembers(store);
  const texts = filters.flatMap(({ label, ...filter }) => {
    const type = typeOf(filter.member);
    const text = filterText({ ...filter, widgetId: '', isTime: type === 'time' }, type);
    return text === undefined ? [] : [`${label ?? nameOf(filter.member)}: ${text}`];
  });
  return (
    <p hidden data-part="told-filters" data-settled={!isPending}>
      {texts.map(isolated).join(' · ')}
    </p>
  );
}
