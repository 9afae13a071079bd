import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { commitToModel } from '../support/model-author.ts';

/**
 * Tables of what the viewer sees: five flights from California in January 2001, one from Washington, and one in
 * February.
 */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const query = {
  measures: ['network.average_delay', 'network.count'],
  dimensions: ['network.origin_state', 'network.origin_city', 'network.destination'],
  order: { 'network.origin_state': 'asc', 'network.origin_city': 'asc', 'network.destination': 'asc' },
};

const board = (spec: object, more: object = {}, widgets: Board['widgets'] = []): Board => ({
  reports: { table: { name: 'Delays', query: { ...query, ...more }, kind: 'table', spec } },
  widgets: [
    ...widgets,
    { id: 'table', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 12 }, config: { report: 'table' } },
  ],
});

/** One report of another kind over the same flights. */
async function showKind(kind: 'html' | 'kpi' | 'map', spec: object | string, more: object = {}) {
  const { publicId } = await world.publish({
    reports: { own: { name: 'Own', query: { ...query, ...more }, kind, spec } },
    widgets: [
      { id: 'own', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 12 }, config: { report: 'own' } },
    ],
  });
  return world.open(publicId, { parameters: '&scheme=light' });
}

async function show(spec: object, more?: object, widgets?: Board['widgets']) {
  const { publicId } = await world.publish(board(spec, more, widgets));
  return world.open(publicId, { parameters: '&scheme=light' });
}

const rowsIn = async (frame: FrameLocator, part: 'thead' | 'tbody' | 'tfoot') => {
  const rows = await frame.locator(`${part} tr`).all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('td, th').allInnerTexts()).map((text) => text.trim())),
  );
};

test('subtotals and totals of averages are averages of the flights, not of the rows', async () => {
  const { frame, close } = await show({ groupRows: true, columnTotals: true });
  await frame.locator('tfoot').getByText('14.6', { exact: true }).waitFor();
  assert.deepEqual(await rowsIn(frame, 'tfoot'), [['Total', '', '', '14.6', '7']]);
  const groups = (await rowsIn(frame, 'tbody')).filter(([, , destination]) => destination === '');
  assert.deepEqual(groups, [
    ['▾ CA', '', '', '18.4', '5'],
    ['', '▾ Los Angeles', '', '33.5', '2'],
    ['', '▾ San Francisco', '', '8.3', '3'],
    ['▾ WA', '', '', '5.0', '2'],
    ['', '▾ Seattle', '', '5.0', '2'],
  ]);
  await frame.getByRole('button', { name: 'Group CA' }).press('Enter');
  await frame.getByRole('region', { name: '5 rows' }).waitFor();
  assert.equal(await frame.getByRole('button', { name: 'Group CA' }).getAttribute('aria-expanded'), 'false');
  await close();
});

test('a pivot has a column for each value, with totals of its rows and its columns', async () => {
  const spec = {
    columns: [{ field: 'network.origin_state' }, { field: 'network.average_delay' }],
    pivot: { columns: ['network.destination'] },
    rowTotals: true,
    columnTotals: true,
  };
  const { frame, nextEvent, close } = await show(spec, {
    dimensions: ['network.origin_state', 'network.destination'],
    order: { 'network.origin_state': 'asc' },
  });
  await frame.locator('tfoot').getByText('14.6', { exact: true }).waitFor();
  assert.deepEqual((await rowsIn(frame, 'thead'))[0]?.slice(1), ['JFK', 'LAX', 'SEA', 'SFO', 'Total']);
  assert.deepEqual(await rowsIn(frame, 'tbody'), [
    ['CA', '-3.0', '2.5', '45.0', '–', '18.4'].map((text) => text.replace('-', '−')),
    ['WA', '10.0', '–', '–', '0.0', '5.0'],
  ]);
  assert.deepEqual(await rowsIn(frame, 'tfoot'), [['Total', '3.5', '2.5', '45.0', '0.0', '14.6']]);
  await frame.locator('tbody').getByRole('button', { name: '45.0' }).click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.average_delay', value: 45, widgetId: 'table' });
  await close();
});

