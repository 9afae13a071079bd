import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** The controls of an embedded dashboard. The viewer sees seven flights: San Francisco 3, Los Angeles 2, Seattle 2. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const count = {
  name: 'Flights',
  query: { measures: ['network.count'] },
  kind: 'kpi',
  spec: { blocks: [{ type: 'number', field: 'network.count' }] },
} as const;

const filter = (id: string, member: string, config: object = {}) => ({
  id,
  type: 'FILTER' as const,
  position: { x: 0, y: 0, w: 4, h: 3 },
  config: { member: `network.${member}`, label: id, ...config },
});

const board = (...widgets: Board['widgets'][number][]): Board => ({
  reports: { count },
  widgets: [...widgets, { id: 'count', type: 'CHART', config: { report: 'count' } }],
});

const figure = (frame: FrameLocator) =>
  frame.getByRole('region', { name: 'Flights' }).locator('[data-part=figure]');

/** Waits until the chart says so many flights. */
async function shows(frame: FrameLocator, flights: number): Promise<void> {
  await figure(frame).getByText(String(flights), { exact: true }).waitFor();
}

const control = (frame: FrameLocator, label: string): Locator =>
  frame.getByRole('group', { name: label, exact: true }).first();

const conditions: [label: string, condition: string, values: string[], flights: number][] = [
  ['City', 'contains', ['an'], 5],
  ['City', 'does not contain', ['an'], 2],
  ['City', 'starts with', ['S'], 5],
  ['City', 'does not start with', ['S'], 2],
  ['City', 'ends with', ['les'], 2],
  ['City', 'does not end with', ['les'], 5],
  ['City', 'has a value', [], 7],
  ['City', 'has no value', [], 0],
  ['Hour', 'more than', ['10'], 3],
  ['Hour', 'at least', ['10'], 4],
  ['Hour', 'less than', ['9'], 2],
  ['Hour', 'at most', ['9'], 3],
  ['Hour', 'between', ['9', '12'], 3],
  ['Day', 'is', ['2001-01-02'], 2],
  ['Day', 'is not', ['2001-01-02'], 5],
  ['Day', 'between', ['2001-01-02', '2001-01-03'], 4],
  ['Day', 'after', ['2001-01-02'], 3],
  ['Day', 'on or after', ['2001-01-02'], 5],
  ['Day', 'before', ['2001-01-02'], 2],
  ['Day', 'on or before', ['2001-01-02'], 4],
];

test('a filter narrows the charts by each of its conditions', async (t) => {
  const { publicId } = await world.publish(
    board(
      filter('City', 'origin_city', { operator: 'contains' }),
      filter('Hour', 'departure_hour', { operator: 'greater_than' }),
      filter('Day', 'departure', { operator: 'between' }),
    ),
  );
  for (const group of ['City', 'Hour', 'Day']) {
    const { frame, nextEvent, close } = await world.open(publicId);
    await nextEvent('dashboard-loaded');
    for (const [label, condition, values, flights] of conditions) {
      if (label !== group) continue;
      await t.test(`${label} ${condition} ${values.join(' ')}`, async () => {
        await shows(frame, 7);
        await choose(frame, label, condition, values);
        await shows(frame, flights);
        await frame.getByLabel(`Condition of ${label}`).selectOption({ label: 'has a value' });
      });
    }
    await close();
  }
});

async function choose(
  frame: FrameLocator,
  label: string,
  condition: string,
  values: readonly string[],
): Promise<void> {
  await frame.getByLabel(`Condition of ${label}`).selectOption({ label: condition });
  const inputs = control(frame, label).locator('input');
  for (const [index, value] of values.entries()) {
    await inputs.nth(index).fill(value);
    await inputs.nth(index).press(index === values.length - 1 ? 'Enter' : 'Tab');
  }
}

/** The part of the embed's own address that holds the viewer's choices. */
const choicesInAddress = (frame: FrameLocator) =>
  frame.locator('html').evaluate(() => decodeURIComponent(location.search).replace(/^\?session=\w+&?/, ''));

