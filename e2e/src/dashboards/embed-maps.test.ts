import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { pictureOfDashboard } from '../support/dashboard-picture.ts';
import { startEmbedWorld, type EmbedWorld, type OpenOptions } from '../support/embed.ts';
import { startForeignHost, type ForeignHost } from '../support/hosts/foreign-host.ts';
import { colorsOfPng } from '../support/browsers/painted-colors.ts';

/**
 * Maps of what the viewer sees: flights from San Francisco (3), Los Angeles and Seattle (2 each), by airport and by
 * state.
 */
let world: EmbedWorld;
let foreign: ForeignHost;

const square = (west: number, south: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west, south + 5],
      [west + 5, south + 5],
      [west + 5, south],
      [west, south],
    ],
  ],
});
const districts = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { code: 'CA', name: 'South' }, geometry: square(0, 0) },
    { type: 'Feature', properties: { code: 'WA', name: 'North' }, geometry: square(0, 5) },
    { type: 'Feature', properties: { code: 'XX', name: 'Elsewhere' }, geometry: square(5, 0) },
  ],
};

before(async () => {
  world = await startEmbedWorld();
  foreign = await startForeignHost({
    '/districts': districts,
    '/empty': {},
    '/large': 'x'.repeat(6_000_000),
  });
});
after(async () => {
  await world.close();
  await foreign.close();
});

const places = ['network.origin_city', 'network.origin_latitude', 'network.origin_longitude'];
const points = {
  mode: 'points',
  latitude: 'network.origin_latitude',
  longitude: 'network.origin_longitude',
};
const regions = {
  mode: 'regions',
  source: 'us-states',
  property: 'postal',
  dimension: 'network.origin_state',
  measure: 'network.count',
};

async function show(spec: object, dimensions: string[], options?: OpenOptions) {
  return openMap(await publishMap(spec, dimensions), options);
}

async function publishMap(spec: object, dimensions: string[]): Promise<string> {
  const query = { measures: ['network.count'], dimensions, order: { 'network.count': 'desc' } };
  const { publicId } = await world.publish({
    reports: { map: { name: 'Flights', query, kind: 'map', spec } },
    widgets: [
      { id: 'map', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 12 }, config: { report: 'map' } },
    ],
  });
  return publicId;
}

async function openMap(publicId: string, options?: OpenOptions) {
  const opened = await world.open(publicId, options);
  await opened.nextEvent('dashboard-loaded');
  const map = opened.frame.getByRole('group', { name: 'Flights: a map that can be moved' });
  return { ...opened, map, publicId };
}

/** The picture of a map without what lies over it; drawn once the browser has painted twice. */
async function pictureOf(frame: FrameLocator): Promise<string> {
  return frame.locator('[data-part=map] canvas').evaluate(async (canvas: HTMLCanvasElement) => {
    for (let count = 0; count < 3; count += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return canvas.toDataURL();
  });
}

/** Does something to a map, and waits until it looks otherwise. */
async function changed(frame: FrameLocator, act: () => Promise<unknown>): Promise<string> {
  const before = await pictureOf(frame);
  await act();
  for (;;) {
    const now = await pictureOf(frame);
    if (now !== before) return now;
  }
}

/** Where a map is red: the middles of spots that lie apart. */
function redSpots(map: Locator): Promise<{ x: number; y: number; count: number }[]> {
  return map.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const scale = canvas.clientWidth / width;
    const spots: { x: number; y: number; count: number }[] = [];
    for (let index = 0; index < data.length; index += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(index, index + 4);
      if (red < 180 || green > 110 || blue > 110 || alpha < 150) continue;
      const [x, y] = [((index / 4) % width) * scale, Math.floor(index / 4 / width) * scale];
      const spot = spots.find((known) => Math.hypot(known.x - x, known.y - y) < 40);
      if (!spot) {
        spots.push({ x, y, count: 1 });
        continue;
      }
      spot.x = (spot.x * spot.count + x) / (spot.count + 1);
      spot.y = (spot.y * spot.count + y) / (spot.count + 1);
      spot.count += 1;
    }
    return spots;
  });
}

