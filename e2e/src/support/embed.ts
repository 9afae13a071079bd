import { createClient, type Client } from '@oriel/client';
import type { Dashboard, DashboardWidget } from '@oriel/contract';
import assert from 'node:assert/strict';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { openBrowser, openPage } from './browser.ts';
import { startHostPage, type HeardMessage, type HostPage } from './host-page.ts';
import { makeDataDir, removeDataDir, startOriel, type Oriel } from './oriel.ts';
import { writeFlights } from './small-data.ts';

/** Oriel with a handful of flights, a host page on another origin, and a browser. */
export interface EmbedWorld {
  readonly oriel: Oriel;
  readonly client: Client;
  readonly host: HostPage;
  /** Publishes a dashboard that the viewers see, in place of the one before. Widgets name reports by key. */
  publish(board: Board): Promise<Dashboard>;
  /** Opens the dashboard for a viewer, in the host page. */
  open(publicId: string, options?: OpenOptions): Promise<EmbeddedPage>;
  close(): Promise<void>;
}

export interface Board {
  title?: string;
  reports?: Record<string, BoardReport>;
  widgets: readonly BoardWidget[];
  theme?: Record<string, unknown>;
}

export interface BoardReport {
  name: string;
  query: object;
  kind: 'vega' | 'table' | 'kpi';
  spec?: object;
}

/** A widget; a CHART's `report` is a key of the board's reports. Without a position it takes the next free rows. */
export type BoardWidget = Pick<DashboardWidget, 'id' | 'type'> & {
  position?: DashboardWidget['position'];
  config?: Record<string, unknown>;
};

export interface OpenOptions {
  /** More of the address, such as `&allowExport=true`. */
  parameters?: string;
  /** Fields of the session. */
  session?: Record<string, unknown>;
  browser?: Parameters<Browser['newContext']>[0];
  /** Looks at the page before anything is loaded. */
  prepare?(page: Page): void;
}

/** A dashboard in its host page. */
export interface EmbeddedPage {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** The events of one type so far, in order. */
  events(type: string): Promise<HeardMessage[]>;
  /** Waits until so many events of a type have come, and answers with the last of them. */
  nextEvent(type: string, count?: number): Promise<HeardMessage>;
  /** Sends an action as a host that writes its messages by hand. */
  send(type: string, payload?: Record<string, unknown>): Promise<void>;
  /** Closes the page and checks that nothing went wrong in it, a policy's complaint included. */
  close(options?: { expected?: RegExp }): Promise<void>;
}

/** Long for anything that a page of a few rows does. */
const TIMEOUT_MS = 15_000;
const WORKBOOK = 'Punctuality';
const params = { deploymentId: 1 };

export async function startEmbedWorld(): Promise<EmbedWorld> {
  const dataDir = await makeDataDir();
  await writeFlights(dataDir);
  const oriel = await startOriel({ dataDir });
  const client = createClient({ baseUrl: oriel.url, apiKey: oriel.apiKey ?? '' });
  const [browser, host] = [await openBrowser(), await startHostPage()];
  // The demo shares its workbooks with its embed tenants, so what is published in them is seen by their viewers.
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const workbookId = items.find(({ name }) => name === WORKBOOK)?.id ?? 0;
  return {
    oriel,
    client,
    host,
    publish: (board) => publish(client, workbookId, board),
    async open(publicId, options = {}) {
      const embedUrl = await signedUrl(oriel, client, publicId, options);
      return openEmbedded(browser, host.around(embedUrl), oriel.url, options);
    },
    async close() {
      await browser.close();
      await host.close();
      await oriel.stop();
      await removeDataDir(dataDir);
    },
  };
}

async function publish(client: Client, workbookId: number, board: Board): Promise<Dashboard> {
  const reportIds = new Map<string, number>();
  for (const [key, { name, query, kind, spec = {} }] of Object.entries(board.reports ?? {})) {
    const body = { name, workbookId, jsonQuery: JSON.stringify(query), meta: { kind, spec } };
    reportIds.set(key, (await client.call('createReport', { params, body })).id);
  }
  const widgets = board.widgets.map((widget, index) => toWidget(widget, index, reportIds));
  const { title = 'Board', theme } = board;
  const body = { workbookId, title, allowEmbed: true, config: { widgets, ...(theme && { theme }) } };
  return client.call('publishDashboard', { params: { ...params, workbookId }, body });
}

function toWidget(
  { id, type, position, config = {} }: BoardWidget,
  index: number,
  reportIds: ReadonlyMap<string, number>,
): DashboardWidget {
  const { report, children, ...rest } = config;
  return {
    id,
    type,
    position: position ?? { x: 0, y: index * 6, w: 12, h: 6 },
    config: {
      ...rest,
      ...(typeof report === 'string' && { reportId: reportIds.get(report) }),
      // Children of a container are widgets of the board as well.
      ...(Array.isArray(children) && {
        children: (children as BoardWidget[]).map((child, at) => toWidget(child, at, reportIds)),
      }),
    },
  };
}

async function signedUrl(
  oriel: Oriel,
  client: Client,
  publicId: string,
  { parameters = '', session }: OpenOptions,
): Promise<string> {
  const body = {
    ...params,
    externalId: 'viewer',
    embedTenantName: 'skyline-travel',
    userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
    ...session,
  };
  const { sessionId } = await client.call('generateSession', { body });
  return `${oriel.url}/embed/dashboard/${publicId}?session=${sessionId}${parameters}`;
}

async function openEmbedded(
  browser: Browser,
  url: string,
  orielUrl: string,
  options: OpenOptions,
): Promise<EmbeddedPage> {
  const { page, problems } = await openPage(browser, options.browser);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console -- errors of the console are what the page's problems are made of
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });
  options.prepare?.(page);
  await page.goto(url);
  const heard = () => page.evaluate(() => (window as unknown as { heard: HeardMessage[] }).heard);
  const events = async (type: string) =>
    (await heard()).filter((message) => message.type === `svc:event:${type}`);
  return {
    page,
    frame: page.frameLocator('iframe[title=Dashboard]'),
    events,
    async nextEvent(type, count = 1) {
      await page.waitForFunction(
        ([wanted, least]) =>
          (window as unknown as { heard: HeardMessage[] }).heard.filter((message) => message.type === wanted)
            .length >= least,
        [`svc:event:${type}`, count] as const,
      );
      const event = (await events(type)).at(-1);
      assert.ok(event);
      return event;
    },
    send: (type, payload = {}) =>
      page.evaluate(
        ([message, origin]) => document.querySelector('iframe')?.contentWindow?.postMessage(message, origin),
        [
          {
            source: 'svc-embed',
            direction: 'action',
            type: `svc:action:${type}`,
            payload,
            timestamp: Date.now(),
          },
          new URL(orielUrl).origin,
        ] as const,
      ),
    async close({ expected } = {}) {
      assert.deepEqual(
        problems.filter((problem) => !expected?.test(problem)),
        [],
      );
      await page.context().close();
    },
  };
}
