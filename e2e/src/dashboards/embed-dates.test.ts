import { coded } from '@oriel/embed';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { seriousFindings } from '../support/browsers/accessibility.ts';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** Filters of dates. The viewer sees two flights on each of January 1, 2 and 3, 2001, and one on February 1. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const board = (config: object = {}): Board => ({
  reports: {
    count: {
      name: 'Flights',
      query: { measures: ['network.count'] },
      kind: 'kpi',
      spec: { blocks: [{ type: 'number', field: 'network.count' }] },
    },
  },
  widgets: [
    {
      id: 'day',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 4, h: 3 },
      config: { member: 'network.departure', label: 'Day', operator: 'between', ...config },
    },
    { id: 'count', type: 'CHART', config: { report: 'count' } },
  ],
});

async function open(config: object = {}, parameters = '') {
  const { publicId } = await world.publish(board(config));
  const opened = await world.open(publicId, { parameters });
  await opened.nextEvent('dashboard-loaded');
  await opened.frame.getByRole('option', { name: 'on or after' }).waitFor({ state: 'attached' });
  return opened;
}

/** Waits until the chart says so many flights. */
async function shows(frame: FrameLocator, flights: number): Promise<void> {
  await frame.locator('[data-part=figure]').getByText(String(flights), { exact: true }).waitFor();
}

const from = (frame: FrameLocator) => frame.getByLabel('Day: From', { exact: true });
const to = (frame: FrameLocator) => frame.getByLabel('Day: to', { exact: true });
const choicesInAddress = (frame: FrameLocator) =>
  frame.locator('html').evaluate(() => decodeURIComponent(location.search).replace(/^\?session=\w+&?/, ''));

test('either end may be left open, and clearing one leaves the other where it is', async () => {
  const { frame, close } = await open();
  await shows(frame, 7);
  await from(frame).fill('2001-01-03');
  await shows(frame, 3);
  assert.equal(await to(frame).inputValue(), '');
  assert.equal(
    await choicesInAddress(frame),
    'f_network.departure={"value":["2001-01-03",""],"type":"between"}',
  );
  await to(frame).fill('2001-01-31');
  await shows(frame, 2);
  await from(frame).fill('');
  await shows(frame, 6);
  assert.deepEqual([await from(frame).inputValue(), await to(frame).inputValue()], ['', '01/31/2001']);
  await frame.getByRole('button', { name: 'Clear Day' }).click();
  await shows(frame, 7);
  assert.equal(await choicesInAddress(frame), '');
  await close();
});

test('reversed dates are told at the field and set nothing', async () => {
  const { frame, close } = await open();
  await from(frame).fill('2001-01-02');
  await shows(frame, 5);
  await to(frame).fill('2001-01-01');
  assert.equal(await frame.getByRole('alert').innerText(), 'The start lies after the end');
  assert.equal(await to(frame).getAttribute('aria-invalid'), 'true');
  await shows(frame, 5);
  assert.equal(
    await choicesInAddress(frame),
    'f_network.departure={"value":["2001-01-02",""],"type":"between"}',
  );
  await to(frame).fill('2001-01-02');
  await shows(frame, 2);
  assert.equal(await frame.getByRole('alert').count(), 0);
  await to(frame).fill('2000-12-31');
  await frame.getByRole('button', { name: 'Reset Day' }).click();
  await shows(frame, 7);
  assert.deepEqual([await from(frame).inputValue(), await to(frame).inputValue()], ['', '']);
  await close();
});

test('reset takes a choice back to what the author set', async () => {
  const { frame, close } = await open({ value: ['2001-01-01', '2001-01-31'] });
  await shows(frame, 6);
  assert.equal(await frame.getByRole('button', { name: 'Reset Day' }).count(), 0);
  await from(frame).fill('2001-01-03');
  await shows(frame, 2);
  await frame.getByRole('button', { name: 'Reset Day' }).click();
  await shows(frame, 6);
  assert.equal(await from(frame).inputValue(), '01/01/2001');
  assert.equal(await choicesInAddress(frame), '');
  await close();
});