test('a map of points says what they are, leads to their rows, and moves by wheel, mouse, keys and buttons', async () => {
  const { frame, page, map, nextEvent, close } = await show(
    { ...points, size: 16, color: '#ff0000' },
    places,
  );
  const box = await map.boundingBox();
  assert.ok(box);
  const first = await pictureOf(frame);
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;

  await page.mouse.move(...middle);
  const nearer = await changed(frame, () => page.mouse.wheel(0, -300));
  const moved = await changed(frame, async () => {
    await page.mouse.down();
    await page.mouse.move(middle[0] + 80, middle[1] + 40, { steps: 4 });
    await page.mouse.up();
  });
  assert.notEqual(moved, nearer);
  await map.focus();
  const reset = await changed(frame, () => page.keyboard.press('0'));
  assert.equal(reset, first, 'the whole map is what was shown first');
  await changed(frame, () => page.keyboard.press('ArrowLeft'));
  await changed(frame, () => page.keyboard.press('ArrowRight'));
  assert.equal(await pictureOf(frame), first, 'what the left arrow does, the right one undoes');
  await changed(frame, () => page.keyboard.press('+'));
  await changed(frame, () => frame.getByRole('button', { name: 'Zoom out' }).click());
  await changed(frame, () => frame.getByRole('button', { name: 'Zoom in' }).click());
  await changed(frame, () => frame.getByRole('button', { name: 'Show the whole map' }).click());
  assert.equal(await pictureOf(frame), first);

  const spots = (await redSpots(map)).toSorted((one, other) => one.y - other.y);
  assert.equal(spots.length, 3, 'three airports are three circles');
  const [, middleOne] = spots;
  assert.ok(middleOne);
  await page.mouse.move(box.x + middleOne.x, box.y + middleOne.y);
  const tooltip = frame.locator('[data-part=tooltip]');
  await tooltip.waitFor();
  assert.equal((await tooltip.innerText()).replaceAll(/\s+/g, ' '), 'City San Francisco Flights 3');
  await page.mouse.click(box.x + middleOne.x, box.y + middleOne.y);
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 3, widgetId: 'map' });
  await frame.getByRole('dialog').getByRole('cell', { name: 'SFO' }).first().waitFor();
  await close();
});

test('points without a place are told, and near ones are one mark until the viewer zooms in', async () => {
  const { frame, page, map, close } = await show({ ...points, cluster: true, color: '#ff0000' }, places);
  const box = await map.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal((await redSpots(map)).length, 3);
  // From far away the two of California are one, in the colour of the page.
  for (let step = 0; step < 3; step += 1) await changed(frame, () => page.mouse.wheel(0, 240));
  assert.ok((await redSpots(map)).length < 3);
  await map.focus();
  await changed(frame, () => page.keyboard.press('Home'));
  assert.equal((await redSpots(map)).length, 3);
  assert.equal(await frame.locator('[data-part=map-notes]').count(), 0);
  await close();
});

const RED = ['#ff0000', '#ee0000'];

test('a map of regions has their colours, and a click leads to the rows of a region', async () => {
  const { page, map, nextEvent, close } = await show({ ...regions, palette: RED }, ['network.origin_state']);
  const box = await map.boundingBox();
  // California is the southernmost; the legend stands left of it.
  const spots = (await redSpots(map)).filter(({ x }) => x > 160);
  const state = spots.toSorted((one, other) => other.y - one.y)[0];
  assert.ok(box && state);
  await page.mouse.click(box.x + state.x, box.y + state.y);
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 5, widgetId: 'map' });
  await close();
});

test('rows without a region are told in the language of the viewer', async () => {
  const spec = { ...regions, source: 'world', property: 'iso_a2' };
  const { frame, close } = await show(spec, ['network.origin_state'], { parameters: '&locale=de-DE' });
  const notes = frame.locator('[data-part=map-notes]');
  assert.equal(await notes.innerText(), '1 Zeile hat keine Region auf der Karte: WA.');
  await frame.getByRole('button', { name: 'Vergrößern' }).waitFor();
  await close();
});

const source = (path: string) => ({
  ...regions,
  source: `${foreign.origin}${path}`,
  property: 'code',
  palette: RED,
});
const trusting: OpenOptions = { browser: { ignoreHTTPSErrors: true } };

test('regions of another host are drawn where the account lists it, and are asked for by no page else', async (t) => {
  const list = (hosts: string[]) => world.client.call('updateImageHosts', { body: { hosts } });
  t.after(() => list([]));
  await list([foreign.host]);
  const publicId = await publishMap(source('/districts'), ['network.origin_state']);
  await list([]);
  const refused = await openMap(publicId, trusting);
  await refused.frame.getByText('This map is not shown').waitFor();
  assert.match(
    JSON.stringify((await refused.nextEvent('error')).payload),
    /is not among the hosts of the account/,
  );
  assert.deepEqual(foreign.requests, []);
  await refused.close();

  await list([foreign.host]);
  const drawn = await show(source('/districts'), ['network.origin_state'], trusting);
  assert.ok((await redSpots(drawn.map)).length > 0);
  assert.deepEqual(foreign.requests, ['GET /districts']);
  await drawn.close();

  const unfit: [path: string, property: string, told: RegExp][] = [
    ['/empty', 'code', /no GeoJSON FeatureCollection/],
    ['/large', 'code', /more than 5000000 bytes/],
    ['/picture', 'code', /is no JSON/],
    ['/districts', 'population', /No region has a property population; there are code, name/],
  ];
  for (const [path, property, told] of unfit) {
    const broken = await show({ ...source(path), property }, ['network.origin_state'], trusting);
    assert.match(JSON.stringify((await broken.nextEvent('error')).payload), told);
    await broken.close();
  }
});

test('a map is in the picture of its dashboard', async () => {
  const { publicId, close } = await show({ ...regions, palette: RED }, ['network.origin_state']);
  await close();
  const picture = await pictureOfDashboard(world, publicId);
  const { page } = await openPage(world.browser);
  const colors = await colorsOfPng(page, picture);
  for (const wanted of RED) assert.ok((colors[wanted] ?? 0) > 500, `${wanted} in the picture`);
  await page.context().close();
});
