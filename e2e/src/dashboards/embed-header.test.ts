import { differentPixels } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** The title above an embedded dashboard, on its page and in its files. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const cities = {
  name: 'Cities',
  query: { measures: ['network.count'], dimensions: ['network.origin_city'] },
  kind: 'table',
} as const;

const chart = { id: 'cities', type: 'CHART', config: { report: 'cities' } } as const;
const inner = { ...chart, id: 'inner', position: { x: 0, y: 0, w: 12, h: 6 } };

const publish = (title: string) =>
  world.publish({
    title,
    reports: { cities },
    widgets: [chart, { id: 'both', type: 'CONTAINER', config: { title: 'Both', children: [inner] } }],
  });

/** Level and text of each heading, in reading order. */
const headingsOf = (frame: FrameLocator) =>
  frame
    .locator(':is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));

const BELOW = ['H2 Cities', 'H2 Both', 'H3 Cities'];

test('a dashboard has its title as the heading above those of its widgets', async () => {
  const { publicId } = await publish('How punctual we were');
  const { frame, nextEvent, close } = await world.open(publicId, { parameters: '&allowExport=true' });
  await nextEvent('dashboard-loaded');
  assert.deepEqual(await headingsOf(frame), ['H1 How punctual we were', ...BELOW]);
  const title = await frame.getByRole('heading', { level: 1 }).boundingBox();
  const menu = await frame.locator('[data-part="dashboard-export"]').boundingBox();
  const first = await frame.getByRole('region', { name: 'Cities' }).first().boundingBox();
  assert.ok(title && menu && first);
  assert.ok(title.x + title.width <= menu.x, 'the menu of exports is beside the title');
  assert.ok(
    title.y + title.height <= first.y && menu.y + menu.height <= first.y,
    'both are above the widgets',
  );
  await close();
});

test('an address hides the title, by itself or with all of the header, and by exactly false', async () => {
  const { publicId } = await publish('How punctual we were');
  for (const [parameter, isShown] of [
    ['showDashboardTitle=false', false],
    ['showDashboardHeader=false', false],
    ['showDashboardHeader=false&showDashboardTitle=true', false],
    ['showDashboardTitle=0&showDashboardHeader=FALSE', true],
  ] as const) {
    const parameters = `&allowExport=true&${parameter}`;
    const { frame, nextEvent, close } = await world.open(publicId, { parameters });
    await nextEvent('dashboard-loaded');
    assert.deepEqual(
      await headingsOf(frame),
      isShown ? ['H1 How punctual we were', ...BELOW] : BELOW,
      parameter,
    );
    await frame.locator('[data-part="dashboard-export"] summary').waitFor();
    await close();
  }
});

async function fileOf(publicId: string, body: object): Promise<Buffer> {
  const answer = await fetch(`${world.oriel.url}/api/v1/embed/dashboard/${publicId}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.oriel.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}

/** Points of the only page of a document. */
function heightOf(document: Buffer): number {
  const [, height] = /\/MediaBox\s*\[0 0 [\d.]+ ([\d.]+)\]/.exec(document.toString('latin1')) ?? [];
  return Number(height);
}

test('pictures and documents of a dashboard have its title, those of one chart have none', async () => {
  const files = async (title: string) => {
    const { publicId } = await publish(title);
    return {
      picture: await fileOf(publicId, { format: 'png' }),
      document: await fileOf(publicId, { format: 'pdf' }),
      chart: await fileOf(publicId, { format: 'png', widgetId: 'cities' }),
      chartDocument: await fileOf(publicId, { format: 'pdf', widgetId: 'cities' }),
    };
  };
  const [short, long] = [await files('One'), await files('A title of many words. '.repeat(20).trim())];
  assert.ok(heightOf(short.document) > 100);
  assert.ok(heightOf(long.document) > heightOf(short.document), 'a title of several lines takes more room');
  assert.equal(heightOf(long.chartDocument), heightOf(short.chartDocument));
  const context = await world.browser.newContext();
  assert.notEqual(await differentPixels(context, (await files('Two')).picture, short.picture), 0);
  assert.equal(await differentPixels(context, long.chart, short.chart), 0);
  await context.close();
});
