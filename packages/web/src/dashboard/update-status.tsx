import { useState, useSyncExternalStore } from 'react';
import { t } from '../messages/dashboard-texts.ts';
import type { DashboardStore } from './store/dashboard-store.ts';
import styles from './update-status.module.css';

/**
 * Says, to those who do not see it, that the charts have followed what was chosen: their rows are replaced in silence.
 * Charts that fail say so themselves.
 */
export function UpdateStatus({ store }: { store: DashboardStore }) {
  const isUpdating = useSyncExternalStore(store.subscribe, () => hasOldRows(store));
  const [wasUpdated, setUpdated] = useState(false);
  if (isUpdating && !wasUpdated) setUpdated(true);
  return (
    <p className={styles.status} role="status" data-part="update-status">
      {wasUpdated && !isUpdating ? t('chart.updated') : ''}
    </p>
  );
}

/** Whether a chart shows rows in the place of which others are asked for. */
const hasOldRows = (store: DashboardStore) =>
  store.widgets.some(({ id, type }) => {
    if (type !== 'CHART') return false;
    const { status, result } = store.chart(id);
    return status === 'loading' && result !== undefined;
  });
