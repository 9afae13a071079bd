import type { ReportKind } from '@oriel/contract';
import { pageLanguage } from '../../messages/language.ts';
import { watchedFetch } from '../../query/server-watch.ts';
import { chosenControls } from './chosen-controls.ts';
import type { DashboardStore } from './dashboard-store.ts';
import { chosenTabs } from './url-state.ts';

/** What a viewer takes away. */
export type ExportFormat = 'csv' | 'xlsx' | 'png' | 'pdf';

/** What is exported: a chart, or the whole dashboard. */
export interface ExportTarget {
  readonly format: ExportFormat;
  /** Of `pdf`: on sheets of paper, with all rows of tables, instead of as it is looked at. */
  readonly layout?: 'print';
  readonly widgetId?: string;
  /** Of a report that stands by itself. */
  readonly reportId?: number;
  readonly title: string;
}

/**
 * A format of a report's file: a table that is a document has all its rows, on as many sheets of paper as they need.
 */
export function fileOf(
  format: ExportFormat,
  kind: ReportKind | undefined,
): Pick<ExportTarget, 'format' | 'layout'> {
  return format === 'pdf' && kind === 'table' ? { format, layout: 'print' } : { format };
}

/** A file that was made, as far as its server says what it holds. */
export interface ExportedFile extends ExportTarget {
  /** Of tables: rows of the file. */
  readonly rowCount?: number;
  /** Of tables: rows that there are. */
  readonly totalRowCount?: number;
  readonly isComplete: boolean;
}

/** A file that the server has not made. Its message is the server's, empty where a proxy has answered in its place. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

/** What of a dashboard an export has. */
type ExportedStore = Pick<DashboardStore, 'dashboard' | 'settings' | 'widgets' | 'openTabs'>;

/**
 * Has the server write every row, or draw, with what the controls say, and hands the file to the browser.
 *
 * @throws {@link ExportRefused}; what `fetch` throws when the connection breaks, the server goes silent or the signal
 * aborts
 */
export async function exportFile(
  store: ExportedStore,
  target: ExportTarget,
  options: { request: typeof fetch; signal: AbortSignal },
): Promise<ExportedFile> {
  const { publicId } = store.dashboard;
  const path = `/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/export`;
  return requestFile({ path, body: bodyOf(store, target), target }, options);
}

/** What is asked for a file, and of whom. */
interface FileRequest {
  readonly path: string;
  readonly body: object;
  readonly target: ExportTarget;
}

/** As {@link exportFile}, of any operation that exports. */
export async function requestFile(
  { path, body, target }: FileRequest,
  { request, signal }: { request: typeof fetch; signal: AbortSignal },
): Promise<ExportedFile> {
  const answer = await watchedFetch(request)(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (!answer.ok) throw new ExportRefused(await messageOf(answer));
  const content = await answer.blob();
  save(content, `${fileName(target.title)}.${target.format}`);
  const [rowCount, totalRowCount] = (answer.headers.get('oriel-rows') ?? '').split('/').map(Number);
  const isCut =
    Number(answer.headers.get('oriel-cut-cells') ?? 0) > 0 || answer.headers.has('oriel-python-rows');
  if (rowCount === undefined || totalRowCount === undefined || Number.isNaN(totalRowCount))
    return { ...target, isComplete: true };
  return { ...target, rowCount, totalRowCount, isComplete: rowCount === totalRowCount && !isCut };
}

function bodyOf(store: ExportedStore, { format, layout, widgetId }: ExportTarget): object {
  const { timezone, ...controls } = store.settings();
  const tabs = widgetId === undefined ? chosenTabs(store) : [];
  return {
    format,
    ...(layout && { layout }),
    ...(widgetId !== undefined && { widgetId }),
    ...chosenControls(controls),
    ...(tabs.length > 0 && {
      openTabs: tabs.map(({ widget, child }) => ({ container: widget, widget: child })),
    }),
    ...(timezone !== undefined && { timezone }),
    locale: pageLanguage(),
  };
}

async function messageOf(answer: Response): Promise<string> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  return message ?? '';
}

function save(content: Blob, download: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'dashboard';
