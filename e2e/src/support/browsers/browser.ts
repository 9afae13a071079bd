import { chromium, type Browser, type Page } from 'playwright-core';
import { asInOtherBrowsers } from './other-browsers.ts';
import { takeWarmContext } from './warm-contexts.ts';

/**
 * Starts the browser that `npm test` found; alone, a file takes the system's Chromium.
 *
 * @param isWhole whether the headless shell, which does less, is not enough; default false
 */
export async function openBrowser(args: readonly string[] = [], { isWhole = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath({ isWhole }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      // A process for each site, which the headless shell has not by default.
      '--site-per-process',
      // No spare process beside them, which each page would start for the next. Sites and contexts share none.
      '--renderer-process-limit=1',
      ...args,
    ],
  });
}

/** The program of the headless shell, where there is one, or of the whole browser. */
export function chromiumPath({ isWhole = false } = {}): string {
  const { CHROMIUM_PATH = '/usr/bin/chromium', CHROMIUM_HEADLESS_PATH = CHROMIUM_PATH } = process.env;
  return isWhole ? CHROMIUM_PATH : CHROMIUM_HEADLESS_PATH;
}

/** For what must come, however busy the machine is: browser, server and database share its cores. */
const PATIENCE_MS = 120_000;

/**
 * A page that has no more than other browsers have, and keeps what went wrong in it, so that a test can say that
 * nothing did. Its context is its own, with what others of the same options have loaded in the cache.
 */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await takeWarmContext(browser, options, async () => {
    const made = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      // What fades in is waited for with each step.
      reducedMotion: 'reduce',
      ...options,
    });
    made.setDefaultTimeout(PATIENCE_MS);
    await made.addInitScript(asInOtherBrowsers);
    return made;
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  return { page, problems };
}
