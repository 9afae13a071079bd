import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Board, BoardWidget } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { commitToModel } from '../support/model-author.ts';
import { resizePage } from '../support/browsers/resize.ts';
import { spokenNames } from '../support/browsers/spoken-names.ts';

/** The widgets of an embedded dashboard. The viewer sees seven flights: San Francisco 3, Los Angeles 2, Seattle 2. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const byCity = { measures: ['network.count'], dimensions: ['network.origin_city'] };
const cities = { name: 'Cities', query: byCity, kind: 'table' } as const;
const bars = {
  name: 'Bars',
  query: {
    ...byCity,
    filters: [{ member: 'network.origin_city', operator: 'equals', values: ['Seattle'] }],
  },
  kind: 'vega',
  spec: {
    mark: 'bar',
    encoding: {
      y: { field: 'network.origin_city', type: 'nominal' },
      x: { field: 'network.count', type: 'quantitative' },
    },
  },
} as const;
const figures = {
  name: 'Figures',
  query: {
    measures: ['network.count', 'network.average_delay'],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
    order: { 'network.departure': 'desc' },
  },
  kind: 'kpi',
  spec: {
    blocks: [
      { type: 'number', field: 'network.count', label: 'Flights' },
      { type: 'comparison', field: 'network.count', mode: 'both', label: 'fewer than in January' },
      { type: 'sparkline', measure: 'network.count', dimension: 'network.departure.month' },
      { type: 'text', content: 'In *February*' },
    ],
  },
} as const;

const chart = (report: string): BoardWidget => ({ id: report, type: 'CHART', config: { report } });
const show = async (board: Board, options: Parameters<EmbedWorld['open']>[1] = {}) =>
  world.open((await world.publish(board)).publicId, options);
const region = (frame: FrameLocator, name: string) => frame.getByRole('region', { name, exact: true });

test('figures in a row: sparkline and text share what the number leaves, in a wide place and in a narrow one', async () => {
  const line = { type: 'sparkline', measure: 'network.count', dimension: 'network.departure.month' };
  const text = { type: 'text', content: 'A text of many words that goes on for long. '.repeat(4) };
  const number = { type: 'number', field: 'network.count', label: 'Flights' };
  const row = (name: string, blocks: object[]) => ({
    ...figures,
    name,
    spec: { direction: 'row', blocks } as object,
  });
  const { publicId } = await world.publish({
    reports: {
      free: row('Free', [number, line, text]),
      sized: row('Sized', [number, { ...line, width: 90, height: 40 }, text]),
    },
    widgets: [chart('free'), chart('sized')],
  });
  for (const width of [1200, 360]) {
    const browser = { viewport: { width, height: 900 } };
    const { frame, nextEvent, close } = await world.open(publicId, { browser });
    await nextEvent('dashboard-loaded');
    for (const [name, size] of [['Free'], ['Sized', [90, 40]]] as const) {
      const place = region(frame, name).locator('[data-direction=row]');
      const [sparkline, words, whole] = await Promise.all(
        ['[data-part=sparkline]', '[data-part=text]', '']
          .map((selector) => (selector === '' ? place : place.locator(selector)))
          .map((each) => each.boundingBox()),
      );
      assert.ok(sparkline && words && whole);
      const where = `${name} at ${width}: ${JSON.stringify([sparkline, words, whole])}`;
      assert.equal(await place.evaluate((kpi) => kpi.scrollWidth - kpi.clientWidth), 0, where);
      assert.ok(sparkline.x + sparkline.width <= words.x, where);
      assert.ok(words.x + words.width <= whole.x + whole.width + 1, where);
      assert.ok(sparkline.width >= 48 && words.width >= 60 && words.height >= 40, where);
      assert.equal(sparkline.height, size?.[1] ?? 64, where);
      if (size && width === 1200) assert.equal(sparkline.width, size[0], where);
    }
    await close();
  }
});

test('figures: a number, a comparison and a text; the number drills down', async () => {
  const { frame, nextEvent, close } = await show({ reports: { figures }, widgets: [chart('figures')] });
  await nextEvent('dashboard-loaded');
  const kpi = region(frame, 'Figures');
  await kpi.getByText('In February').waitFor();
  assert.match(await kpi.innerText(), /Flights\s+1\s+Feb 2001\s+▼ 5 \(83\.3%\) fewer than in January/);
  assert.equal(await kpi.locator('[data-part=sparkline]').count(), 1);
  await kpi.getByRole('button', { name: 'Flights' }).click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 1, widgetId: 'figures' });
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await dialog.getByText('Feb 2001').waitFor();
  await dialog.getByText('1 of 1 row', { exact: true }).waitFor();
  // The number of rows is known before they are drawn.
  await dialog.locator('tbody td').first().waitFor();
  assert.deepEqual((await dialog.locator('tbody td').allInnerTexts()).slice(0, 2), ['SEA', 'SFO']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(
    await kpi.getByRole('button', { name: 'Flights' }).evaluate((one) => one === document.activeElement),
    true,
  );
  await close();
});

test('a dashboard has loaded when the texts of its figures are drawn, however late their code comes', async () => {
  const chunk = await chunkOf('src/dashboard/text/safe-html.ts');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { frame, nextEvent, events, close } = await show(
    { reports: { figures }, widgets: [chart('figures')] },
    {
      prepare: (page) =>
        void page.route(`**/${chunk}`, async (route) => {
          await held;
          await route.continue();
        }),
    },
  );
  await region(frame, 'Figures').getByRole('button', { name: 'Flights' }).waitFor();
  assert.deepEqual(await events('dashboard-loaded'), []);
  release();
  await nextEvent('dashboard-loaded');
  assert.match(await region(frame, 'Figures').innerText(), /In February/);
  await close();
});

/** The file of the built pages that holds a source. */
async function chunkOf(source: string): Promise<string> {
  const path = join(import.meta.dirname, '../../../packages/web/dist/chunk-sources.json');
  const chunks = JSON.parse(await readFile(path, 'utf8')) as Record<string, { sources: string[] }>;
  const found = Object.entries(chunks).find(([, { sources }]) =>
    sources.some((name) => name.endsWith(source)),
  );
  assert.ok(found, source);
  return found[0];
}

test('a figure over several rows is their total; where that is not to be had, or an order is asked for, it says which row it is', async () => {
  const number = { type: 'number', field: 'network.count' };
  const byMonth = {
    measures: ['network.count'],
    timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
  };
  const often = [{ member: 'network.count', operator: 'gt', values: ['0'] }];
  const kpi = (name: string, query: object, blocks: object[] = [number]) =>
    ({ name, query, kind: 'kpi', spec: { blocks } }) as const;
  const { frame, nextEvent, close } = await show({
    reports: {
      total: kpi('Total', byMonth),
      latest: kpi('Latest', { ...byMonth, order: { 'network.departure': 'desc' } }),
      filtered: kpi('Filtered', { ...byMonth, filters: often }),
      chosen: kpi('Chosen', byMonth, [{ ...number, row: 1 }]),
      goal: kpi('Goal', byMonth, [{ type: 'progress', value: 'network.count', target: 28 }]),
    },
    widgets: ['total', 'latest', 'filtered', 'chosen', 'goal'].map(chart),
  });
  await nextEvent('dashboard-loaded');
  const figureOf = async (name: string) => {
    await region(frame, name).locator('[data-settled=true]').waitFor();
    return (await region(frame, name).innerText())
      .split(/\s*\n\s*/)
      .slice(2)
      .join('|');
  };
  assert.equal(await figureOf('Total'), '7');
  assert.equal(await figureOf('Latest'), '1|Feb 2001');
  assert.equal(await figureOf('Filtered'), '6|Jan 2001');
  assert.equal(await figureOf('Chosen'), '1');
  assert.equal(await figureOf('Goal'), '25% 7 of 28');
  await region(frame, 'Total').getByRole('button', { name: '7' }).click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 7, widgetId: 'total' });
  await close();
});

test('the digits of a figure stay together: it is written smaller, and abbreviated where that could not be read', async () => {
  const number = { type: 'number', field: 'network.average_distance', format: '$,.2f' };
  const blocks = [number, { ...number, fontSize: 90 }, { ...number, format: ',.12f' }];
  const { frame, page, nextEvent, close } = await show({
    reports: {
      wide: { name: 'Wide', query: { measures: [number.field] }, kind: 'kpi', spec: { blocks } },
    },
    widgets: [{ ...chart('wide'), position: { x: 0, y: 0, w: 2, h: 8 } }],
  });
  await nextEvent('dashboard-loaded');
  const numbers = region(frame, 'Wide').locator('[data-part=figure] bdi');
  for (const width of [1200, 900, 390]) {
    await resizePage(page, { width, height: 800 });
    for (const index of [0, 1, 2]) {
      const { lines, isInside } = await numbers.nth(index).evaluate((one) => {
        const [box, place] = [one, one.closest('[data-part=figure]')?.parentElement].map((each) =>
          each?.getBoundingClientRect(),
        );
        return { lines: one.getClientRects().length, isInside: (box?.right ?? 0) <= (place?.right ?? 0) + 1 };
      });
      assert.deepEqual({ width, index, lines, isInside }, { width, index, lines: 1, isInside: true });
    }
  }
  await close();
});

test('a flow between places is drawn as bands that tell what flows and drill down, also in a picture', async () => {
  const query = {
    measures: ['network.count'],
    dimensions: ['network.origin_city', 'network.destination_city'],
  };
  const flow = { name: 'Flow', query, kind: 'sankey', spec: {} } as const;
  const { page, frame, nextEvent, close } = await show({ reports: { flow }, widgets: [chart('flow')] });
  await nextEvent('dashboard-loaded');
  const sankey = region(frame, 'Flow').locator('[data-part=sankey]');
  // Cities fly to one another: each stands on both sides.
  const labels = await sankey.locator('text').allTextContents();
  assert.equal(labels.filter((text) => text === 'Seattle').length, 2);
  const bands = sankey.locator('path');
  assert.ok((await bands.count()) >= 4);
  const widths = await bands.evaluateAll((all) =>
    all.map((band) => Number(band.getAttribute('stroke-width'))),
  );
  assert.ok(
    widths.every((width) => width > 1 && width < 400),
    String(widths),
  );
  const [x, y] = await bands.first().evaluate((band: SVGPathElement) => {
    const { x: left, y: top } = band.getPointAtLength(band.getTotalLength() / 2);
    return [left, top] as const;
  });
  await sankey.hover({ position: { x, y } });
  await sankey.locator('[data-part=tooltip]').getByText(' → ').waitFor();
  await sankey.click({ position: { x, y } });
  await frame.getByRole('dialog', { name: 'Details of Flights' }).waitFor();
  await page.keyboard.press('Escape');
  await close();
});

test('a flow without its columns says so, and why to the host', async () => {
  const query = { measures: ['network.count'], dimensions: ['network.origin_city'] };
  const flow = { name: 'Flow', query, kind: 'sankey', spec: { source: 'network.none' } } as const;
  const { frame, events, nextEvent, close } = await show({ reports: { flow }, widgets: [chart('flow')] });
  await nextEvent('dashboard-loaded');
  await frame.getByRole('alert').getByText('This chart is broken').waitFor();
  const told = await events('error');
  assert.equal(told.length, 1);
  assert.match(JSON.stringify(told), /source must be a column of the rows/);
  await close({ expected: /source must be a column/ });
});

test('a screen reader hears what is main, the name of a table, and that charts have followed a filter', async () => {
  const filter = { member: 'network.origin_city', operator: 'equals', label: 'From' };
  const { page, frame, nextEvent, close } = await show({
    reports: { cities },
    widgets: [{ id: 'from', type: 'FILTER', config: filter }, chart('cities')],
  });
  await nextEvent('dashboard-loaded');
  const main = frame.getByRole('main');
  await main.getByRole('table', { name: 'Cities' }).waitFor();
  const said = main.locator('[data-part=update-status]');
  assert.equal(await said.innerText(), '', 'nothing is said before something is chosen');
  await main.locator('summary').filter({ hasText: 'All' }).press('Enter');
  await main.getByRole('checkbox', { name: 'Seattle' }).press(' ');
  await said.getByText('The charts are up to date').waitFor();
  await page.keyboard.press('Escape');
  await close();
});

test('a tap chooses a mark, tells what it stands for, and closes what is open', async () => {
  const filter = { member: 'network.origin_city', operator: 'equals', label: 'From' };
  const { frame, nextEvent, close } = await show(
    {
      reports: { bars },
      widgets: [
        { id: 'from', type: 'FILTER', config: filter, position: { x: 0, y: 0, w: 12, h: 2 } },
        { ...chart('bars'), position: { x: 0, y: 2, w: 12, h: 6 } },
        { id: 'beside', type: 'TEXT', position: { x: 0, y: 8, w: 12, h: 2 }, config: { content: 'Beside' } },
      ],
    },
    { browser: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  );
  await nextEvent('dashboard-loaded');
  const picker = frame.locator('details').filter({ hasText: 'All' });
  await picker.locator('summary').tap();
  await picker.getByRole('checkbox', { name: 'Seattle' }).waitFor();
  await frame.getByText('Beside').tap();
  assert.equal(await picker.getAttribute('open'), null);
  const canvas = region(frame, 'Bars').locator('canvas');
  const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
  const bar = { x: width / 2, y: height / 3 };
  await canvas.tap({ position: bar });
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 2, widgetId: 'bars' });
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await close();
});

test('every entry of the menu of a low chart can be pressed', async () => {
  const widgets = [
    { ...chart('figures'), position: { x: 0, y: 0, w: 6, h: 3 } },
    { ...chart('cities'), position: { x: 0, y: 3, w: 6, h: 8 } },
  ];
  const { frame, nextEvent, close } = await show(
    { reports: { figures, cities }, widgets },
    { parameters: '&allowExport=true' },
  );
  await nextEvent('dashboard-loaded');
  const menu = region(frame, 'Figures').locator('> header details');
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: 'Download as CSV' }).waitFor();
  const covered = await menu.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) !== button;
      })
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(covered, []);
  await close();
});

test('a table sorts by its headers and drills down, by keyboard as well', async () => {
  const { page, frame, nextEvent, close } = await show({ reports: { cities }, widgets: [chart('cities')] });
  const table = region(frame, 'Cities');
  const column = (name: string) => table.getByRole('columnheader', { name });
  const names = () => table.locator('tbody td:first-child').allInnerTexts();
  await column('Flights').getByRole('button').click();
  assert.equal(await column('Flights').getAttribute('aria-sort'), 'ascending');
  assert.equal((await names()).at(-1), 'San Francisco');
  await page.keyboard.press('Enter');
  assert.equal(await column('Flights').getAttribute('aria-sort'), 'descending');
  assert.equal((await names())[0], 'San Francisco');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 3, widgetId: 'cities' });
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await dialog.getByText('San Francisco').waitFor();
  await dialog.getByText('3 of 3 rows', { exact: true }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Download as CSV' }).count(), 0, 'not permitted');
  assert.deepEqual(await dialog.getByRole('columnheader').allInnerTexts(), [
    'Origin',
    'Destination',
    'Departure',
    'Flights',
  ]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(
    await table.getByRole('button', { name: '3' }).evaluate((one) => one === document.activeElement),
    true,
  );
  await close();
});

test('a mark of a chart drills down, and its rows are a table for those who cannot see it', async () => {
  const { page, frame, nextEvent, close } = await show({ reports: { bars }, widgets: [chart('bars')] });
  await nextEvent('dashboard-loaded');
  const image = frame.getByRole('img', { name: /^Bars: a chart of 1 row\b/ });
  await image.click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.count', value: 2, widgetId: 'bars' });

  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await dialog.getByText('Seattle').waitFor();
  await dialog.getByText('2 of 2 rows', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const menu = frame.getByLabel('Options of Bars');
  await menu.focus();
  await page.keyboard.press('Enter');
  await frame.getByRole('button', { name: 'View as table' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await menu.evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await frame.getByRole('cell', { name: 'Seattle' }).waitFor();
  assert.equal(await menu.evaluate((element) => element === document.activeElement), true);
  await close();
});

test('the rows behind a chart are those of the viewer and the controls, and are downloaded where that is allowed', async () => {
  const filter = { member: 'network.destination_state', label: 'To', value: 'NY' };
  const { publicId } = await world.publish({
    reports: {
      figures,
      late: { name: 'Late', query: { measures: ['network.average_delay'] }, kind: 'table' },
    },
    widgets: [{ id: 'to', type: 'FILTER', config: filter }, chart('figures'), chart('late')],
  });
  const { frame, nextEvent, events, page, close } = await world.open(publicId, {
    parameters: '&allowExport=true',
  });
  await nextEvent('dashboard-loaded');
  await frame.getByLabel('Options of Late').click();
  await frame.getByRole('button', { name: 'View as table' }).last().waitFor();
  assert.equal(
    await frame.getByRole('button', { name: 'Show the details' }).and(frame.locator(':visible')).count(),
    0,
    'no drill members',
  );
  await frame.getByLabel('Options of Late').press('Escape');
  await frame.getByLabel('Options of Figures').click();
  await frame.getByRole('button', { name: 'Show the details' }).click();
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await dialog.getByText('2 of 2 rows', { exact: true }).waitFor();
  assert.deepEqual(await dialog.locator('tbody td:nth-child(2)').allInnerTexts(), ['JFK', 'JFK']);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  // A head and two rows, each with its end.
  const lines = text.replace('\uFEFF', '').split('\r\n');
  assert.deepEqual([lines.length, lines.at(-1)], [4, '']);
  assert.equal((await nextEvent('download')).payload?.['rowCount'], 2);
  assert.deepEqual(await events('error'), []);
  await close();
});

test('charts with expressions of their own are drawn where no page may evaluate text', async () => {
  const charts = {
    computed: {
      mark: { type: 'point', tooltip: { expr: 'datum.label' } },
      transform: [
        { calculate: "upper(datum['network.origin_city'])", as: 'label' },
        { filter: "datum['network.count'] > 1" },
        { window: [{ op: 'rank', as: 'rank' }], sort: [{ field: 'network.count' }] },
      ],
      encoding: {
        x: { field: 'rank', type: 'ordinal' },
        y: { field: 'network.count', type: 'quantitative', axis: { labelExpr: "datum.label + ' flights'" } },
        opacity: { condition: { test: 'datum.rank > 1', value: 1 }, value: 0.5 },
      },
    },
    arc: {
      mark: { type: 'arc', innerRadius: { expr: 'width / 8' } },
      encoding: {
        theta: { field: 'network.count', type: 'quantitative' },
        color: { field: 'network.origin_city', type: 'nominal' },
      },
    },
  };
  const reports = Object.fromEntries(
    Object.entries(charts).map(([key, spec]) => [
      key,
      { name: key, query: byCity, kind: 'vega', spec } as const,
    ]),
  );
  const { frame, nextEvent, events, check, close } = await show({
    reports,
    widgets: Object.keys(charts).map((key) => chart(key)),
  });
  await nextEvent('dashboard-loaded');
  assert.equal(await frame.getByRole('img', { name: /a chart of 3 rows/ }).count(), 2);
  assert.equal(await frame.locator('[data-part=state]').count(), 0);
  assert.deepEqual(await events('error'), []);
  check();
  // Later, because what a debugger evaluates may itself evaluate text.
  const evaluated = await frame.locator('body').evaluate(
    () =>
      new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve(String(new Function('return 1')()));
          } catch (error) {
            resolve((error as Error).name);
          }
        }),
      ),
  );
  assert.equal(evaluated, 'EvalError', 'the policy is in force');
  // The attempt offends two directives; how many of them the page has heard of by now is a matter of timing.
  await close({
    expected: /policy violated: (script-src eval|require-trusted-types-for)|requires 'TrustedScript'/,
  });
});

test('rows are downloaded where the address allows it, and nowhere else', async () => {
  const board = { reports: { cities }, widgets: [chart('cities')] };
  const { publicId } = await world.publish(board);
  const allowed = await world.open(publicId, { parameters: '&allowExport=true' });
  await allowed.frame.getByLabel('Options of Cities').click();
  const download = allowed.page.waitForEvent('download');
  await allowed.frame.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), 'Cities.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [head, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(head, 'City,Flights');
  assert.deepEqual(rows.toSorted(), ['Los Angeles,2', 'San Francisco,3', 'Seattle,2']);
  const { payload } = await allowed.nextEvent('download');
  assert.deepEqual(payload, {
    format: 'csv',
    target: 'widget',
    widgetId: 'cities',
    title: 'Cities',
    rowCount: 3,
    totalRowCount: 3,
    complete: true,
  });
  await allowed.close();

  for (const parameters of ['', '&allowExport=1', '&allowExport=TRUE', '&allowExport']) {
    const { frame, close } = await world.open(publicId, { parameters });
    await frame.getByLabel('Options of Cities').click();
    await frame.getByRole('button', { name: 'View as table' }).waitFor();
    assert.equal(await frame.getByRole('button', { name: 'Download as CSV' }).count(), 0, parameters);
    await close();
  }
});

test('a chart with a refused query says so in words for viewers, once, and leaves the others alone', async () => {
  const broken = { ...cities, name: 'Broken', query: { measures: ['network.on_time'] } };
  const asked: string[] = [];
  const { publicId } = await world.publish({
    reports: { broken, cities },
    widgets: [chart('broken'), chart('cities')],
  });
  const { frame, send, nextEvent, close } = await world.open(publicId, {
    prepare: (page) =>
      void page.on(
        'request',
        (request) => request.url().endsWith('/load-batch') && asked.push(request.url()),
      ),
  });
  await nextEvent('dashboard-loaded');
  const alert = region(frame, 'Broken').getByRole('alert');
  assert.equal(
    await alert.innerText(),
    'This chart is broken\n\nIt asks for data that does not exist. The author of the dashboard can fix it.',
  );
  assert.equal(await alert.getByRole('button').count(), 0, 'another try would not help');
  await region(frame, 'Cities').getByRole('cell', { name: 'Seattle' }).waitFor();
  const { payload } = await nextEvent('error');
  assert.deepEqual([payload?.['name'], payload?.['fatal']], ['QueryError', false]);
  assert.match(String(payload?.['message']), /on_time/, 'the host is told in the words of the query API');
  assert.equal(asked.length, 1);

  const measure = '- name: on_time\n        type: count\n        filters: [{ sql: "{CUBE}.delay <= 0" }]';
  await commitToModel(world.oriel.dataDir, (model) =>
    model.replace('    measures:\n', `    measures:\n      ${measure}\n`),
  );
  const cell = region(frame, 'Broken').getByRole('cell', { name: '3', exact: true });
  while (!(await cell.isVisible())) {
    // A new model is looked for once a second, so the first tries may come too early.
    await send('refresh');
    await cell.or(alert).waitFor();
  }
  await close();
});

test('a chart without rows says so', async () => {
  const none = {
    ...cities,
    query: {
      ...byCity,
      filters: [{ member: 'network.origin_city', operator: 'equals', values: ['Paris'] }],
    },
  };
  const filter = { id: 'city', type: 'FILTER', config: { member: 'network.origin_city' } } as const;
  const { frame, nextEvent, send, close } = await show({
    reports: { none },
    widgets: [chart('none'), filter],
  });
  await nextEvent('dashboard-loaded');
  await region(frame, 'Cities').getByText('No data', { exact: true }).waitFor();
  await send('set-filter', { filterUrlParameter: 'f_network.origin_city={"value":"Seattle"}' });
  await region(frame, 'Cities').getByText('No data for these filters').waitFor();
  await close();
});

test('a dashboard without charts, or without anything, is loaded as well', async () => {
  const text = {
    id: 'text',
    type: 'TEXT',
    config: { content: '## Hello\n\n<img src=x onerror="parent.postMessage(1, \'*\')">\n<script>1</script>' },
  } as const;
  const withText = await show({ widgets: [text, { id: 'line', type: 'DIVIDER' }] });
  assert.deepEqual((await withText.nextEvent('dashboard-loaded')).payload?.['widgetCount'], 2);
  await withText.frame.getByRole('heading', { name: 'Hello' }).waitFor();
  assert.equal(
    await withText.frame.locator('[data-part=text] script, [data-part=text] [onerror]').count(),
    0,
  );
  // What was taken out had been held back by the policy already.
  await withText.close({ expected: /inline/ });
  const empty = await show({ widgets: [] });
  assert.equal((await empty.nextEvent('dashboard-loaded')).payload?.['widgetCount'], 0);
  await empty.close();
});

const container: BoardWidget = {
  id: 'box',
  type: 'CONTAINER',
  config: { title: 'Both', direction: 'horizontal', children: [chart('figures'), chart('cities')] },
};

test('a container lays its widgets side by side, and one below the other on a phone', async () => {
  const { publicId } = await world.publish({ reports: { figures, cities }, widgets: [container] });
  for (const width of [1400, 390]) {
    const { frame, nextEvent, close } = await world.open(publicId, {
      browser: { viewport: { width, height: 800 } },
    });
    await nextEvent('dashboard-loaded');
    const [first, second] = [
      await region(frame, 'Figures').boundingBox(),
      await region(frame, 'Cities').boundingBox(),
    ];
    assert.ok(first && second);
    const isBelow = second.y >= first.y + first.height;
    assert.equal(isBelow, width === 390, `${width} px`);
    const overflow = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    assert.equal(overflow, 0, `${width} px: nothing lies outside of the page`);
    await close();
  }
});

test('a container with tabs draws and asks for one child at a time, by keyboard as well', async () => {
  const asked: string[] = [];
  const { publicId } = await world.publish({
    reports: { figures, cities, bars },
    widgets: [
      {
        id: 'tabs',
        type: 'CONTAINER',
        config: {
          direction: 'tabs',
          title: 'Views',
          children: [chart('cities'), chart('bars'), chart('figures')],
        },
      },
    ],
  });
  const { page, frame, nextEvent, close } = await world.open(publicId, {
    prepare: (unopened) =>
      void unopened.on('request', (request) => {
        if (request.url().endsWith('/load-batch'))
          for (const { id } of (request.postDataJSON() as { queries: { id: string }[] }).queries)
            asked.push(id);
      }),
  });
  assert.equal((await nextEvent('dashboard-loaded')).payload?.['widgetCount'], 4);
  assert.deepEqual(asked, ['cities']);
  const drawn = () =>
    frame
      .locator('[data-widget-id]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-widget-id')));
  assert.deepEqual(await drawn(), ['tabs', 'cities']);
  const tabs = frame.getByRole('tablist', { name: 'Views' }).getByRole('tab');
  assert.deepEqual(await tabs.allInnerTexts(), ['Cities', 'Bars', 'Figures']);
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await frame.getByRole('tabpanel', { name: 'Bars' }).getByRole('img', { name: /^Bars/ }).waitFor();
  assert.deepEqual(
    [asked, await drawn()],
    [
      ['cities', 'bars'],
      ['tabs', 'bars'],
    ],
  );
  assert.equal((await nextEvent('filter-changed')).payload?.['state'], 'tab_tabs=bars');
  await page.keyboard.press('End');
  await frame.getByRole('tabpanel', { name: 'Figures' }).getByText('In February').waitFor();
  assert.equal(
    await frame.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement),
    true,
  );
  await page.keyboard.press('ArrowRight');
  await frame.getByRole('tabpanel', { name: 'Cities' }).getByRole('cell', { name: 'Seattle' }).waitFor();
  assert.deepEqual(asked, ['cities', 'bars', 'figures'], 'rows that are there are not asked for again');
  await page.keyboard.press('Tab');
  assert.equal(
    await frame.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement),
    false,
  );
  await close();

  const linked = await world.open(publicId, { parameters: '&tab_tabs=figures&tab_gone=bars' });
  await linked.frame.getByRole('tabpanel', { name: 'Figures' }).getByText('In February').waitFor();
  await linked.send('set-state', { state: 'tab_tabs=bars' });
  await linked.frame.getByRole('tabpanel', { name: 'Bars' }).waitFor();
  await linked.send('set-state', { state: '' });
  await linked.frame.getByRole('tabpanel', { name: 'Cities' }).waitFor();
  await linked.close();
});

test('a dashboard reads as headings, groups and regions with names', async () => {
  const filter = { member: 'network.origin_city', label: 'City' };
  const grain = { member: 'network.departure', label: 'Time by', granularities: ['day', 'month'] };
  const { page, frame, nextEvent, close } = await show({
    reports: { figures, cities, bars },
    widgets: [
      { id: 'city', type: 'FILTER', config: filter },
      { id: 'grain', type: 'TIME_GRAIN', config: grain },
      container,
      chart('bars'),
    ],
  });
  await nextEvent('dashboard-loaded');
  await frame.getByRole('option', { name: 'starts with' }).waitFor({ state: 'attached' });
  await frame.getByText('In February').waitFor();
  await frame.getByRole('button', { name: 'Ask about this dashboard' }).waitFor();
  assert.deepEqual(await spokenNames(page), [
    'heading Board',
    'group City',
    'combobox Condition of City',
    'DisclosureTriangle City: All',
    'combobox Time by',
    'region Both',
    'heading Both',
    'region Figures',
    'heading Figures',
    'DisclosureTriangle Options of Figures',
    'button Flights 1 Feb 2001',
    'region Cities',
    'heading Cities',
    'DisclosureTriangle Options of Cities',
    'region 3 rows',
    'columnheader City',
    'button City',
    'columnheader Flights',
    'button Flights',
    'button 3',
    'button 2',
    'button 2',
    'region Bars',
    'heading Bars',
    'DisclosureTriangle Options of Bars',
    'image Bars: a chart of 1 row. Its values are in the table view.',
    'button Ask about this dashboard',
  ]);
  await close();
});

test('a chart follows the size of its place, also where the window keeps its own', async () => {
  const { frame, nextEvent, close } = await show({ reports: { bars }, widgets: [chart('bars')] });
  await nextEvent('dashboard-loaded');
  const section = region(frame, 'Bars');
  const canvas = section.locator('canvas');
  const widthOf = () => canvas.evaluate(({ clientWidth }) => clientWidth);
  const before = await widthOf();
  await section.evaluate((element) => {
    element.style.boxSizing = 'border-box';
    element.style.width = `${element.getBoundingClientRect().width - 60}px`;
  });
  for (let width = before; width !== before - 60; width = await widthOf()) await frames(canvas);
  await close();
});

/** Waits until the browser has drawn. */
const frames = (locator: Locator) =>
  locator.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

test('the dark scheme follows the system, and motion stops for those who ask', async () => {
  const { publicId } = await world.publish({ reports: { cities }, widgets: [chart('cities')] });
  for (const [colorScheme, reducedMotion, animation] of [
    ['dark', 'reduce', /^none$/],
    ['light', 'no-preference', /pulse/],
  ] as const) {
    const rows = Promise.withResolvers<void>();
    const { page, frame, nextEvent, close } = await world.open(publicId, {
      browser: { colorScheme, reducedMotion },
      prepare: (unopened) =>
        void unopened.route('**/load-batch', async (route) => {
          await rows.promise;
          await route.continue();
        }),
    });
    const skeleton = frame.getByRole('status', { name: 'Loading' });
    await skeleton.waitFor();
    assert.match(await skeleton.evaluate((element) => getComputedStyle(element).animationName), animation);
    assert.equal(await frame.locator('html').getAttribute('data-scheme'), colorScheme);
    const background = await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(background, colorScheme === 'dark' ? 'rgb(20, 22, 26)' : 'rgb(246, 247, 249)');
    rows.resolve();
    await nextEvent('dashboard-loaded');
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
    await frame.locator(`html[data-scheme=${colorScheme === 'dark' ? 'light' : 'dark'}]`).waitFor();
    await close();
  }
});

test('several numbers say what they are of, one alone leaves that to its title', async () => {
  const query = { measures: ['network.count', 'network.average_delay'] };
  const number = (field: string) => ({ type: 'number', field });
  const goal = { type: 'progress', value: 'network.average_delay', target: 'network.count', label: 'Goal' };
  const fixed = { type: 'progress', value: 'network.count', target: 28, label: 'Fixed' };
  const several = [number('network.count'), number('network.average_delay')];
  const { frame, nextEvent, close } = await show({
    reports: {
      several: { name: 'Several', query, kind: 'kpi', spec: { blocks: several } },
      one: { name: 'One', query, kind: 'kpi', spec: { blocks: [several[0], goal, fixed] } },
    },
    widgets: [chart('several'), chart('one')],
  });
  await nextEvent('dashboard-loaded');
  assert.match(await region(frame, 'Several').innerText(), /Flights\s+7\s+Average delay\s+14\.6/);
  assert.match(await region(frame, 'One').innerText(), /One\s+⋮\s+7\s+Goal\s+208%[\s\S]+Fixed\s+25% 7 of 28/);
  await close();
});

test('a line between charts side by side takes no share of their width', async () => {
  const { frame, nextEvent, close } = await show({
    reports: { bars, cities },
    widgets: [
      {
        id: 'beside',
        type: 'CONTAINER',
        config: {
          children: [
            chart('bars'),
            { id: 'line', type: 'DIVIDER', config: { orientation: 'vertical' } },
            chart('cities'),
          ],
        },
      },
    ],
  });
  await nextEvent('dashboard-loaded');
  const widthOf = async (id: string) =>
    (await frame.locator(`[data-widget-id=${id}]`).boundingBox())?.width ?? 0;
  const [left, line, right] = [await widthOf('bars'), await widthOf('line'), await widthOf('cities')];
  assert.equal(line, 1);
  assert.ok(Math.abs(left - right) < 2 && left > 400, `${left} and ${right}`);
  await close();
});

/** Too long for a quarter of the page. */
const ARABIC = 'عدد الرحلات الجوية المغادرة من المطارات حسب المدينة خلال السنة الماضية والسنة التي قبلها';

/** Where a character of an element is drawn, within what is seen of the element. */
const isSeen = (element: Locator, index: number) =>
  element.evaluate((shown, at) => {
    const text = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return false;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const [inner, outer] = [range.getBoundingClientRect(), shown.getBoundingClientRect()];
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  }, index);

test('what is written from right to left is cut at its end, and each part of a text is read in its own direction', async () => {
  const { publicId } = await world.publish({
    reports: { cities: { ...cities, name: ARABIC } },
    widgets: [
      { id: 'cities', type: 'CHART', position: { x: 0, y: 0, w: 3, h: 6 }, config: { report: 'cities' } },
      {
        id: 'text',
        type: 'TEXT',
        position: { x: 6, y: 0, w: 6, h: 6 },
        config: { content: `${ARABIC}\n\nIn English.` },
      },
    ],
  });
  const { frame, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const title = frame.getByRole('heading', { name: ARABIC });
  assert.deepEqual([await isSeen(title, 0), await isSeen(title, ARABIC.length - 1)], [true, false]);
  const [letter, stop] = await frame.getByText('In English.').evaluate((paragraph) => {
    const range = document.createRange();
    return [0, 10].map((at) => {
      range.setStart(paragraph.firstChild ?? paragraph, at);
      range.setEnd(paragraph.firstChild ?? paragraph, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  assert.ok((letter ?? 0) < (stop ?? 0), 'the full stop is at the end of the sentence');
  await close();
});