test('a report lays its table out by its pivot items, where its spec says nothing else', async () => {
  const pivotItems = {
    rows: ['network.origin_state'],
    columns: ['network.destination'],
    measures: ['network.count', 'network.average_delay'],
    filters: [],
    measuresAxis: 'rows',
    displayScale: 'thousands',
    showRowTotals: true,
    showColumnTotals: true,
  } as const;
  const { publicId } = await world.publish({
    reports: {
      table: {
        name: 'Delays',
        kind: 'table',
        query: { ...query, dimensions: ['network.origin_state', 'network.destination'], order: {} },
        spec: { columnTotals: false, sort: [{ field: 'network.origin_state' }] },
        pivotItems: {
          ...pivotItems,
          rows: [...pivotItems.rows],
          columns: [...pivotItems.columns],
          measures: [...pivotItems.measures],
          filters: [],
        },
      },
    },
    widgets: [
      { id: 'table', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 12 }, config: { report: 'table' } },
    ],
  });
  const { frame, nextEvent, close } = await world.open(publicId, { parameters: '&scheme=light' });
  await frame.locator('tbody').getByText('0.02', { exact: true }).waitFor();
  assert.deepEqual(await rowsIn(frame, 'thead'), [
    ['State ↑', 'Measure', 'JFK', 'LAX', 'SEA', 'SFO', 'Total'],
  ]);
  assert.deepEqual(await rowsIn(frame, 'tbody'), [
    ['CA', 'Flights (thousands)', '0', '0', '0', '–', '0.01'],
    ['', 'Average delay (thousands)', '0', '0', '0.04', '–', '0.02'],
    ['WA', 'Flights (thousands)', '0', '–', '–', '0', '0'],
    ['', 'Average delay (thousands)', '0.01', '–', '–', '0', '0.01'],
  ]);
  assert.equal(await frame.locator('tfoot').count(), 0);
  await frame.locator('tbody').getByRole('button', { name: '0.04' }).click();
  const { payload } = await nextEvent('drilldown');
  assert.deepEqual(payload, { member: 'network.average_delay', value: 45, widgetId: 'table' });
  await close();
});

test('a filter on amounts takes the totals away, and the table says so', async () => {
  const filters = [{ member: 'network.count', operator: 'gt', values: ['1'] }];
  const { frame, close } = await show({ columnTotals: true }, { filters });
  await frame.getByRole('status').getByText('a filter leaves out rows by their amounts').waitFor();
  assert.deepEqual(await rowsIn(frame, 'tfoot'), [['Total', '', '', '–', '–']]);
  await close();
});

test('a filter of the dashboard narrows the totals as it does the rows', async () => {
  const widgets: Board['widgets'] = [
    {
      id: 'City',
      type: 'FILTER',
      config: { label: 'City', member: 'network.origin_city', operator: 'starts_with', value: 'Los' },
    },
  ];
  const dimensions = { dimensions: ['network.destination'], order: {} };
  const { frame, close } = await show({ columnTotals: true }, dimensions, widgets);
  await frame.locator('tfoot').getByText('33.5', { exact: true }).waitFor();
  assert.deepEqual(await rowsIn(frame, 'tfoot'), [['Total', '33.5', '2']]);
  await close();
});

