import { coded } from '@oriel/embed';
import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Board } from '../support/board.ts';
import { openConsole } from '../support/console.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** Zones and languages of a session and an account, and the formats of a report. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

/** In Tokyo the seven flights leave on five days, in UTC on four. */
const days: Board = {
  reports: {
    days: {
      name: 'Days',
      query: {
        measures: ['network.count'],
        timeDimensions: [{ dimension: 'network.departure', granularity: 'day' }],
      },
      kind: 'table',
    },
  },
  widgets: [{ id: 'days', type: 'CHART', config: { report: 'days' } }],
};
const TOKYO = { settings: { timezone: 'Asia/Tokyo' } };

test("a session's zone holds, the address goes before it, and a zone that is none is told and skipped", async () => {
  const { publicId } = await world.publish(days);
  const rowsOf = async (parameters: string, session: object) => {
    const { frame, events, nextEvent, close } = await world.open(publicId, {
      parameters,
      session: { ...session },
    });
    await nextEvent('dashboard-loaded');
    const rows = await frame.locator('tbody tr').count();
    const errors = await events('error');
    await close();
    return { rows, errors: errors.map(({ payload }) => payload) };
  };
  assert.deepEqual(await rowsOf('', {}), { rows: 4, errors: [] });
  assert.deepEqual(await rowsOf('', TOKYO), { rows: 5, errors: [] });
  assert.deepEqual(await rowsOf('&timezone=UTC', TOKYO), { rows: 4, errors: [] });
  for (const zone of ['+02:00', 'Mars/Olympus'])
    assert.deepEqual(await rowsOf(`&timezone=${encodeURIComponent(zone)}`, TOKYO), {
      rows: 5,
      errors: [
        {
          message: `timezone must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(zone)}`,
          name: 'EmbedAddressError',
          context: 'address',
          fatal: false,
          ...coded('address_unusable'),
        },
      ],
    });
});

/** What the account has set of its clients' settings; no operation sets it. */
const setAccount = (settings: object) =>
  withInstalledDatabase(world.oriel.dataDir, (db) =>
    db
      .updateTable('tenants')
      .set({ appConfig: JSON.stringify(settings) })
      .execute(),
  );

test("the account's zone holds while its time zones are switched on, after the dashboard's own", async () => {
  for (const [enabled, settings, rows] of [
    [true, {}, 5],
    [true, { timezone: 'UTC' }, 4],
    [true, { timezone: 'viewer' }, 5],
    [false, {}, 4],
    [false, { timezone: 'Asia/Tokyo' }, 4],
  ] as const) {
    const { publicId } = await world.publish({ ...days, settings });
    const timezoneSettings = { enabled, timezone: 'Asia/Tokyo', allowUserOverride: true };
    await setAccount({ timezoneSettings });
    const { frame, nextEvent, close } = await world.open(publicId);
    await nextEvent('dashboard-loaded');
    assert.equal(await frame.locator('tbody tr').count(), rows);
    await close();
  }
  await setAccount({});
});

test("a session's language is the page's, unless the address names another", async () => {
  const { publicId } = await world.publish(days);
  const session = { settings: { locale: 'de-DE' } };
  const german = await world.open(publicId, { session });
  await german.frame.getByRole('cell', { name: '01.01.2001' }).waitFor();
  await german.close();
  const british = await world.open(publicId, { session, parameters: '&locale=en-GB' });
  await british.frame.getByRole('cell', { name: '1 Jan 2001' }).waitFor();
  await british.close();
});

test('texts are those of the first language that is shipped, and the host is told of another', async () => {
  const query = { measures: ['network.count'], dimensions: ['network.origin_state'] };
  const encoding = {
    y: { field: 'network.origin_state', type: 'nominal' },
    x: { field: 'network.count', type: 'quantitative' },
  };
  const { publicId } = await world.publish({
    reports: { bars: { name: 'Bars', kind: 'vega', query, spec: { mark: 'bar', encoding } } },
    widgets: [
      { id: 'time', type: 'FILTER', config: { view: 'network', dimension: 'departure', label: 'When' } },
      { id: 'bars', type: 'CHART', config: { report: 'bars' } },
    ],
  });
  const { frame, send, events, nextEvent, close } = await world.open(publicId, {
    session: { settings: { locale: 'tlh' } },
    parameters: '&locale=de-AT',
  });
  const language = () => frame.locator('html').getAttribute('lang');
  const labelled = (name: string) => frame.getByLabel(name, { exact: true }).waitFor();
  await labelled('Optionen von Bars');
  assert.equal(await language(), 'de-DE');
  await nextEvent('dashboard-loaded');
  await send('set-locale', { locale: 'ja' });
  await labelled('Bars のオプション');
  assert.equal(await language(), 'ja-JP');
  await send('set-locale', { locale: 'tlh' });
  await nextEvent('error');
  await labelled('Bars のオプション');
  const told = (await events('error')).map(({ payload }) => payload);
  assert.deepEqual(
    told.map((payload) => (payload as { context: string }).context),
    ['session', 'action'],
  );
  for (const payload of told)
    assert.match(
      (payload as { message: string }).message,
      /locale must be a language of en-US, .*, not "tlh"$/,
    );
  await close();
});

test("a report's column formats reach its table, its figures and its axes", async () => {
  const preferences = { columnFormats: { 'network.total_distance': { type: 'currency', decimalPlaces: 1 } } };
  const query = { measures: ['network.total_distance'], dimensions: ['network.origin_state'] };
  const measure = { field: 'network.total_distance', type: 'quantitative' };
  const encoding = { y: { field: 'network.origin_state', type: 'nominal' }, x: measure };
  const common = { query, preferences };
  const { publicId, reportSnapshots } = await world.publish({
    reports: {
      table: { ...common, name: 'Table', kind: 'table' },
      figure: {
        ...common,
        name: 'Figure',
        kind: 'kpi',
        spec: { blocks: [{ type: 'number', field: measure.field, format: '.0f' }] },
      },
      bars: { ...common, name: 'Bars', kind: 'vega', spec: { mark: 'bar', encoding } },
    },
    widgets: ['table', 'figure', 'bars'].map((id) => ({ id, type: 'CHART', config: { report: id } })),
  });
  const { page, frame, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await frame.getByRole('cell', { name: '$4,300.0' }).waitFor();
  assert.match(await frame.locator('[data-part=figure]').innerText(), /^\$\d,\d00\.0$/);
  const bars = frame.locator('canvas');
  await bars.scrollIntoViewIfNeeded();
  const box = await bars.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 4);
  assert.match(await frame.locator('[data-part=tooltip]').innerText(), /\$4,300\.0/);
  await close();

  const tableId = reportSnapshots.find(({ name }) => name === 'Table')?.reportId;
  const { page: report } = await openConsole(world.browser, world.oriel, `/reports/${tableId}`);
  await report.getByRole('cell', { name: '$4,300.0' }).waitFor();
  await report.context().close();
});
