import { createClient, type Client } from '@oriel/client';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browsers/browser.ts';
import { closeContexts } from './browsers/warm-contexts.ts';
import {
  hostOriel,
  makeDataDir,
  removeDataDir,
  startOriel,
  type Oriel,
  type OrielProcess,
  type StartOrielOptions,
} from './oriel.ts';
import { copyPreparedData, type DataKind } from './prepared-data.ts';
import { FLIGHTS, writeFlights, type Flight } from './small-data.ts';
import { leaveWorld, openWorld } from './world.ts';

/** Oriel in a data folder of its own, with a client of its administrator and a browser. */
export interface Installation {
  readonly oriel: Oriel;
  readonly client: Client;
  readonly browser: Browser;
  /** Closes the pages of the browser, stops everything else and removes the data. */
  close(): Promise<void>;
}

/** An installation in a process of its own. */
export interface KillableInstallation extends Installation {
  readonly oriel: OrielProcess;
  /** Kills the server as a power cut would and starts it over the same data: `oriel` and `client` are new ones then. */
  crash(): Promise<void>;
}

export interface InstallationOptions extends Omit<StartOrielOptions, 'dataDir'> {
  /** Those that the demo's model is about, such as {@link FLIGHTS}; default the demo's three million. */
  flights?: readonly Flight[];
}

/** Starts Oriel, by default with the demo, in the process that the test files share, with their browser. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { servers, browser } = await openWorld();
  const { oriel, dataDir } = await startOver(options, (start) => hostOriel(servers, start));
  return {
    oriel,
    client: createClient({ baseUrl: oriel.url, apiKey: oriel.apiKey ?? '' }),
    browser,
    async close() {
      // Files run one after the other: what is open was opened here.
      await closeContexts(browser);
      await oriel.stop();
      await removeDataDir(dataDir);
      await leaveWorld();
    },
  };
}

/** Starts Oriel as {@link startInstallation} does, in a process that can be killed, with a browser of its own. */
export async function startKillableInstallation(
  options: InstallationOptions = {},
): Promise<KillableInstallation> {
  const { flights: _, ...settings } = options;
  const started = await startOver(options, startOriel);
  const { dataDir } = started;
  let { oriel } = started;
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
      oriel = await startOriel({ dataDir, ...settings });
      client = createClient({ baseUrl: oriel.url, apiKey });
    },
    async close() {
      await browser.close();
      await oriel.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Starts Oriel over a new data folder, with what a first start of the same run has made where there is one. */
async function startOver<Started extends Oriel>(
  { flights, ...options }: InstallationOptions,
  start: (options: StartOrielOptions) => Promise<Started>,
): Promise<{ oriel: Started; dataDir: string }> {
  const dataDir = await makeDataDir();
  const kind = dataKind(flights, options);
  const firstStart = kind && (await copyPreparedData(kind, dataDir));
  if (flights && !firstStart) await writeFlights(dataDir, flights);
  const oriel = await start({ dataDir, ...options });
  if (!firstStart) return { oriel, dataDir };
  const output = () => firstStart.output + oriel.output();
  return { oriel: { ...oriel, apiKey: firstStart.apiKey, output }, dataDir };
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