test('a table says what it is filtered by, and a control changes what it says', async () => {
  const member = 'network.origin_state';
  const filters = [{ member: 'network.average_delay', operator: 'gt', values: ['-10.5'] }];
  const position = { x: 0, y: 12, w: 12, h: 2 };
  const config = { member, operator: 'equals', value: ['CA'] };
  const { publicId } = await world.publish(
    board({ appliedFilters: true }, { filters }, [{ id: 'state', type: 'FILTER', position, config }]),
  );
  const { frame, close } = await world.open(publicId, { parameters: '&scheme=light' });
  const said = (state: string) =>
    frame
      .locator('[data-part="applied-filters"]')
      .filter({ hasText: new RegExp(`^Average delay: more than -10.5 · State: ${state}$`) });
  await said('CA').waitFor();
  const control = frame.locator('[data-widget-id="state"]');
  await control.locator('summary').click();
  await control.getByRole('checkbox', { name: 'WA' }).check();
  await said('CA, WA').waitFor();
  assert.ok((await rowsIn(frame, 'tbody')).some(([state]) => state === 'WA'));
  await close();
  const german = await world.open(publicId, { parameters: '&locale=de-DE' });
  await german.frame
    .locator('[data-part="applied-filters"]')
    .filter({ hasText: /: mehr als -10,5 · .*: CA$/ })
    .waitFor();
  await german.close();
});

test('cells have bars, colours by value, small charts, and no picture or script of a strange address', async () => {
  const sparkline = { type: 'sparkline', dimension: 'network.departure', granularity: 'month' };
  const { frame, close } = await show({
    columns: [
      { field: 'network.origin_city', display: { type: 'image' } },
      { field: 'network.destination', display: { type: 'link' } },
      { field: 'network.average_delay', display: { type: 'bar' }, width: 200 },
      { field: 'network.count', display: sparkline },
    ],
    conditions: [
      { field: 'network.average_delay', operator: 'greater_than', value: 40, backgroundColor: '#ffe0e0' },
    ],
  });
  const late = frame.locator('tr', { hasText: '70.0' }).locator('td').nth(2);
  await late.waitFor();
  assert.equal(await late.evaluate((cell) => getComputedStyle(cell).backgroundColor), 'rgb(255, 224, 224)');
  assert.equal(await frame.locator('tbody img, tbody a').count(), 0);
  const widths = await frame.locator('tbody tr').first().locator('td').nth(2).boundingBox();
  assert.equal(Math.round(widths?.width ?? 0), 200);
  await close();
});

test('a table is sorted by its headers, from the order of its author', async () => {
  const { frame, close } = await show({ sort: [{ field: 'network.average_delay', direction: 'desc' }] });
  const first = async () => (await rowsIn(frame, 'tbody'))[0]?.[3];
  await frame.getByRole('columnheader', { name: 'Average delay' }).waitFor();
  assert.equal(await first(), '70.0');
  const header = frame.getByRole('button', { name: 'Average delay' });
  await header.press('Enter');
  await frame.locator('[aria-sort="ascending"]').waitFor();
  assert.equal(await first(), '−3.0');
  await header.press('Enter');
  await frame.locator('[aria-sort="descending"]').waitFor();
  await close();
});

test('the first column stays in view while a wide table scrolls, from the right as well, and hides no focus', async () => {
  const { publicId } = await world.publish(
    board(
      {
        columns: [
          { field: 'network.origin_city', width: 160 },
          ...['network.origin_state', 'network.destination', 'network.average_delay', 'network.count'].map(
            (field) => ({ field, width: 500 }),
          ),
        ],
        rowNumbers: true,
        banding: true,
        columnTotals: true,
        conditions: [
          {
            field: 'network.origin_city',
            operator: 'starts_with',
            value: 'Los',
            backgroundColor: '#ffe0e0',
          },
        ],
      },
      { order: { 'network.origin_city': 'asc' } },
    ),
  );
  const { page, frame, close } = await world.open(publicId, { parameters: '&scheme=light' });
  const scroller = frame.getByRole('region', { name: '6 rows' });
  await frame.locator('tfoot').getByText('14.6', { exact: true }).waitFor();
  const kept = ['thead th:nth-child(2)', 'tbody td:nth-child(2)', 'tfoot td:nth-child(2)'];
  const places = () =>
    scroller.evaluate(placesOf, [...kept, 'tbody td:nth-child(1)', 'tbody td:nth-child(3)']);
  const before = await places();
  for (const direction of ['ltr', 'rtl']) {
    await scroller.focus();
    await scroller.evaluate((element, dir) => {
      element.ownerDocument.documentElement.dir = dir;
      element.scrollLeft = dir === 'rtl' ? -10_000 : 10_000;
    }, direction);
    const after = await places();
    assert.deepEqual(after.slice(0, 4), before.slice(0, 4), direction);
    const [moved = 0, unmoved = 0] = [after[4], before[4]];
    assert.ok(unmoved - moved > 500, `${direction}: ${unmoved} ${moved}`);
    // The header of the second column lies below the first until it has the focus.
    await frame.getByRole('button', { name: 'State' }).focus();
    const [header = 0] = await scroller.evaluate(placesOf, ['thead th:nth-child(3)']);
    assert.ok(header >= 56 + 160, `${direction}: ${header}`);
  }
  const grounds = await frame
    .locator('tbody td:nth-child(2)')
    .evaluateAll((cells) =>
      cells.map((cell) => [getComputedStyle(cell).backgroundColor, getComputedStyle(cell).backgroundImage]),
    );
  assert.deepEqual(new Set(grounds.map(([color]) => color)), new Set(['rgb(255, 255, 255)']));
  assert.match(grounds[0]?.[1] ?? '', /rgb\(255, 224, 224\)/);
  await page.setViewportSize({ width: 390, height: 800 });
  await frame.locator('tbody td:nth-child(2)').first().and(frame.locator(':not([style*=inset])')).waitFor();
  await close();
});

