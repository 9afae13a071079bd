import type { DashboardViewProps } from './elements/dashboard-view-props.ts';
import { DashboardExport } from './exports/dashboard-export.tsx';
import { isPrinted } from '../page/page-config.ts';
import styles from './dashboard-header.module.css';

/** What stands above a dashboard: its title, where the page around it does not say it, and the menu of exports. */
export function DashboardHeader(props: DashboardViewProps) {
  const { title, config } = props.store.dashboard;
  // Sheets of paper have their own heading, and an app lays itself out.
  const showsTitle = props.showsTitle && title && config.kind !== 'APP' && !isPrinted();
  const showsExport = props.allowExport && props.canDraw && props.showsExportMenu;
  if (!showsTitle && !showsExport) return null;
  return (
    <header className={styles.header} data-part="dashboard-header">
      {showsTitle && <h1>{title}</h1>}
      {showsExport && <DashboardExport {...props} />}
    </header>
  );
}
