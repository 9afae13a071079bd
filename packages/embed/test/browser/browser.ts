import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why the tests of the browser are left out, or false: without Chromium, except under CI=true, where they fail. */
export const skipWithoutChromium: string | false =
  existsSync(executablePath) || process.env['CI'] === 'true'
    ? false
    : `There is no Chromium at ${executablePath}: install it or set CHROMIUM_PATH`;

/** Starts Chromium; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  // The sandbox needs rights that containers seldom have, and the pages are our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
