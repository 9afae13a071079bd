import type { DashboardStore } from './dashboard-store.ts';

export interface DashboardViewProps {
  store: DashboardStore;
  /** Whether rows may be downloaded. */
  allowExport?: boolean;
  /** Changes whenever colours do, so that charts are drawn in the new ones. */
  themeKey?: string;
  /** Whether the page around it says already that the server does not answer; default false. */
  hidesOutage?: boolean;
  onDrilldown?(event: { member: string; value: unknown; widgetId: string }): void;
  onDownload?(event: { widgetId: string; title: string; rowCount: number }): void;
}