test('dates are typed and chosen as the page’s language writes them', async () => {
  const { publicId } = await world.publish(board());
  const { frame, page, nextEvent, close } = await world.open(publicId, { parameters: '&locale=de-DE' });
  await nextEvent('dashboard-loaded');
  const start = frame.getByRole('textbox', { name: 'Day: Von' });
  // It is a text until the page knows that the member is a time.
  await frame.getByPlaceholder('TT.MM.JJJJ').first().waitFor();
  await start.pressSequentially('3.1.2001');
  await shows(frame, 3);
  assert.equal(await start.inputValue(), '03.01.2001');
  await frame.locator('summary[aria-label="Day: Von: Datum wählen"]').press('Enter');
  const chosen = frame.getByRole('button', { name: /Mittwoch, 3. Januar 2001/ });
  await chosen.waitFor();
  const surface = page.frames().find((each) => each.parentFrame() !== null);
  assert.ok(surface);
  assert.deepEqual(await seriousFindings(surface, 'a calendar'), []);
  await chosen.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await shows(frame, 5);
  assert.equal(await start.inputValue(), '02.01.2001');
  assert.equal(await chosen.count(), 0);
  await start.fill('31.2.2001');
  await start.blur();
  assert.equal(
    await frame.getByRole('alert').innerText(),
    '„31.2.2001“ ist kein Datum. Schreiben Sie es so: TT.MM.JJJJ',
  );
  await shows(frame, 5);
  await start.fill('2001-02-01');
  await shows(frame, 1);
  assert.equal(await frame.getByRole('alert').count(), 0);
  await close();
});

test('a period is chosen from a menu by keyboard alone, and leads back to all', async () => {
  const { page, frame, close } = await open();
  const choose = async (name: string) => {
    await frame.getByLabel('Periods of Day').focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await shows(frame, 7);
  for (const [name, value] of [
    ['Last 30 days', '"last 30 days"'],
    ['This quarter', '"this quarter"'],
    ['Year to date', '["this year","today"]'],
  ] as const) {
    await choose(name);
    await shows(frame, 0);
    assert.equal(await choicesInAddress(frame), `f_network.departure={"value":${value},"type":"between"}`);
  }
  assert.equal(await frame.getByRole('status').filter({ hasText: 'Year to date' }).count(), 1);
  await choose('All');
  await shows(frame, 7);
  await close();
});

test('a year that is being typed asks for nothing until it is whole', async () => {
  const asked: string[] = [];
  const { page, frame, close } = await open({ value: ['2001-01-02', ''] });
  await shows(frame, 5);
  page.on(
    'request',
    (request) => request.url().endsWith('/load-batch') && asked.push(request.postData() ?? ''),
  );
  await from(frame).selectText();
  await page.keyboard.type('01/03/2001');
  await shows(frame, 3);
  assert.deepEqual(
    asked.filter((body) => /"000\d|"00\d\d|"0\d{3}/.test(body)),
    [],
  );
  await close();
});

test('a date that is changed in its middle counts when the viewer has finished', async () => {
  const { page, frame, close } = await open({ value: ['2001-01-12', ''] });
  await shows(frame, 1);
  await from(frame).focus();
  await from(frame).evaluate((input) => (input as HTMLInputElement).setSelectionRange(4, 5));
  await page.keyboard.press('Backspace');
  assert.equal(await from(frame).inputValue(), '01/1/2001');
  assert.equal(await choicesInAddress(frame), '');
  await page.keyboard.press('Enter');
  await shows(frame, 7);
  assert.equal(await from(frame).inputValue(), '01/01/2001');
  await close();
});

test('a time in the settings of a filter is shown, and leaving it changes and tells nothing', async () => {
  const { frame, close } = await open({ value: ['2001-01-02T00:00:00', ''] });
  await shows(frame, 5);
  await from(frame).focus();
  await from(frame).blur();
  assert.equal(await from(frame).inputValue(), '2001-01-02T00:00:00');
  assert.equal(await frame.getByRole('alert').count(), 0);
  assert.equal(await choicesInAddress(frame), '');
  await close();
});

test('days are those of the zone of the dashboard', async () => {
  // 23:30 on January 1 in UTC is 0:30 on January 2 in Berlin.
  const { frame, close } = await open({ value: ['2001-01-02', '2001-01-02'] }, '&timezone=Europe/Berlin');
  await shows(frame, 3);
  await close();
});

test('the calendar’s today is that of the zone of the dashboard', async () => {
  // 25 hours apart: never the same day.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { frame, close } = await open({}, `&timezone=${zone}`);
    const today = () => new Date().toLocaleDateString('en-CA', { timeZone: zone });
    const before = today();
    await frame.locator('summary[aria-label*="Day: From"]').click();
    const marked = await frame.locator('[data-today="true"]').first().getAttribute('data-day');
    assert.ok(marked === before || marked === today(), `${marked} is ${before} in ${zone}`);
    await close();
  }
});

test('a reversed range in the address is told to the host and sets nothing', async () => {
  const value = encodeURIComponent('{"type":"between","value":["2001-02-01","2001-01-01"]}');
  const { frame, nextEvent, close } = await open({}, `&f_network.departure=${value}`);
  await shows(frame, 7);
  const { payload } = await nextEvent('error');
  assert.deepEqual(payload, {
    message: 'The parameter f_network.departure has a start after its end',
    name: 'EmbedAddressError',
    context: 'address',
    fatal: false,
    ...coded('address_unusable'),
  });
  await close();
});
