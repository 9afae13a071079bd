import { t } from '../messages/dashboard-texts.ts';
import type { DashboardViewProps } from './dashboard-view-props.ts';
import { ExportStatus } from './export-status.tsx';
import { DownloadSymbol } from './menu-symbols.tsx';
import { Menu } from './menu.tsx';
import { useExport } from './use-export.ts';
import styles from './export-status.module.css';

const FORMATS = ['png', 'pdf'] as const;

/** The menu by which the whole dashboard is taken away. */
export function DashboardExport(props: DashboardViewProps) {
  const { state, start, stop } = useExport(props);
  const { dashboard } = props.store;
  const title = dashboard.title ?? 'dashboard';
  return (
    <>
      <div className={styles.bar} data-part="dashboard-export">
        <Menu label={t('export.menu')} symbol={<DownloadSymbol />}>
          {FORMATS.map((format) => (
            <button key={format} type="button" onClick={() => void start({ format, title })}>
              {t(`export.${format}`)}
            </button>
          ))}
        </Menu>
      </div>
      <ExportStatus state={state} onStop={stop} />
    </>
  );
}
