import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import type { BoardReport } from '../support/board.ts';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld, type OpenOptions } from '../support/embed.ts';
import { FLIGHTS } from '../support/small-data.ts';

/**
 * What charts say to a pointer. The viewer sees flights on January 1, 2 and 3 (two each) and on February 1, 2001 (one);
 * three of them from San Francisco, two each from Los Angeles and Seattle. Viewers of New York see three hours of the
 * night in which clocks go from 1:59 to 3:00 in Berlin.
 */
const NIGHT = [1, 2, 3].map((hour) => [`2001-03-25 0${hour}:00`, 0, 900, 'JFK', 'SFO'] as const);
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld([...FLIGHTS, ...NIGHT]);
});
after(() => world.close());

const inTime = (granularity: string, dateRange?: string[]) => ({
  timeDimensions: [{ dimension: 'network.departure', granularity, ...(dateRange && { dateRange }) }],
});
const x = { field: 'network.departure', type: 'temporal' };
const y = { field: 'network.count', type: 'quantitative' };
const report = (query: object, spec: object): BoardReport => ({
  name: 'Chart',
  query: { measures: ['network.count'], ...query },
  kind: 'vega',
  spec,
});

async function show(chart: BoardReport, options?: OpenOptions) {
  const { publicId } = await world.publish({
    reports: { chart },
    widgets: [
      { id: 'chart', type: 'CHART', config: { report: 'chart' }, position: { x: 0, y: 0, w: 12, h: 10 } },
    ],
  });
  const opened = await world.open(publicId, options);
  await opened.nextEvent('dashboard-loaded');
  return opened;
}

/** Points at a place of the chart, in shares of its width and height, and reads the lines that it says. */
async function pointAt(
  page: Page,
  place: FrameLocator | Page,
  across: number,
  down: number,
): Promise<string[]> {
  const box = await place.locator('canvas').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down);
  const tooltip = place.locator('[data-part=tooltip]');
  if (await tooltip.isHidden()) return [];
  return tooltip.evaluate((element) =>
    [...element.children].map((line) =>
      [...line.childNodes].map(({ textContent }) => textContent).join(': '),
    ),
  );
}

test('lines on two axes answer together, with the nearest day', async () => {
  const line = (field: string) => ({ mark: 'line', encoding: { y: { field, type: 'quantitative' } } });
  const spec = {
    encoding: { x },
    layer: [
      line('network.count'),
      { layer: [line('network.total_distance'), line('network.average_delay')] },
    ],
    resolve: { scale: { y: 'independent' } },
  };
  const measures = ['network.count', 'network.total_distance', 'network.average_delay'];
  const { page, frame, close } = await show(report({ ...inTime('day'), measures }, spec));
  assert.deepEqual(await pointAt(page, frame, 0.25, 0.5), [
    'Wed, Jan 3, 2001',
    'Flights: 2',
    'Miles flown: 5.0K',
    'Average delay: 3.5',
  ]);
  await close();
});

test('a line and an area answer at every place along them, with the nearest day and a rule through it', async () => {
  for (const mark of ['line', { type: 'area', line: true, opacity: 0.3 }]) {
    const { page, frame, close } = await show(report(inTime('day'), { mark, encoding: { x, y } }));
    const titles: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const [title, value, ...rest] = await pointAt(page, frame, 0.03 + (step / 40) * 0.95, 0.5);
      assert.equal(value, title === 'Thu, Feb 1, 2001' ? 'Flights: 1' : 'Flights: 2', `${step}: ${title}`);
      assert.deepEqual(rest, []);
      titles.push(title ?? '');
      assert.equal(await frame.locator('[data-part=rule]').isVisible(), true);
    }
    assert.equal(titles[0], 'Mon, Jan 1, 2001');
    assert.equal(titles.at(-1), 'Thu, Feb 1, 2001');
    assert.deepEqual(
      titles.toSorted((a, b) => Date.parse(a) - Date.parse(b)),
      titles,
    );
    await page.mouse.move(1, 1);
    await frame.locator('[data-part=tooltip]').waitFor({ state: 'hidden' });
    await close();
  }
});

test('all series at one time are told, in the colours of their lines', async () => {
  const query = { ...inTime('month'), dimensions: ['network.origin_state'] };
  const color = { field: 'network.origin_state', type: 'nominal' };
  const { page, frame, close } = await show(report(query, { mark: 'line', encoding: { x, y, color } }));
  assert.deepEqual(await pointAt(page, frame, 0.1, 0.5), ['Jan 2001', 'CA: 5', 'WA: 1']);
  assert.equal(await frame.locator('[data-part=tooltip] i').count(), 2);
  await close();
});

