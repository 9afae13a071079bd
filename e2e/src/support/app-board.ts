import type { Client } from '@oriel/client';
import type { Dashboard, DashboardWidget } from '@oriel/contract';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CITY, FLIGHTS_FIELD } from './hostile/hostile-charts.ts';

/** The example of the guide. */
const EXAMPLE = join(import.meta.dirname, '../../../docs/guides/examples/dashboard-app');

/** The files of the guide's example, as they are published. */
export async function exampleFiles(): Promise<Record<string, string>> {
  const found = await readdir(EXAMPLE, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [relative(EXAMPLE, path), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(files);
}

/** An app to publish; without `widgets` it has no controls. */
export interface AppBoard {
  title?: string;
  files: Record<string, string>;
  entry?: string;
  widgets?: readonly Pick<DashboardWidget, 'id' | 'type' | 'config'>[];
}

/** The report that apps of tests ask for: flights by the city that they begin in. */
export const REPORT = 'Flights by city';
const query = { measures: [FLIGHTS_FIELD], dimensions: [CITY], order: { [CITY]: 'asc' } };

/** Publishes an app in place of what a workbook shows, with the report that it asks for. */
export async function publishApp(
  client: Client,
  { deploymentId, workbookId }: { deploymentId: number; workbookId: number },
  { title = 'App', files, entry, widgets = [] }: AppBoard,
): Promise<Dashboard> {
  const params = { deploymentId };
  const { items } = await client.call('getReports', { params, query: { workbookId } });
  if (!items.some(({ name }) => name === REPORT)) {
    const body = {
      name: REPORT,
      workbookId,
      jsonQuery: JSON.stringify(query),
      meta: { kind: 'table', spec: {} },
    };
    await client.call('createReport', { params, body });
  }
  const position = { x: 0, y: 0, w: 4, h: 2 };
  // What a test gives a widget is checked when it is published.
  const placed = widgets.map((widget) => ({ ...widget, position })) as DashboardWidget[];
  const config = { kind: 'APP' as const, app: { files, ...(entry && { entry }) }, widgets: placed };
  return client.call('publishDashboard', {
    params: { deploymentId, workbookId },
    body: { workbookId, title, allowEmbed: true, config },
  });
}