/** How far from the edge that a table begins at its cells begin. Runs in the page. */
function placesOf(scroller: Element, selectors: string[]): number[] {
  const box = scroller.getBoundingClientRect();
  const isMirrored = getComputedStyle(scroller).direction === 'rtl';
  return selectors.map((selector) => {
    const cell = scroller.querySelector(selector)?.getBoundingClientRect();
    if (!cell) throw new Error(`There is no ${selector}`);
    return Math.round(isMirrored ? box.right - cell.right : cell.left - box.left);
  });
}

test('an HTML report shows its rows in a frame without scripts, as high as it needs to be', async () => {
  const template =
    '<style>.city { color: rgb(1, 2, 3) }</style>{{#each data}}<p class="city" style="margin: 7px">' +
    '{{this.[network.origin_city]}}: {{formatNumber this.[network.average_delay] ".1f"}}</p>{{/each}}';
  const { frame, close } = await showKind('html', template);
  const inner = frame.locator('iframe[title=Own]');
  const first = inner.contentFrame().locator('p').first();
  await first.filter({ hasText: 'Los Angeles: −3.0' }).waitFor();
  const style = await first.evaluate((node) => {
    const { color, margin } = getComputedStyle(node);
    return `${color} ${margin}`;
  });
  assert.equal(style, 'rgb(1, 2, 3) 7px');
  assert.equal(await inner.getAttribute('sandbox'), 'allow-same-origin');
  const heights = await inner.evaluate((element: HTMLIFrameElement) => [
    element.clientHeight,
    element.contentDocument?.documentElement.scrollHeight,
  ]);
  assert.ok((heights[0] ?? 0) > 100 && heights[0] === heights[1], String(heights));
  await close();
});

test('a template lays rows out as a crosstab, with the totals of the source', async () => {
  const template =
    '<table>{{#each pivot.rows}}<tr><th>{{values.[network.origin_state]}}</th>{{#each ../pivot.columns}}' +
    '<td>{{get (get (get @root.pivot.cellMap ../key) key) "network.average_delay"}}</td>{{/each}}</tr>{{/each}}</table>' +
    '<p>{{formatNumber pivot.grandTotals.[network.average_delay] ".1f"}}</p>';
  const pivot = { columns: ['network.destination'], measures: ['network.average_delay'] };
  const { frame, close } = await showKind(
    'html',
    { template, pivot },
    { dimensions: ['network.origin_state', 'network.destination'], order: { 'network.destination': 'asc' } },
  );
  const inner = frame.locator('iframe[title=Own]').contentFrame();
  // The average of the flights, not of the cells.
  await inner.locator('p').getByText('14.6', { exact: true }).waitFor();
  const cells = await inner
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
  // JFK, LAX, SEA, SFO.
  assert.deepEqual(cells, [
    ['CA', '-3', '2.5', '45', ''],
    ['WA', '10', '', '', '0'],
  ]);
  await close();
});