test('a mark names its month and each dimension once', async () => {
  const category = { field: 'network.departure', type: 'ordinal' };
  const { page, frame, close } = await show(
    report(inTime('month'), { mark: 'bar', encoding: { x: category, y } }),
  );
  assert.deepEqual(await pointAt(page, frame, 0.25, 0.8), ['Departure: Jan 2001', 'Flights: 6']);
  await close();
});

test('a category is called as its axis calls it', async () => {
  const labelExpr = "['', 'Mon', 'Tue', 'Wed', 'Thu'][datum.value]";
  const weekday = { field: 'network.weekday', type: 'ordinal', axis: { labelExpr } };
  const query = {
    dimensions: ['network.weekday'],
    filters: [{ member: 'network.weekday', operator: 'equals', values: ['4'] }],
  };
  const { page, frame, close } = await show(report(query, { mark: 'bar', encoding: { y: weekday, x: y } }));
  assert.deepEqual(await pointAt(page, frame, 0.5, 0.4), ['Weekday: Thu', 'Flights: 1']);
  await close();
});

test("an author's own tooltip stays", async () => {
  const city = { field: 'network.origin_city', type: 'nominal' };
  const query = { dimensions: ['network.origin_city'], limit: 1, order: { 'network.count': 'desc' } };
  const encoding = { y: city, x: y, tooltip: [{ ...city, title: 'Leaves' }] };
  const own = await show(report(query, { mark: 'bar', encoding }));
  assert.deepEqual(await pointAt(own.page, own.frame, 0.5, 0.4), ['Leaves: San Francisco']);
  await own.close();
  const silent = await show(
    report(query, { mark: { type: 'bar', tooltip: null }, encoding: { y: city, x: y } }),
  );
  assert.deepEqual(await pointAt(silent.page, silent.frame, 0.5, 0.4), []);
  await silent.close();
});

test('hours that the browser skips or repeats by daylight saving stand apart, under their own names', async () => {
  const query = inTime('hour', ['2001-03-25', '2001-03-25']);
  const session = { userAttributes: [{ name: 'states', value: ['NY'] }] };
  for (const timezoneId of ['Europe/Berlin', 'Asia/Tokyo']) {
    const { page, frame, close } = await show(report(query, { mark: 'line', encoding: { x, y } }), {
      browser: { timezoneId },
      session,
    });
    const titles: (string | undefined)[] = [];
    for (const across of [0.05, 0.52, 0.97]) titles.push((await pointAt(page, frame, across, 0.5))[0]);
    assert.deepEqual(
      titles.map((title) => title?.replace(/\s/g, ' ')),
      ['Mar 25, 2001, 1:00 AM', 'Mar 25, 2001, 2:00 AM', 'Mar 25, 2001, 3:00 AM'],
      timezoneId,
    );
    await close();
  }
});

test('a month that the query cuts off is said not to be complete', async () => {
  const { page, frame, close } = await show(
    report(inTime('month', ['2001-01-01', '2001-02-10']), { mark: 'line', encoding: { x, y } }),
  );
  assert.deepEqual(await pointAt(page, frame, 0.1, 0.5), ['Jan 2001', 'Flights: 6']);
  assert.deepEqual(await pointAt(page, frame, 0.9, 0.5), ['Feb 2001', 'Flights: 1', 'Not complete']);
  await close();
});

test('a chart fills the report page of the console, and answers there as well', async () => {
  const chart = report(inTime('day'), { mark: 'line', encoding: { x, y } });
  const { reportSnapshots } = await world.publish({
    reports: { chart },
    widgets: [{ id: 'chart', type: 'CHART', config: { report: 'chart' } }],
  });
  const { page, problems } = await openConsole(
    world.browser,
    world.oriel,
    `/reports/${reportSnapshots[0]?.reportId}`,
  );
  const image = page.getByRole('img', { name: /a chart of 5 rows/ });
  await image.waitFor();
  await page.locator('canvas').waitFor();
  const box = await image.boundingBox();
  assert.ok(box && box.height > 300 && box.width > 600, `${box?.width} x ${box?.height}`);
  assert.deepEqual(await pointAt(page, page, 0.97, 0.5), ['Sun, Mar 25, 2001', 'Flights: 3']);
  assert.deepEqual(problems, []);
  await page.context().close();
});