test('a period counts from now, by keyboard alone, and stands in the address', async () => {
  const { publicId } = await world.publish(board(filter('Day', 'departure', { operator: 'between' })));
  const { page, frame, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await shows(frame, 7);
  await frame.getByLabel('Condition of Day').selectOption({ label: 'in the period' });
  await shows(frame, 0);
  await frame.getByLabel('Day: Which').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('99');
  await page.keyboard.press('Tab');
  await page.keyboard.type('years');
  await shows(frame, 7);
  assert.equal(
    await choicesInAddress(frame),
    'f_network.departure={"value":"last 99 years","type":"between"}',
  );
  await frame.getByLabel('Day: Which').selectOption('this');
  await shows(frame, 0);
  assert.equal(await frame.getByLabel('Day: How many').count(), 0);
  await close();
});

test('an author or an address may ask for a period or a day, from the first rows on', async () => {
  const { publicId } = await world.publish(
    board(filter('Day', 'departure', { operator: 'between', value: 'from 2001-01-02 to 2001-01-03' })),
  );
  const byAuthor = await world.open(publicId);
  await shows(byAuthor.frame, 4);
  assert.equal(
    await byAuthor.frame.getByRole('textbox', { name: 'Day' }).inputValue(),
    'from 2001-01-02 to 2001-01-03',
  );
  await byAuthor.close();
  for (const [value, flights] of [
    ['{"type":"between","value":"last 99 years"}', 7],
    ['{"value":"2001-01-01"}', 2],
    ['{"type":"not_equals","value":"2001-01-01"}', 5],
  ] as const) {
    const byAddress = await world.open(publicId, {
      parameters: `&f_network.departure=${encodeURIComponent(value)}`,
    });
    await shows(byAddress.frame, flights);
    await byAddress.close();
  }
});

test('values are picked by keyboard alone, and what was picked stands in the address', async () => {
  const { publicId } = await world.publish(board(filter('City', 'origin_city')));
  const { page, frame, close } = await world.open(publicId);
  await shows(frame, 7);
  await frame.getByLabel('City: All').focus();
  await page.keyboard.press('Enter');
  await frame.getByRole('checkbox', { name: 'Seattle' }).waitFor();
  // The search has the focus.
  await page.keyboard.type('sea');
  await frame.getByRole('checkbox', { name: 'San Francisco' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await shows(frame, 2);
  await page.keyboard.press('Escape');
  const summary = frame.getByLabel('City: Seattle');
  assert.equal(await summary.evaluate((element) => element === document.activeElement), true);
  assert.equal(await choicesInAddress(frame), 'f_network.origin_city={"value":["Seattle"],"type":"equals"}');

  await page.keyboard.press('Enter');
  await frame.getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Enter');
  await shows(frame, 7);
  assert.equal(await choicesInAddress(frame), '');
  await close();
});

test('a filter for one value takes the next in place of the last', async () => {
  const { publicId } = await world.publish(board(filter('City', 'origin_city', { multiple: false })));
  const { frame, close } = await world.open(publicId);
  for (const [city, flights] of [
    ['Seattle', 2],
    ['San Francisco', 3],
  ] as const) {
    await control(frame, 'City').locator('summary').click();
    await frame.getByRole('radio', { name: city }).click();
    await shows(frame, flights);
  }
  await close();
});

test('the empty text has a name among the values', async () => {
  const { publicId } = await world.publish(board(filter('City', 'origin_city')));
  const parameters = `&f_network.origin_city=${encodeURIComponent('{"value":["","Seattle"]}')}`;
  const { frame, close } = await world.open(publicId, { parameters });
  await frame.getByLabel('City: (empty), Seattle').click();
  assert.ok(await frame.getByRole('checkbox', { name: '(empty)' }).isChecked());
  await close();
});

test('a filter of the address that no query can carry is told, and leaves the dashboard whole', async () => {
  const { publicId } = await world.publish(board(filter('City', 'origin_city')));
  const told = async (value: string) => {
    const parameters = `&f_network.origin_city=${encodeURIComponent(value)}`;
    const { frame, events, nextEvent, close } = await world.open(publicId, { parameters });
    await nextEvent('dashboard-loaded');
    const [error] = await events('error');
    const isDrawn = (await figure(frame).count()) === 1;
    await close({ expected: /400/ });
    return { context: error?.payload?.['context'], fatal: error?.payload?.['fatal'], isDrawn };
  };
  for (const value of ['{"value":"\\ud800"}', '{"value":["Seattle","\\u0000"]}'])
    assert.deepEqual(await told(value), { context: 'address', fatal: false, isDrawn: true }, value);
  const tooLong = JSON.stringify({ value: 'x'.repeat(10_001) });
  assert.deepEqual(await told(tooLong), { context: 'query', fatal: false, isDrawn: false });
});

test('filters of one view narrow the values of each other', async () => {
  const { publicId } = await world.publish(
    board(filter('State', 'origin_state'), {
      ...filter('City', 'origin_city'),
      position: { x: 4, y: 0, w: 4, h: 3 },
    }),
  );
  const { frame, close } = await world.open(publicId);
  const valuesOf = async (label: string) => {
    await control(frame, label).locator('summary').click();
    const values = control(frame, label).getByRole('checkbox');
    await values.first().waitFor();
    const names = await values.locator('..').allInnerTexts();
    await control(frame, label).locator('summary').click();
    return names.map((name) => name.trim());
  };
  assert.deepEqual(await valuesOf('City'), ['Los Angeles', 'San Francisco', 'Seattle']);
  await control(frame, 'State').locator('summary').click();
  await frame.getByRole('checkbox', { name: 'WA' }).click();
  await shows(frame, 2);
  await control(frame, 'City').locator('summary').click();
  await frame.getByRole('checkbox', { name: 'San Francisco' }).waitFor({ state: 'detached' });
  await control(frame, 'City').locator('summary').click();
  assert.deepEqual(await valuesOf('City'), ['Seattle']);
  assert.deepEqual(await valuesOf('State'), ['CA', 'WA'], 'a filter does not narrow itself');
  await close();
});

test("a filter starts from the viewer's attribute; the address outranks it", async () => {
  const { publicId } = await world.publish(
    board(filter('To state', 'destination_state', { userAttribute: 'states', value: 'NY' })),
  );
  const session = { userAttributes: [{ name: 'states', value: ['CA'] }] };
  const byAttribute = await world.open(publicId, { session });
  await shows(byAttribute.frame, 2);
  await byAttribute.frame.getByLabel('To state: CA').waitFor();
  assert.equal(await choicesInAddress(byAttribute.frame), '');
  await byAttribute.close();
  const parameters = `&f_network.destination_state=${encodeURIComponent('{"value":"WA"}')}`;
  const byAddress = await world.open(publicId, { session, parameters });
  await byAddress.frame.getByLabel('To state: WA').waitFor();
  await shows(byAddress.frame, 2);
  await byAddress.close();
});

test('a locked filter is shown and cannot be changed, a hidden one acts unseen', async () => {
  const { publicId } = await world.publish(
    board(
      filter('Locked', 'origin_state', { value: 'CA', visibility: 'disabled' }),
      filter('Unseen', 'origin_city', { value: 'San Francisco', visibility: 'hidden' }),
    ),
  );
  const parameters = `&f_network.origin_state=${encodeURIComponent('{"value":"WA"}')}`;
  const { frame, send, nextEvent, close } = await world.open(publicId, { parameters });
  await shows(frame, 3);
  assert.equal(await frame.getByRole('group', { name: 'Locked' }).locator('summary').count(), 0);
  assert.equal(await frame.getByText('Unseen').count(), 0);
  await send('set-filter', { filterUrlParameter: `f_network.origin_state={"value":"WA"}` });
  await send('set-locale', { locale: 'not a language' });
  await nextEvent('error');
  await shows(frame, 3);
  await close();
});

test('a granularity cuts the charts anew, and back to their own', async () => {
  const byDay = {
    name: 'By day',
    query: {
      measures: ['network.count'],
      timeDimensions: [{ dimension: 'network.departure', granularity: 'day' }],
    },
    kind: 'table',
  } as const;
  const { publicId } = await world.publish({
    reports: { byDay },
    widgets: [
      {
        id: 'grain',
        type: 'TIME_GRAIN',
        position: { x: 0, y: 0, w: 4, h: 3 },
        config: { member: 'network.departure', label: 'Time by', granularities: ['day', 'month'] },
      },
      { id: 'table', type: 'CHART', config: { report: 'byDay' } },
    ],
  });
  const { frame, close } = await world.open(publicId);
  const rows = frame.getByRole('region', { name: 'By day' }).getByRole('region', { name: /rows/ });
  await frame.getByRole('region', { name: '4 rows' }).waitFor();
  await frame.getByLabel('Time by').selectOption('Month');
  await frame.getByRole('region', { name: '2 rows' }).waitFor();
  assert.deepEqual(await rows.locator('td').allInnerTexts(), ['Jan 2001', '6', 'Feb 2001', '1']);
  assert.equal(await choicesInAddress(frame), 'tg_network.departure=month');
  await frame.getByLabel('Time by').selectOption("Each chart's own");
  await frame.getByRole('region', { name: '4 rows' }).waitFor();
  await close();
});

test('a field switcher shows another member, which the address names', async () => {
  const { publicId } = await world.publish(
    board({
      id: 'field',
      type: 'FIELD',
      position: { x: 0, y: 0, w: 4, h: 3 },
      config: {
        member: 'network.count',
        label: 'Figure',
        alternatives: [{ member: 'network.late_flights', label: 'Late flights' }],
      },
    }),
  );
  const { frame, close } = await world.open(publicId);
  await shows(frame, 7);
  await frame.getByLabel('Figure').selectOption('Late flights');
  await shows(frame, 2);
  assert.equal(await choicesInAddress(frame), 'ms_network.count=network.late_flights');
  await frame.getByLabel('Figure').selectOption({ value: 'network.count' });
  await shows(frame, 7);
  await close();
  const given = await world.open(publicId, { parameters: '&ms_network.count=network.late_flights' });
  await shows(given.frame, 2);
  await given.close();
});

test('a host sets several controls at once, and clears them', async () => {
  const { publicId } = await world.publish(
    board(filter('State', 'origin_state'), filter('Hour', 'departure_hour')),
  );
  const { frame, send, close } = await world.open(publicId);
  await shows(frame, 7);
  const state = encodeURIComponent('{"value":["CA"]}');
  const hour = encodeURIComponent('{"type":"greater_than","value":9}');
  await send('set-filter', {
    filterUrlParameter: `f_network.origin_state=${state}&f_network.departure_hour=${hour}`,
  });
  await shows(frame, 3);
  await frame.getByLabel('State: CA').waitFor();
  await send('set-filter', { filterUrlParameter: 'f_network.origin_state=&f_network.departure_hour=' });
  await shows(frame, 7);
  await close();
});
