import { findChromium, isExecutable } from '@oriel/server/find-chromium';
import { chromium, type Browser } from 'playwright-core';
import { CommandError, exitCodes, UsageError } from '../command-error.ts';

/**
 * Starts the browser that the server would draw with: the one of `ORIEL_CHROMIUM`, else the one of this machine.
 *
 * @throws {@link UsageError} where there is none; a `CommandError` where it does not start
 */
export async function launchBrowser(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Browser> {
  const named = variables['ORIEL_CHROMIUM'];
  if (named && !isExecutable(named))
    throw new UsageError(`ORIEL_CHROMIUM is ${named}, which is no program that can be run`);
  const executablePath = named || findChromium(variables['PATH']);
  if (executablePath === undefined)
    throw new UsageError(
      'A surface is checked in a browser, and there is none: install Chromium, or name its program in ORIEL_CHROMIUM',
    );
  try {
    return await chromium.launch({
      executablePath,
      // The sandbox of the browser refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-background-networking', '--disable-gpu'],
    });
  } catch (cause) {
    const [reason] = (cause as Error).message.split('\n');
    throw new CommandError(
      `${executablePath} does not start: ${reason}`,
      exitCodes.failed,
      { code: 'browser_failed' },
      { cause },
    );
  }
}
