import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { postHostileMessages } from '../support/hostile/hostile-messages.ts';

/**
 * The host of an embedded dashboard, and a foreign frame beside it, post hostile messages. `ORIEL_FUZZ_SEED` starts
 * another sequence, `ORIEL_FUZZ_RUNS` posts another number of messages.
 */
const seed = Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301);
const count = Number(process.env['ORIEL_FUZZ_RUNS'] ?? 400);

let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const board: Board = {
  title: 'Days',
  reports: {
    byDay: {
      name: 'By day',
      query: {
        measures: ['network.count'],
        timeDimensions: [{ dimension: 'network.departure', granularity: 'day' }],
      },
      kind: 'table',
      spec: { columns: [{ field: 'network.departure.day' }, { field: 'network.count' }] },
    },
  },
  widgets: [
    { id: 'days', type: 'CHART', config: { report: 'byDay' } },
    { id: 'origin', type: 'FILTER', config: { member: 'network.origin', title: 'Origin' } },
  ],
};

/** What the policy forbids an attack to load, and what the server refuses of its filters, the browser reports. */
const EXPECTED = /status of 4\d\d|\bOriel: /;

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().includes('/embed/dashboard/'));
  assert.ok(frame);
  return frame;
}

/** A frame of another origin beside the embed, which hears what is posted to it. */
async function openForeignFrame(page: Page): Promise<Frame> {
  const foreign = world.host.origin.replace('127.0.0.1', 'localhost');
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src, name: 'foreign' });
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, `${foreign}/blank`);
  const found = page.frame({ name: 'foreign' });
  assert.ok(found);
  await found.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener('message', ({ data }) => heard.push(data));
  });
  return found;
}

/** The surface still does what its host asks, and nothing of an attack has stayed in it. */
async function checkAlive(
  page: Page,
  send: (type: string, payload?: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const frame = frameOf(page);
  for (const scheme of ['light', 'dark']) {
    await send('set-color-scheme', { scheme });
    await frame.locator(`html[data-scheme=${scheme}]`).waitFor({ state: 'attached' });
  }
  await send('set-timezone', { timezone: 'UTC' });
  await send('set-filter', { filterUrlParameter: 'f_network.origin={"type":"set"}' });
  await send('refresh', {});
  await frame.getByRole('region', { name: /rows/ }).waitFor();
  const found = await frame.evaluate(() => ({
    isPolluted: 'isPolluted' in Object.prototype,
    isStill: location.pathname.startsWith('/embed/dashboard/'),
    images: document.querySelectorAll('img[src="x"]').length,
  }));
  assert.deepEqual(found, { isPolluted: false, isStill: true, images: 0 });
}

const attackOf = (target: 'frame' | 'parent' | 'sibling', direction: 'action' | 'event' = 'action') => ({
  seed,
  count,
  direction,
  targetOrigin: '*',
  target,
});

test('a surface goes on whatever its host posts', async () => {
  const { publicId } = await world.publish(board);
  const { page, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  assert.ok((await page.evaluate(postHostileMessages, attackOf('frame'))) > count / 2);
  await checkAlive(page, send);
  await close({ expected: EXPECTED });
});

test('messages that come before the surface is ready are held up to a bound, and it opens all the same', async () => {
  const { publicId } = await world.publish(board);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { page, send, nextEvent, close } = await world.open(publicId, {
    prepare: (opened) =>
      void opened.route('**/api/v1/embed/session/token', async (route) => {
        await held;
        await route.continue();
      }),
  });
  await page.frameLocator('iframe[title=Dashboard]').locator('#root').waitFor({ state: 'attached' });
  await page.evaluate(postHostileMessages, attackOf('frame'));
  release();
  await nextEvent('ready');
  await checkAlive(page, send);
  await close({ expected: EXPECTED });
});

test('a foreign frame moves nothing, and hears nothing', async () => {
  const { publicId } = await world.publish(board);
  const { page, send, events, nextEvent, close } = await world.open(publicId, {
    browser: { colorScheme: 'light' },
  });
  await nextEvent('dashboard-loaded');
  const foreign = await openForeignFrame(page);
  await foreign.evaluate(postHostileMessages, attackOf('sibling'));
  // Answered after everything that was posted before.
  await send('set-color-scheme', { scheme: 'purple' });
  await nextEvent('error');
  assert.equal((await events('error')).length, 1);
  assert.equal(await frameOf(page).locator('html').getAttribute('data-scheme'), 'light');
  assert.deepEqual(await foreign.evaluate(() => (window as unknown as { heard: unknown[] }).heard), []);
  await checkAlive(page, send);
  await close({ expected: EXPECTED });
});

/** Bytes of the heap of a page that are in use after everything was collected that can be. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

test('a flood of messages leaves nothing behind', async () => {
  const { publicId } = await world.publish(board);
  const { page, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const foreign = await openForeignFrame(page);
  const session = await page.context().newCDPSession(frameOf(page));
  const flood = async () => {
    await foreign.evaluate(postHostileMessages, { ...attackOf('sibling'), count: count * 3 });
    await foreign.evaluate(() => {
      for (let sent = 0; sent < 20_000; sent += 1) window.parent.frames[0]?.postMessage({ sent }, '*');
    });
    await checkAlive(page, send);
    return heapBytes(session);
  };
  const first = await flood();
  const second = await flood();
  assert.ok(second - first < 8 * 2 ** 20, `${first} bytes, then ${second}`);
  await close({ expected: EXPECTED });
});
