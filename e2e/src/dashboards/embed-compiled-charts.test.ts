import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import type { EmbeddedPage } from '../support/embedded-page.ts';

/** Charts that come compiled from the server, beside the same charts that the page compiles itself. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
  const colors = ['#8a2be2', '#ff8c00', '#2e8b57'];
  const palette = { id: 'brand', name: 'Brand', kind: 'categorical' as const, colors };
  await world.client.call('updateAppConfig', { body: { chartPalettes: [palette] } });
});
after(() => world.close());

const count = { field: 'network.count', type: 'quantitative' };
const state = { field: 'network.origin_state', type: 'nominal' };
const departure = { field: 'network.departure', type: 'temporal' };
const byDay = {
  measures: ['network.count'],
  timeDimensions: [{ dimension: 'network.departure', granularity: 'day' }],
};
const byState = { measures: ['network.count'], dimensions: ['network.origin_state'] };

const board: Board = {
  reports: {
    line: {
      name: 'Line',
      query: byDay,
      kind: 'vega',
      spec: { mark: 'line', encoding: { x: departure, y: count } },
    },
    bars: {
      name: 'Bars',
      query: byState,
      kind: 'vega',
      spec: {
        mark: 'bar',
        encoding: {
          y: { ...state, sort: '-x' },
          x: count,
          color: { ...state, scale: { scheme: 'palette:brand' } },
        },
      },
    },
    ring: {
      name: 'Ring',
      query: byState,
      kind: 'vega',
      spec: {
        mark: { type: 'arc', innerRadius: 20, tooltip: true },
        encoding: { theta: count, color: state },
      },
    },
  },
  widgets: ['line', 'bars', 'ring'].map((report) => ({
    id: report,
    type: 'CHART' as const,
    config: { report },
  })),
};

/** What the charts have painted, one picture each. */
const picturesOf = (frame: FrameLocator) =>
  frame
    .locator('canvas')
    .evaluateAll((canvases) => canvases.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));

/** The scripts that a page asks for. */
function scriptsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') addresses.push(request.url());
  });
  return addresses;
}
const isCompiler = (address: string) => address.includes('/compile-chart-');

/** Waits until the server has compiled a dashboard's charts; a page would wait for a moment only. */
async function whenCompiled(publicId: string): Promise<void> {
  for (;;) {
    const { charts } = await world.client.call('getCompiledCharts', { params: { publicId } });
    if (charts.length > 0) return;
  }
}

/** Opens the board; `isCut`: what the server has compiled does not arrive. */
async function open(publicId: string, isCut: boolean): Promise<EmbeddedPage & { scripts: string[] }> {
  let scripts: string[] = [];
  const opened = await world.open(publicId, {
    browser: { colorScheme: 'light' },
    prepare(page) {
      scripts = scriptsOf(page);
      if (isCut) void page.route('**/compiled-charts', (route) => route.abort());
    },
  });
  await opened.nextEvent('dashboard-loaded');
  return { ...opened, scripts };
}

/** Waits until every chart is painted otherwise than before. */
async function nextPictures(frame: FrameLocator, before: readonly string[]): Promise<string[]> {
  for (;;) {
    const pictures = await picturesOf(frame);
    if (pictures.length === before.length && pictures.every((picture, index) => picture !== before[index]))
      return pictures;
    await frame.locator('body').evaluate(() => new Promise(requestAnimationFrame));
  }
}

test('charts look the same compiled by the server and by the page, in another theme and in the dark as well', async () => {
  const { publicId } = await world.publish(board);
  await whenCompiled(publicId);
  const [ahead, here] = [await open(publicId, false), await open(publicId, true)];
  assert.deepEqual([ahead.scripts.some(isCompiler), here.scripts.some(isCompiler)], [false, true]);
  const first = await picturesOf(ahead.frame);
  assert.equal(first.length, 3);
  assert.deepEqual(first, await picturesOf(here.frame));
  const looks = [first];
  for (const [action, payload] of [
    ['set-theme', { primaryColor: '#b00020', font: 'monospace' }],
    ['set-color-scheme', { scheme: 'dark' }],
  ] as const) {
    const last = looks.at(-1) ?? [];
    const [one, other] = await Promise.all(
      [ahead, here].map(async ({ send, frame }) => {
        await send(action, payload);
        return nextPictures(frame, last);
      }),
    );
    assert.deepEqual(one, other, action);
    looks.push(one ?? []);
  }
  assert.equal(ahead.scripts.some(isCompiler), false);
  await ahead.close();
  await here.close({ expected: /compiled-charts|ERR_FAILED/ });
});
