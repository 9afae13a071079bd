import type { Client } from '@oriel/client';
import type { EmbeddedPage, EmbeddedPageOptions } from './embedded-page.ts';
import { openEmbedded } from './embedded-page.ts';
import { startHostPage, type HostPage } from './hosts/host-page.ts';
import { startInstallation, type Installation, type InstallationOptions } from './installation.ts';

export interface OpenAppOptions extends EmbeddedPageOptions {
  /** Below the application, such as `/workbook/130`. */
  path?: string;
  /** More of the address, such as `&locale=ja`. */
  parameters?: string;
  /** Fields of the session. */
  session?: Record<string, unknown>;
}

/** Oriel with its demo, and a host page that embeds the application for viewers in creator mode. */
export interface AppWorld {
  readonly installation: Installation;
  readonly client: Client;
  /** Opens the application for a viewer of an embed tenant, by default that of the demo. */
  open(externalId: string, options?: OpenAppOptions): Promise<EmbeddedPage>;
  close(): Promise<void>;
}

const deploymentId = 1;

/** @param options of the installation; default the demo as it is */
export async function startAppWorld(options: InstallationOptions = {}): Promise<AppWorld> {
  const installation = await startInstallation(options);
  const host: HostPage = await startHostPage();
  return {
    installation,
    client: installation.client,
    async open(externalId, { path = '', parameters = '', session, ...page } = {}) {
      const body = {
        deploymentId,
        externalId,
        embedTenantName: 'skyline-travel',
        creatorMode: true,
        ...session,
      };
      const { sessionId } = await installation.client.call('generateSession', { body });
      const address = `${installation.oriel.url}/embed/d/${deploymentId}/app${path}?session=${sessionId}${parameters}`;
      return openEmbedded(installation.browser, host, address, page);
    },
    async close() {
      await host.close();
      await installation.close();
    },
  };
}
