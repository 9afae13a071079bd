import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** Reports with Python on an embedded dashboard, in the real sandbox. */
let world: EmbedWorld;
let publicId: string;
let whyNot: string | null | undefined;
before(async () => {
  world = await startEmbedWorld();
  await world.client.call('updateAppConfig', { body: { pythonReports: true } });
  ({ publicId } = await world.publish(board));
  const params = { deploymentId: 1 };
  const { items } = await world.client.call('getReports', { params, query: {} });
  const reportId = items.find(({ name }) => name === 'Doubled')?.id ?? 0;
  ({ whyNot } = await world.client.call('getReportPython', { params: { ...params, reportId } }));
});
after(() => world.close());

const query = {
  measures: ['network.count'],
  dimensions: ['network.origin_city'],
  order: [['network.origin_city', 'asc']],
};
const python = `
import csv, json
rows = list(csv.DictReader(open('data.csv')))
json.dump([{'from': row['network.origin_city'], 'doubled': 2 * int(row['network.count'])} for row in rows], open('output.json', 'w'))`;

const board: Board = {
  reports: {
    doubled: { name: 'Doubled', query, kind: 'table', python },
    bars: {
      name: 'Bars',
      query,
      kind: 'vega',
      python,
      spec: {
        mark: 'bar',
        encoding: {
          x: { field: 'doubled', type: 'quantitative' },
          y: { field: 'from', type: 'nominal' },
        },
      },
    },
    broken: { name: 'Broken', query, kind: 'table', python: 'raise SystemExit("a secret of the author")' },
    plain: { name: 'Plain', query, kind: 'table' },
  },
  widgets: [
    {
      id: 'city',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 4, h: 2 },
      config: { member: 'network.origin_city', label: 'City' },
    },
    {
      id: 'doubled',
      type: 'CHART',
      position: { x: 0, y: 2, w: 6, h: 6 },
      config: { report: 'doubled' },
    },
    { id: 'bars', type: 'CHART', position: { x: 6, y: 2, w: 6, h: 6 }, config: { report: 'bars' } },
    { id: 'broken', type: 'CHART', position: { x: 0, y: 8, w: 6, h: 6 }, config: { report: 'broken' } },
    { id: 'plain', type: 'CHART', position: { x: 6, y: 8, w: 6, h: 6 }, config: { report: 'plain' } },
  ],
};

const region = (frame: FrameLocator, name: string) => frame.getByRole('region', { name, exact: true });
const rowsOf = async (frame: FrameLocator, name: string) => {
  const rows = await region(frame, name).getByRole('row').allInnerTexts();
  return rows.map((row) => row.split(/\s*\t\s*|\n+/).map((cell) => cell.trim()));
};
const skip = (context: TestContext) => {
  if (whyNot == null) return false;
  context.skip(whyNot);
  return true;
};

test('a dashboard draws what Python makes of the rows of its viewer, and again of those that a filter leaves', async (context) => {
  if (skip(context)) return;
  const embed = await world.open(publicId);
  const { frame } = embed;
  await embed.nextEvent('dashboard-loaded');
  assert.deepEqual(await rowsOf(frame, 'Doubled'), [
    ['from', 'doubled'],
    ['Los Angeles', '4'],
    ['San Francisco', '6'],
    ['Seattle', '4'],
  ]);
  await region(frame, 'Bars').locator('canvas').first().waitFor();
  await region(frame, 'Broken').getByText('The Python of this chart has failed').waitFor();
  assert.equal(await frame.getByText('a secret of the author').count(), 0);

  await embed.send('set-filter', { filterUrlParameter: 'f_network.origin_city={"value":["Seattle"]}' });
  await region(frame, 'Doubled').getByText('San Francisco').waitFor({ state: 'detached' });
  assert.deepEqual(await rowsOf(frame, 'Doubled'), [
    ['from', 'doubled'],
    ['Seattle', '4'],
  ]);
  await region(frame, 'Plain').getByText('San Francisco').waitFor({ state: 'detached' });
  await embed.close({ expected: /422/ });
});

test('where Python is switched off a chart says so, and the others are drawn', async (context) => {
  if (skip(context)) return;
  await world.client.call('updateAppConfig', { body: { pythonReports: false } });
  try {
    const embed = await world.open(publicId);
    await region(embed.frame, 'Doubled').getByText('The Python of this chart is not run').waitFor();
    await region(embed.frame, 'Plain').getByText('San Francisco').waitFor();
    await embed.close({ expected: /403/ });
  } finally {
    await world.client.call('updateAppConfig', { body: { pythonReports: true } });
  }
});
