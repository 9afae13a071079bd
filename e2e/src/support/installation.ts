import { createClient, type Client } from '@oriel/client';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browsers/browser.ts';
import { makeDataDir, removeDataDir, startOriel, type Oriel, type StartOrielOptions } from './oriel.ts';
import { copyPreparedData, type DataKind } from './prepared-data.ts';
import { FLIGHTS, writeFlights, type Flight } from './small-data.ts';

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
  /** Those that the demo's model is about, such as {@link FLIGHTS}; default the demo's three million. */
  flights?: readonly Flight[];
}

/** Starts Oriel, by default with the demo, and a browser. */
export async function startInstallation({
  flights,
  ...options
}: InstallationOptions = {}): Promise<Installation> {
  const dataDir = await makeDataDir();
  const kind = dataKind(flights, options);
  const firstStart = kind && (await copyPreparedData(kind, dataDir));
  if (flights && !firstStart) await writeFlights(dataDir, flights);
  let oriel = await startOriel({ dataDir, ...options });
  if (firstStart) {
    const { output } = oriel;
    oriel = { ...oriel, apiKey: firstStart.apiKey, output: () => firstStart.output + output() };
  }
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

/** Undefined where a first start of its own is needed: for other flights, and for settings that it reads. */
function dataKind(
  flights: readonly Flight[] | undefined,
  { args = [], env = {} }: Omit<StartOrielOptions, 'dataDir'>,
): DataKind | undefined {
  if ('ORIEL_BRAND' in env || 'ORIEL_BOOTSTRAP_API_KEY' in env) return undefined;
  if (args.includes('--no-demo')) return 'empty';
  if (flights === undefined) return 'demo';
  return flights === FLIGHTS ? 'small-demo' : undefined;
}