test('a template with a name that is not there is told, to the host page as well', async () => {
  const { frame, nextEvent, close } = await showKind('html', '<p>{{nothing}}</p>');
  await frame.getByText('cannot be drawn this way').waitFor();
  const { payload } = await nextEvent('error');
  assert.match(JSON.stringify(payload), /There is no nothing/);
  await close({ expected: /TemplateProblem/ });
});

test('a part of the figures that cannot be drawn is told to the host page, and the others are shown', async () => {
  const blocks = [
    { type: 'number', field: 'network.count', label: 'Flights' },
    { type: 'html', content: '<p>{{nothing}}</p>' },
  ];
  const { frame, nextEvent, close } = await showKind('kpi', { blocks }, { measures: ['network.count'] });
  const { payload } = await nextEvent('error');
  assert.match(JSON.stringify(payload), /There is no nothing/);
  assert.equal(payload?.['fatal'], false);
  await frame.getByText('There is no nothing').waitFor();
  await frame.getByRole('button', { name: 'Flights' }).waitFor();
  await close({ expected: /TemplateProblem/ });
});

test('figures stand beside their progress, small charts and texts', async () => {
  const spec = {
    direction: 'row',
    wrap: true,
    blocks: [
      { type: 'number', field: 'network.average_delay', label: 'Late', color: 'rgb(9, 8, 7)' },
      { type: 'progress', value: 'network.count', target: 'network.average_distance', label: 'Done' },
      { type: 'progress', value: 'network.count', target: 'network.count', shape: 'circle' },
      { type: 'sparkline', measure: 'network.count', dimension: 'network.origin_city', mark: 'bar' },
      { type: 'html', content: '<b>{{rowCount}}</b> of them' },
      { type: 'text', content: 'A **text**' },
    ],
  };
  const measures = ['network.average_delay', 'network.count', 'network.average_distance'];
  const { frame, close } = await showKind('kpi', spec, {
    measures,
    dimensions: ['network.origin_city'],
    order: {},
  });
  const bars = frame.getByRole('progressbar');
  await bars.first().waitFor();
  assert.equal(await bars.nth(1).getAttribute('aria-valuenow'), '100');
  assert.match((await bars.first().getAttribute('aria-valuetext')) ?? '', /%, .* of /);
  assert.equal(
    await frame.locator('[data-part=figure]').evaluate((node) => getComputedStyle(node).color),
    'rgb(9, 8, 7)',
  );
  await frame.locator('[data-part=sparkline] rect').first().waitFor();
  await frame.locator('iframe[title=Own]').contentFrame().locator('b').filter({ hasText: '3' }).waitFor();
  await close();
});

test('on a page from right to left a minus stands before its number, and code is not mirrored', async () => {
  const late = {
    measures: ['network.average_delay'],
    filters: [{ member: 'network.destination', operator: 'equals', values: ['JFK'] }],
  };
  const { publicId } = await world.publish({
    reports: {
      table: { name: 'Delays', query: { ...late, dimensions: ['network.origin_city'] }, kind: 'table' },
      figure: {
        name: 'Least',
        query: { ...late, dimensions: ['network.origin_city'], order: { 'network.average_delay': 'asc' } },
        kind: 'kpi',
        spec: { blocks: [{ type: 'number', field: 'network.average_delay' }] },
      },
    },
    widgets: [
      { id: 'table', type: 'CHART', config: { report: 'table' } },
      { id: 'figure', type: 'CHART', config: { report: 'figure' } },
      { id: 'text', type: 'TEXT', config: { content: '```\n{ -5 }\n```' } },
    ],
  });
  const embed = await world.open(publicId);
  await embed.nextEvent('dashboard-loaded');
  const { frame } = embed;
  await frame.locator('html').evaluate((page) => page.setAttribute('dir', 'rtl'));
  const negative = frame.locator('td').filter({ hasText: '−' });
  const figure = frame.locator('[data-part=figure]');
  const code = frame.locator('pre');
  for (const [place, characters] of [
    [negative, '−3'],
    [figure, '−3'],
    [code, '{-5}'],
  ] as const) {
    const lefts = await place.evaluate(leftsOf, characters);
    assert.deepEqual(
      lefts,
      lefts.toSorted((one, other) => one - other),
      characters,
    );
  }
  // Numbers stay at the end of their cells, which is the left one now, and texts at the beginning.
  const [number, name] = [negative, frame.locator('td').filter({ hasText: 'Los Angeles' })];
  const [numberRoom, nameRoom] = [await number.evaluate(roomOf), await name.evaluate(roomOf)];
  assert.ok(numberRoom.left < numberRoom.right, JSON.stringify(numberRoom));
  assert.ok(nameRoom.right < nameRoom.left, JSON.stringify(nameRoom));
  await embed.close();
});

