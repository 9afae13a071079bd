import { t } from '../../messages/dashboard-texts.ts';
import styles from './skeleton.module.css';

/** Placeholder of a chart. */
export function Skeleton() {
  return <div className={styles.skeleton} role="status" aria-label={t('loading')} />;
}
