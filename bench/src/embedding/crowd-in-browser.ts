import { brands } from '@oriel/embed';
import type { Browser, Page } from 'playwright-core';
import { median, type BenchResult } from '../support/bench.ts';
import { findDemoDashboard, openBrowser, openSession, servePage } from '../support/browser-surface.ts';
import { loadFrame } from '../support/load-frame.ts';
import type { OrielProcess } from '../support/oriel-process.ts';
import { createReplay, recordRequests, type Replay } from '../support/page-requests.ts';

const ROUNDS = 20;
const TARGET = 3;

/**
 * A browser opens the demo's dashboard in a frame, as a viewer who has never been there, alone and as one of a crowd:
 * all others make the requests that it makes, those for the page and its scripts as well, at the same moment and on the
 * same machine.
 */
export async function compareInBrowser(oriel: OrielProcess, viewers: number): Promise<BenchResult> {
  const browser = await openBrowser();
  const host = await servePage('<!doctype html><title>Host</title><body></body>');
  try {
    const publicId = await findDemoDashboard(oriel);
    const message = `${brands.svc.prefix}event:dashboard-loaded`;
    const addressOf = (sessionId: string) => `${oriel.url}/embed/dashboard/${publicId}?session=${sessionId}`;
    const open = async (page: Page) => {
      const address = addressOf(await openSession(oriel));
      return page.evaluate(loadFrame, { address, message });
    };
    const sessionId = await openSession(oriel);
    const recorded = await inPage(browser, host.url, (page) =>
      recordRequests(page, {
        origin: oriel.url,
        sessionId,
        open: () => page.evaluate(loadFrame, { address: addressOf(sessionId), message }),
      }),
    );
    const replay = createReplay(oriel.url, recorded);
    const samples = { oriel: [] as number[], floor: [] as number[] };
    for (let round = -2; round < ROUNDS; round += 1) {
      const alone = await inPage(browser, host.url, open);
      const together = await inPage(browser, host.url, async (page) => {
        const [own] = await Promise.all([open(page), openOthers(oriel, replay, viewers - 1)]);
        return own;
      });
      if (round < 0) continue;
      samples.floor.push(alone);
      samples.oriel.push(together);
    }
    const [one, p95] = [median(samples.floor), percentile(samples.oriel, 0.95)];
    return {
      name: 'crowd.browser',
      unit: 'ms',
      oriel: p95,
      floor: one,
      ratio: p95 / one,
      target: TARGET,
      note: `until the charts stand in a browser, the 95th percentile of ${ROUNDS} times with ${viewers - 1} others, of ${recorded.requests.length} requests each, beside the median alone; the median with others is ${median(samples.oriel).toFixed(0)} ms`,
      samples,
    };
  } finally {
    host.stop();
    await browser.close();
  }
}

async function openOthers(oriel: OrielProcess, replay: Replay, count: number): Promise<void> {
  const one = async (viewer: number) =>
    replay(await openSession(oriel, { externalId: `viewer-${viewer}@example.com` }));
  await Promise.all(Array.from({ length: count }, (_, viewer) => one(viewer)));
}

/** Works in a page of a browser that has been nowhere. */
async function inPage<T>(browser: Browser, host: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(host);
    return await work(page);
  } finally {
    await context.close();
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
