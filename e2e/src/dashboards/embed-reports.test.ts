import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import type { BoardReport } from '../support/board.ts';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/**
 * Reports that compare periods and fill missing rows. The viewer sees six flights in January 2001, one of them from
 * Seattle, and one from Seattle in February.
 */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const byMonth: BoardReport = {
  name: 'Flights by month',
  query: {
    measures: ['network.count'],
    timeDimensions: [
      { dimension: 'network.departure', granularity: 'month', dateRange: ['2001-01-01', '2001-04-30'] },
    ],
    order: { 'network.departure.month': 'desc' },
  },
  features: {
    periodComparisons: [
      {
        measure: 'network.count',
        timeDimension: 'network.departure',
        offset: { amount: 1, unit: 'month' },
        outputs: ['previous', 'difference'],
      },
    ],
    fillMissingRows: { member: 'network.departure.month' },
  },
  kind: 'table',
  spec: {
    columns: [
      { field: 'network.departure.month', label: 'Time' },
      { field: 'network.count' },
      { field: 'network.count.previous_1_month' },
      { field: 'network.count.difference_1_month' },
    ],
  },
};

const control = (id: string, type: 'FILTER' | 'TIME_GRAIN', config: object) => ({
  id,
  type,
  position: { x: 0, y: 0, w: 4, h: 3 },
  config: { label: id, ...config },
});

const board = {
  reports: { byMonth },
  widgets: [
    control('City', 'FILTER', { member: 'network.origin_city', operator: 'starts_with' }),
    control('Day', 'FILTER', { member: 'network.departure', operator: 'between', value: null }),
    control('Time by', 'TIME_GRAIN', { member: 'network.departure', granularities: ['month', 'quarter'] }),
    { id: 'table', type: 'CHART' as const, config: { report: 'byMonth' } },
  ],
};

const TITLES = ['Time', 'Flights', 'Flights (1 month before)', 'Flights (change in 1 month)'];
const ALL = [
  ['Apr 2001', '–', '–', '–'],
  ['Mar 2001', '–', '1', '–'],
  ['Feb 2001', '1', '6', '−5'],
  ['Jan 2001', '6', '–', '–'],
];

/** Waits until the first row begins so, and answers with all of them. */
async function rowsOf(place: FrameLocator | Page, first: string): Promise<string[][]> {
  const rows = place.getByRole('region', { name: /rows?$/ }).locator('tbody tr');
  await rows.first().filter({ hasText: first }).waitFor();
  const cells = await rows.all();
  return Promise.all(cells.map((row) => row.locator('td').allInnerTexts()));
}

test('a table compares and fills, and follows filters and granularities', async () => {
  const { publicId } = await world.publish(board);
  const { frame, close } = await world.open(publicId);
  assert.deepEqual(await rowsOf(frame, 'Apr 2001'), ALL);
  const titles = await frame.locator('th').allInnerTexts();
  assert.deepEqual(
    titles.map((title) => title.trim()),
    TITLES,
  );

  const city = frame.getByRole('textbox', { name: 'City' });
  await city.fill('Sea');
  await city.press('Enter');
  await frame.getByRole('cell', { name: '0', exact: true }).waitFor();
  assert.deepEqual(await rowsOf(frame, 'Apr 2001'), [
    ['Apr 2001', '–', '–', '–'],
    ['Mar 2001', '–', '1', '–'],
    ['Feb 2001', '1', '1', '0'],
    ['Jan 2001', '1', '–', '–'],
  ]);
  await city.fill('');
  await city.press('Enter');
  await frame.getByRole('cell', { name: '−5', exact: true }).waitFor();

  await frame.getByLabel('Day: From', { exact: true }).fill('2001-02-01');
  await frame.getByLabel('Day: to', { exact: true }).fill('2001-03-31');
  assert.deepEqual(await rowsOf(frame, 'Mar 2001'), ALL.slice(1, 3));
  await frame.getByLabel('Condition of Day').selectOption({ label: 'has a value' });
  await rowsOf(frame, 'Apr 2001');

  await frame.getByLabel('Time by').selectOption('Quarter');
  await frame.getByRole('region', { name: '2 rows' }).waitFor();
  assert.deepEqual(await rowsOf(frame, 'Q2 2001'), [
    ['Q2 2001', '–', '–', '–'],
    ['Q1 2001', '7', '7', '0'],
  ]);
  await close();
});

test('titles of comparisons are in the language of the page, also where that changes', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId, { parameters: '&locale=ja-JP' });
  const compared = ['Flights（1 か月前）', 'Flights（差、1 か月）'];
  for (const name of compared) await frame.getByRole('columnheader', { name }).waitFor();
  await send('set-locale', { locale: 'de-AT' });
  for (const name of ['Flights (1 Monat früher)', 'Flights (Differenz, 1 Monat)'])
    await frame.getByRole('columnheader', { name }).waitFor();
  await close();
});

test("a table without columns of its author's shows the measure beside what it was", async () => {
  const { publicId } = await world.publish({ ...board, reports: { byMonth: { ...byMonth, spec: {} } } });
  const { frame, nextEvent, close } = await world.open(publicId);
  assert.deepEqual(await rowsOf(frame, 'Apr 2001'), ALL);
  await frame.getByRole('button', { name: '6' }).first().click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 6, widgetId: 'table' });
  await close();
});

test('the report page of the console shows the same rows, and the whole query', async () => {
  const { reportSnapshots } = await world.publish(board);
  const reportId = reportSnapshots[0]?.reportId;
  const { page, problems } = await openConsole(world.browser, world.oriel, `/reports/${reportId}`);
  const rows = await rowsOf(page, 'Apr 2001');
  assert.deepEqual(rows[0], ALL[0]);
  await page.getByRole('button', { name: 'Show the query' }).click();
  await page.getByText('"fillMissingRows"').waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});
