import type { Browser } from 'playwright-core';
import { openBrowser } from './browsers/browser.ts';
import { startServerHost, type ServerHost } from './server-host-client.ts';

/**
 * What the test files of one process share: the process of their servers, and a browser. An installation in it is a
 * server of its own, with its own data folder, database and port, so no file meets what another has written or set;
 * contexts of the browser are closed with the installation that they were opened for.
 *
 * A file needs a process of its own for its server where it calls `startOriel`, which starts the product as a person
 * does (its output, exit code, signals, TLS), or `startKillableInstallation`. It needs a browser of its own where it
 * calls `openBrowser`, for other flags or the whole browser.
 */
export interface World {
  readonly servers: ServerHost;
  readonly browser: Browser;
}

/** One for the process: what is started once is what it is for. */
let opened: { servers?: ServerHost; browser?: Promise<Browser> } = {};

/** The servers' process, started at the first call and anew where it has ended. */
export function sharedServers(): ServerHost {
  if (!opened.servers || opened.servers.hasEnded) opened.servers = startServerHost();
  return opened.servers;
}

/** Opens what the files share at the first call in the process, and anew what has ended. */
export async function openWorld(): Promise<World> {
  const servers = sharedServers();
  if (!opened.browser || !(await opened.browser).isConnected()) opened.browser = openBrowser();
  return { servers, browser: await opened.browser };
}

/** Ends it where no other file follows: the process of a file that is run alone ends with the file. */
export async function leaveWorld(): Promise<void> {
  if (process.env['ORIEL_TEST_GROUP'] === undefined) await endWorld();
}

/** Ends what was opened. The process would not end before. */
export async function endWorld(): Promise<void> {
  const { servers, browser } = opened;
  opened = {};
  await (await browser)?.close();
  await servers?.close();
}
