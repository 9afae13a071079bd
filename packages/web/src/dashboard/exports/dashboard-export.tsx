import { t } from '../../messages/dashboard-texts.ts';
import type { DashboardViewProps } from '../elements/dashboard-view-props.ts';
import { ExportStatus } from './export-status.tsx';
import { DownloadSymbol } from '../elements/menu-symbols.tsx';
import { Menu } from '../elements/menu.tsx';
import { useExport } from './use-export.ts';
import styles from './export-status.module.css';

const FILES = [
  { name: 'png', format: 'png' },
  { name: 'pdf', format: 'pdf' },
  { name: 'print', format: 'pdf', layout: 'print' },
] as const;

/** The menu by which the whole dashboard is taken away. */
export function DashboardExport(props: DashboardViewProps) {
  const { state, start, stop } = useExport(props);
  const { dashboard } = props.store;
  const title = dashboard.title ?? 'dashboard';
  // An app lays itself out.
  const files = FILES.filter(({ name }) => name !== 'print' || dashboard.config.kind !== 'APP');
  return (
    <>
      <div className={styles.bar} data-part="dashboard-export">
        <Menu label={t('export.menu')} symbol={<DownloadSymbol />}>
          {files.map(({ name, ...file }) => (
            <button key={name} type="button" onClick={() => void start({ ...file, title })}>
              {t(`export.${name}`)}
            </button>
          ))}
        </Menu>
      </div>
      <ExportStatus store={props.store} state={state} onStop={stop} />
    </>
  );
}
