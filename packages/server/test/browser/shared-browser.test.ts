import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { createSharedBrowser } from '../../src/rendering/shared-browser.ts';

const browser = createSharedBrowser({ path: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' });
after(() => browser.close());

/** Ends the browser as a fault of its own does, and waits for a page of it. */
async function crash(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.browser()?.newBrowserCDPSession();
  // It has no answer.
  session?.send('Browser.crash').catch(() => {});
  await page.waitForSelector('#never', { timeout: 60_000 });
}

async function titleOf(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<title>drawn</title>');
  return page.title();
}

test('work goes on in another browser where its browser has ended', async () => {
  let tries = 0;
  const title = await browser.use(async (context) => {
    tries += 1;
    if (tries === 1) await crash(context);
    return titleOf(context);
  });
  assert.deepEqual([title, tries], ['drawn', 2]);
});

test('a browser that ends each time is told as an export that has failed, and the next work has another', async () => {
  let tries = 0;
  const failing = browser.use(async (context) => {
    tries += 1;
    await crash(context);
  });
  await assert.rejects(failing, {
    code: 'export_failed',
    message: 'The export has failed: The browser has ended while it drew',
  });
  assert.equal(tries, 2);
  assert.equal(await browser.use(titleOf), 'drawn');
});

test('what work throws by itself is thrown on, and not tried again', async () => {
  let tries = 0;
  const work = browser.use(async () => {
    tries += 1;
    throw new Error('no such dashboard');
  });
  await assert.rejects(work, { message: 'no such dashboard' });
  assert.equal(tries, 1);
});
