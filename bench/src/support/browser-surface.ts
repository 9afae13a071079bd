import { embedTenants, statesAttribute, workspace } from '@oriel/demo';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import type { OrielProcess } from './oriel-process.ts';

const params = { deploymentId: 1 };
const [tenant] = embedTenants;

/** A report of a dashboard that a benchmark publishes. */
export interface SurfaceReport {
  kind: 'table' | 'vega' | 'kpi' | 'html' | 'map';
  query: object;
  spec: object;
}

/** Starts the browser that benchmarks of pages run in. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', ...args],
  });
}

/**
 * Publishes a dashboard of reports, one below the other, in the place of one of the demo's. Answers with its public id.
 */
export async function publishSurface(
  { client }: OrielProcess,
  reports: readonly SurfaceReport[],
): Promise<string> {
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const workbookId = items.find(({ name }) => name === workspace.workbooks[0]?.name)?.id;
  if (workbookId === undefined) throw new Error('The demo has no workbook');
  const widgets = [];
  for (const [index, { kind, query, spec }] of reports.entries()) {
    const body = {
      name: `Report ${index}`,
      workbookId,
      jsonQuery: JSON.stringify(query),
      meta: { kind, spec },
    };
    const { id } = await client.call('createReport', { params, body });
    const position = { x: 0, y: index * 12, w: 12, h: 12 };
    widgets.push({ id: `widget-${index}`, type: 'CHART' as const, position, config: { reportId: id } });
  }
  const body = { workbookId, title: 'Benchmark', allowEmbed: true, config: { widgets } };
  const { publicId } = await client.call('publishDashboard', { params: { ...params, workbookId }, body });
  return publicId;
}

/** The public id of the demo's dashboard of twelve charts. */
export async function findDemoDashboard({ client }: OrielProcess): Promise<string> {
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const found = items.find(({ name }) => name === workspace.workbooks[0]?.name)?.publishedDashboard;
  if (!found) throw new Error('The demo has no overview');
  return found.publicId;
}

/** Makes a session of a viewer that nobody has used, and answers with its id. */
export async function openSession({ client }: OrielProcess, settings: object = {}): Promise<string> {
  const { sessionId } = await client.call('generateSession', {
    body: {
      ...params,
      externalId: 'bench',
      embedTenantName: tenant?.name ?? '',
      userAttributes: [{ name: statesAttribute.name, value: [...(tenant?.states ?? [])] }],
      ...settings,
    },
  });
  return sessionId;
}

/** The address of a dashboard with a session that nobody has used. */
export async function surfaceAddress(oriel: OrielProcess, publicId: string): Promise<string> {
  return `${oriel.url}/embed/dashboard/${publicId}?session=${await openSession(oriel)}`;
}

/** Serves one page on an origin of its own, of the same site as a server of a benchmark. */
export async function servePage(html: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
