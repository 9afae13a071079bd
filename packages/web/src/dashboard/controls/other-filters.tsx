import { isRestricting } from '@oriel/dashboard/chart-query';
import { NO_WIDGET } from '@oriel/dashboard/control-states';
import type { FilterSetting } from '@oriel/dashboard/control-settings';
import { useSyncExternalStore } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { filterText } from '../filters/filter-text.ts';
import styles from './other-filters.module.css';
import { useKnownMembers } from './use-known-members.ts';

/**
 * The filters that no control of the dashboard has, such as those that its host has set: nobody reads filtered rows for
 * all of them.
 */
export function OtherFilters({ store }: { store: DashboardStore }) {
  const others = useSyncExternalStore(store.subscribe, store.others);
  const { nameOf, typeOf } = useKnownMembers(store, others.size > 0);
  const filters = [...others]
    .map(([member, state]): FilterSetting => ({ widgetId: NO_WIDGET, member, ...state }))
    .filter(isRestricting);
  if (filters.length === 0) return null;
  return (
    <dl className={styles.filters} data-part="other-filters" aria-label={t('otherFilters')}>
      {filters.map((filter) => {
        const type = typeOf(filter.member);
        return (
          <div key={filter.member}>
            <dt>{nameOf(filter.member)}</dt>
            <dd>{filterText({ ...filter, isTime: type === 'time' }, type)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