/** Where the characters of an element are drawn, in the order in which they are written. */
function leftsOf(element: Element, characters: string): number[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const lefts: number[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (let index = 0; index < (text.textContent ?? '').length; index++) {
      if (text.textContent?.[index] !== characters[lefts.length]) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      lefts.push(range.getBoundingClientRect().left);
    }
  if (lefts.length !== characters.length) throw new Error(`${element.textContent} has not ${characters}`);
  return lefts;
}

/** The room of a cell beside its text, in pixels. */
function roomOf(cell: Element): { left: number; right: number } {
  const range = document.createRange();
  // A button in it may be as wide as the cell.
  range.selectNodeContents(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() ?? cell);
  const [inner, outer] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
  return { left: inner.left - outer.left, right: outer.right - inner.right };
}

test('a table has the links of its dimensions, and truth values in the language of the page', async () => {
  const links =
    'links: [{ name: map, label: Map, url: "\'https://maps.example/?q=\' || destination" }, ' +
    '{ name: evil, label: Evil, url: "\'javascript:alert(1)\'" }, { name: page, label: Page, url: "\'https://airports.example/\' || destination" }]';
  const late = '{ name: is_late, title: Late, type: boolean, sql: "delay > 15" }';
  const one =
    "links: [{ name: home, label: Home, url: \"'https://home.example/' || origin || '/' || destination\" }]";
  await commitToModel(world.oriel.dataDir, (model) =>
    model
      .replace('    dimensions:\n', `    dimensions:\n      - ${late}\n`)
      .replace('      - name: destination\n', `      - name: destination\n        ${links}\n`)
      .replace('      - name: origin\n', `      - name: origin\n        ${one}\n`),
  );
  const { publicId } = await world.publish(
    board(
      { columnTotals: true },
      {
        measures: ['network.count'],
        dimensions: ['network.destination', 'network.origin', 'network.is_late'],
        order: { 'network.destination': 'asc', 'network.origin': 'asc', 'network.is_late': 'asc' },
      },
    ),
  );
  const { page, frame, send, close } = await world.open(publicId, {
    parameters: '&scheme=light&locale=de-DE',
  });
  const opener = frame.getByRole('button', { name: 'JFK' }).first();
  const alert = frame.getByRole('alert');
  while (!(await opener.isVisible())) {
    // A new model is looked for once a second, so the first tries may come too early.
    await opener.or(alert).first().waitFor();
    if (await alert.isVisible()) await send('refresh');
  }
  await frame.locator('tfoot').getByText('7', { exact: true }).waitFor();
  // The rows are those of the query: what links there are adds none. SFO and SEA go to one place late or not.
  assert.deepEqual(
    (await rowsIn(frame, 'tbody')).map((cells) => cells.map((text) => text.replace(' ▾', ''))),
    [
      ['JFK', 'LAX', 'Nein', '1'],
      ['JFK', 'SEA', 'Nein', '1'],
      ['LAX', 'SFO', 'Nein', '2'],
      ['SEA', 'LAX', 'Ja', '1'],
      ['SEA', 'SFO', 'Ja', '1'],
      ['SFO', 'SEA', 'Nein', '1'],
    ],
  );
  // Two airports fly to several places: their one address depends on where to, so it is none.
  assert.deepEqual(await frame.locator('tbody a:not([popover] a)').allInnerTexts(), []);
  await opener.press('Enter');
  const list = frame.getByRole('group', { name: 'Links zu JFK' }).first();
  await list.waitFor();
  assert.deepEqual(
    await list
      .locator('a')
      .evaluateAll((all) =>
        all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
      ),
    [
      ['Map', 'https://maps.example/?q=JFK', '_blank'],
      ['Page', 'https://airports.example/JFK', '_blank'],
    ],
  );
  const focused = () => list.locator('a:focus').innerText();
  assert.equal(await focused(), 'Map');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Page');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  assert.equal(await opener.evaluate((button) => document.activeElement === button), true);
  await close();
});

test('a time has links, at a day those that all of its flights share, and a link that is wrong is left out alone', async () => {
  const links =
    "links: [{ name: log, label: Log, url: \"'https://log.example/' || strftime(departure, '%Y-%m-%d')\" }, " +
    "{ name: hour, label: Hour, url: \"'https://hour.example/' || strftime(departure, '%H-%M')\" }, " +
    '{ name: broken, label: Broken, url: "\'https://broken.example/\' || no_such_column" }]';
  await commitToModel(world.oriel.dataDir, (model) =>
    model.replace('      - name: departure\n', `      - name: departure\n        ${links}\n`),
  );
  const day = { dimension: 'network.departure', granularity: 'day' };
  const { publicId } = await world.publish(
    board({}, { measures: ['network.count'], dimensions: [], timeDimensions: [day], order: {} }),
  );
  const { frame, send, close } = await world.open(publicId, { parameters: '&scheme=light' });
  const link = frame.locator('tbody a').first();
  const alert = frame.getByRole('alert');
  for (let tries = 0; tries < 60 && !(await link.isVisible()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (!(await link.isVisible())) await send('refresh');
  }
  assert.equal(await alert.count(), 0);
  const addresses = async (row: number) =>
    frame
      .locator(`tbody tr[data-index="${row}"] a`)
      .evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute('href')]));
  // Two flights at different hours.
  assert.deepEqual(await addresses(0), [['Jan 1, 2001', 'https://log.example/2001-01-01']]);
  // One flight alone.
  assert.deepEqual(await addresses(3), [
    ['Log', 'https://log.example/2001-02-01'],
    ['Hour', 'https://hour.example/08-00'],
  ]);
  await close();
});

