import { t } from '../../../messages/report-editor-texts.ts';
import styles from './report-editor.module.css';

interface StyleSectionProps {
  /** Default `Style`. */
  heading?: string;
  /** Whether something of it is chosen, so that it is open at first. */
  isUsed: boolean;
  children: React.ReactNode;
}

/** How a drawing looks, folded away until it is wanted. */
export function StyleSection({ heading = t('style.heading'), isUsed, children }: StyleSectionProps) {
  return (
    <details className={styles.style} open={isUsed || undefined}>
      <summary>{heading}</summary>
      <div className={styles.styleFields}>{children}</div>
    </details>
  );
}
