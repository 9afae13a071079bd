import look from './look.module.css';
import styles from './report-surface.module.css';
import './tokens.css';

export interface ReportSurfaceProps {
  scheme: 'light' | 'dark';
  children: React.ReactNode;
}

/**
 * The look of a dashboard around a single report that is shown outside of one. The report fills it; its container, a
 * grid, gives it its size.
 */
export function ReportSurface({ scheme, children }: ReportSurfaceProps) {
  return (
    <div className={styles.surface} data-scheme={scheme}>
      <div className={`${look.look} ${styles.fill}`}>{children}</div>
    </div>
  );
}
