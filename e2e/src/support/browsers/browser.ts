import { chromium, type Browser, type Page } from 'playwright-core';
import { asInOtherBrowsers } from './other-browsers.ts';

/**
 * Starts the browser that `npm test` found; alone, a file takes the system's Chromium.
 *
 * @param isWhole whether the headless shell, which does less, is not enough; default false
 */
export async function openBrowser(args: readonly string[] = [], { isWhole = false } = {}): Promise<Browser> {
  const { CHROMIUM_PATH = '/usr/bin/chromium', CHROMIUM_HEADLESS_PATH = CHROMIUM_PATH } = process.env;
  return chromium.launch({
    executablePath: isWhole ? CHROMIUM_PATH : CHROMIUM_HEADLESS_PATH,
    // A process for each site, which the headless shell has not by default.
    args: ['--no-sandbox', '--disable-background-networking', '--site-per-process', ...args],
  });
}

/** For what must come, however busy the machine is: browser, server and database share its cores. */
const PATIENCE_MS = 120_000;

/** A page that has no more than other browsers have, and keeps what went wrong in it, so that a test can say that nothing did. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(asInOtherBrowsers);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  return { page, problems };
}
