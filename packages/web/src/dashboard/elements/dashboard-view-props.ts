import type { DashboardStore } from '../store/dashboard-store.ts';
import type { ExportedFile } from '../store/export-file.ts';

export interface DashboardViewProps {
  store: DashboardStore;
  /** Whether the title stands above the dashboard, where nothing around it says it; default false. */
  showsTitle?: boolean;
  /** Whether rows may be downloaded. */
  allowExport?: boolean;
  /** Whether the server draws pictures and documents; default false. */
  canDraw?: boolean;
  /** Whether the whole dashboard has a menu of exports, where the server draws; default false. */
  showsExportMenu?: boolean;
  /** Asks the server with the viewer's right; default `fetch`, with the cookie. */
  request?: typeof fetch;
  /** Where the files of an app are, of one that is not published; absent: the server is asked. */
  appAddress?: string;
  /** Changes whenever colours do, so that charts are drawn in the new ones. */
  themeKey?: string;
  /** Whether the page around it says already that the server does not answer; default false. */
  hidesOutage?: boolean;
  /** Whether the viewer may see why the Python of a chart has failed, as its author may; default false. */
  showsFailures?: boolean;
  /** Opens a thread in the chat beside the dashboard; absent where there is none. */
  openChat?: ((chatId: string) => void) | undefined;
  onDrilldown?(event: { member: string; value: unknown; widgetId: string }): void;
  /** Of a dashboard that is an app: something went wrong in it; `isFatal` when it cannot be shown. */
  onAppFailed?(message: string, isFatal: boolean): void;
  onDownload?(file: ExportedFile): void;
}
