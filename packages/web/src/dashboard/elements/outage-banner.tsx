import { useEffect } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import look from '../look/look.module.css';
import styles from './outage-banner.module.css';
import { useOutage } from '../store/use-store.ts';

/** Says once for all charts why they cannot be asked; where nobody answers they are asked again by themselves. */
export function OutageBanner({ store }: { store: DashboardStore }) {
  const outage = useOutage(store);
  const isUnreachable = outage === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return;
    window.addEventListener('online', store.reconnect);
    return () => window.removeEventListener('online', store.reconnect);
  }, [isUnreachable, store]);
  if (!outage) return null;
  return (
    <div className={styles.banner} data-part="outage" data-outage={outage} role="alert">
      <span>{t(`outage.${outage}`)}</span>
      {isUnreachable && (
        <button type="button" className={look.quietButton} onClick={store.reconnect}>
          {t('outage.now')}
        </button>
      )}
    </div>
  );
}
