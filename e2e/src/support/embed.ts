import type { Client } from '@oriel/client';
import type { Dashboard } from '@oriel/contract';
import type { Browser } from 'playwright-core';
import { publishBoard, type Board } from './board.ts';
import { openEmbedded, type EmbeddedPage, type EmbeddedPageOptions } from './embedded-page.ts';
import { startHostPage, type HostPage } from './hosts/host-page.ts';
import { startInstallation } from './installation.ts';
import type { Oriel } from './oriel.ts';
import { FLIGHTS, type Flight } from './small-data.ts';

/** Oriel with a handful of flights, a host page on another origin, and a browser. */
export interface EmbedWorld {
  readonly oriel: Oriel;
  readonly client: Client;
  readonly host: HostPage;
  readonly browser: Browser;
  /** Publishes a dashboard that the viewers see, in place of the one before. Widgets name reports by key. */
  publish(board: Board): Promise<Dashboard>;
  /** Opens the dashboard for a viewer, in the host page. */
  open(publicId: string, options?: OpenOptions): Promise<EmbeddedPage>;
  close(): Promise<void>;
}

export interface OpenOptions extends EmbeddedPageOptions {
  /** More of the address, such as `&allowExport=true`. */
  parameters?: string;
  /** Fields of the session. */
  session?: Record<string, unknown>;
}

const WORKBOOK = 'Punctuality';
const params = { deploymentId: 1 };

/**
 * @param flights those that the demo's model is about; default {@link FLIGHTS}
 * @param env settings of the server besides
 */
export async function startEmbedWorld(
  flights: readonly Flight[] = FLIGHTS,
  env: Record<string, string> = {},
): Promise<EmbedWorld> {
  const installation = await startInstallation({ flights, env });
  const { oriel, client, browser } = installation;
  const host = await startHostPage();
  // The demo shares its workbooks with its embed tenants, so what is published in them is seen by their viewers.
  const { items } = await client.call('getWorkbooks', { params, query: {} });
  const workbookId = items.find(({ name }) => name === WORKBOOK)?.id ?? 0;
  return {
    oriel,
    client,
    host,
    browser,
    publish: (board) => publishBoard(client, { ...params, workbookId }, board),
    async open(publicId, options = {}) {
      const embedUrl = await signedUrl({ oriel, client }, `/embed/dashboard/${publicId}?session`, options);
      return openEmbedded(browser, host, embedUrl, options);
    },
    async close() {
      await host.close();
      await installation.close();
    },
  };
}

/**
 * The address of a surface, with a session of a viewer.
 * @param path with the parameter that holds the session, such as `/embed/chat?sessionId`
 */
export async function signedUrl(
  { oriel, client }: Pick<EmbedWorld, 'oriel' | 'client'>,
  path: string,
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
  return `${oriel.url}${path}=${sessionId}${parameters}`;
}
