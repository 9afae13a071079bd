import { t } from '../../messages/report-editor-texts.ts';
import styles from './report-editor.module.css';

/** How a drawing looks, folded away until it is wanted. */
export function StyleSection({ isUsed, children }: { isUsed: boolean; children: React.ReactNode }) {
  return (
    <details className={styles.style} open={isUsed || undefined}>
      <summary>{t('style.heading')}</summary>
      <div className={styles.styleFields}>{children}</div>
    </details>
  );
}
