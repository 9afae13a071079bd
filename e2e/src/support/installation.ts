import { createClient, type Client } from '@oriel/client';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { makeDataDir, removeDataDir, startOriel, type Oriel, type StartOrielOptions } from './oriel.ts';

/** Oriel in a data folder of its own, with a client of its administrator and a browser. */
export interface Installation {
  readonly oriel: Oriel;
  readonly client: Client;
  readonly browser: Browser;
  /** Kills the server as a power cut would and starts it over the same data: `oriel` and `client` are new ones then. */
  crash(): Promise<void>;
  /** Stops everything and removes the data. */
  close(): Promise<void>;
}

export interface InstallationOptions extends Omit<StartOrielOptions, 'dataDir'> {
  /** Writes into the data folder before the first start. */
  prepare?(dataDir: string): Promise<void>;
}

/** Starts Oriel, by default with the demo, and a browser. */
export async function startInstallation({
  prepare,
  ...options
}: InstallationOptions = {}): Promise<Installation> {
  const dataDir = await makeDataDir();
  await prepare?.(dataDir);
  let oriel = await startOriel({ dataDir, ...options });
  // Only the first start answers with a key.
  const { apiKey = '' } = oriel;
  let client = createClient({ baseUrl: oriel.url, apiKey });
  const browser = await openBrowser();
  return {
    get oriel() {
      return oriel;
    },
    get client() {
      return client;
    },
    browser,
    async crash() {
      await oriel.kill();
      oriel = await startOriel({ dataDir, ...options });
      client = createClient({ baseUrl: oriel.url, apiKey });
    },
    async close() {
      await browser.close();
      await oriel.stop();
      await removeDataDir(dataDir);
    },
  };
}
