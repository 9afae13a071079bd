import { refuse } from '@oriel/contract';
import type { Page } from 'playwright-core';
import { MAX_HEIGHT } from './capture-page.ts';

/** An app that shows nothing for so long is not drawn. */
const LOADING_MS = 45_000;
/** An app that is too busy to say how high it is, is drawn as high as the page. */
const MEASURING_MS = 5_000;

const LOADED = '[data-part="app"][data-settled]';
const FAILED = '[data-part="app-failed"]';

/**
 * Waits until an app has said that it shows what it has to show, or has asked for nothing more after an answer, and
 * makes the page as high as the app. What the app says is data of its author: it has no say in anything but the
 * picture.
 *
 * @throws `export_failed` for an app that fails, or shows nothing in time
 */
export async function awaitApp(page: Page): Promise<void> {
  try {
    await page.waitForSelector(`${LOADED}, ${FAILED}`, { state: 'attached', timeout: LOADING_MS });
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'TimeoutError') throw cause;
    throw failure(`the app did not say within ${LOADING_MS / 1000} seconds that it has loaded`, cause);
  }
  const failed = page.locator(FAILED);
  if ((await failed.count()) > 0)
    throw failure(`the app failed: ${(await failed.getAttribute('data-reason')) ?? ''}`);
  const { width = 0, height: least = 0 } = page.viewportSize() ?? {};
  const height = Math.min(MAX_HEIGHT, Math.max(least, await heightOf(page)));
  await page.setViewportSize({ width, height });
  // What the app draws anew for another height is there with the second frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function heightOf(page: Page): Promise<number> {
  const frame = page.frames().find((each) => each.parentFrame() !== null);
  if (!frame) return 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), MEASURING_MS);
  });
  const measured = frame.evaluate('document.documentElement.scrollHeight').catch(() => 0);
  const height = Number(await Promise.race([measured, late]));
  clearTimeout(timer);
  return Number.isFinite(height) ? Math.ceil(height) : 0;
}

const failure = (reason: string, cause?: unknown) => refuse('export_failed', { reason }, { cause });