test('a number beyond 2^53 keeps every digit, and no number or month ends in an ellipsis', async () => {
  const measure =
    '{ name: large, title: Large, type: sum, sql: "9007199254740993::hugeint", format: number_0 }';
  await commitToModel(world.oriel.dataDir, (model) =>
    model.replace('    measures:\n', `    measures:\n      - ${measure}\n`),
  );
  const { frame, send, close } = await show(
    { columnTotals: true },
    {
      measures: ['network.count', 'network.large', 'network.average_delay'],
      dimensions: [],
      timeDimensions: [{ dimension: 'network.departure', granularity: 'month' }],
      order: { 'network.departure': 'asc' },
    },
  );
  const total = frame.locator('tfoot').getByText('63,050,394,783,186,951', { exact: true });
  const alert = frame.getByRole('alert');
  while (!(await total.isVisible())) {
    // A new model is looked for once a second, so the first tries may come too early.
    await total.or(alert).waitFor();
    if (await alert.isVisible()) await send('refresh');
  }
  const cells = frame.locator('tbody td, tfoot td');
  assert.deepEqual(
    (await cells.allInnerTexts()).filter((text) => text.length > 15),
    ['54,043,195,528,445,958', '9,007,199,254,740,993', '63,050,394,783,186,951'],
  );
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  );
  assert.deepEqual(cut, []);
  await close();
});
