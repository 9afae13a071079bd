import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** The life of a session in an embedded dashboard: its end is told, and another session goes on without a reload. */
let world: EmbedWorld;
let publicId: string;
before(async () => {
  world = await startEmbedWorld();
  ({ publicId } = await world.publish(board));
});
after(() => world.close());

const board: Board = {
  title: 'Origins',
  reports: {
    origins: {
      name: 'Origins',
      query: { measures: ['network.count'], dimensions: ['network.origin'] },
      kind: 'table',
    },
  },
  widgets: [
    { id: 'origin', type: 'FILTER', config: { member: 'network.origin', operator: 'equals', value: null } },
    { id: 'origins', type: 'CHART', config: { report: 'origins' } },
  ],
};

const HOUR_MS = 60 * 60 * 1000;
const viewer = {
  deploymentId: 1,
  externalId: 'viewer',
  embedTenantName: 'skyline-travel',
  userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
};
const newSession = async (fields: Record<string, unknown> = {}) =>
  (await world.client.call('generateSession', { body: { ...viewer, ...fields } })).sessionId;
/** The session that a frame was opened with. */
const sessionIn = async (frame: FrameLocator) =>
  new URL(await frame.locator('html').evaluate(() => location.href)).searchParams.get('session') ?? '';
const banner = (frame: FrameLocator) => frame.locator('[data-part=outage]');
/** Whether it is still the page that was loaded first. */
const mark = (frame: FrameLocator) =>
  frame.locator('html').evaluate((html) => html.setAttribute('data-mark', 'first'));
const isMarked = (frame: FrameLocator) => frame.locator('html[data-mark=first]').count();
const cells = (frame: FrameLocator) => frame.locator('tbody td').allInnerTexts();
/** The browser tells of every answer that refuses. */
const REFUSED = { expected: /40[13]/ };

test('the host is warned five minutes before the surface stops using the token, an hour before the token ends', async () => {
  const { page, events, nextEvent, close } = await world.open(publicId, {
    prepare: (opened) => void opened.clock.install(),
  });
  await nextEvent('dashboard-loaded');
  await page.clock.fastForward(23 * HOUR_MS - 6 * 60 * 1000);
  assert.deepEqual(await events('session-expiring'), []);
  await page.clock.fastForward(61 * 1000);
  const { payload } = await nextEvent('session-expiring');
  assert.deepEqual(Object.keys(payload ?? {}).toSorted(), ['expiresAt', 'expiresInSeconds']);
  const seconds = Number(payload?.['expiresInSeconds']);
  assert.ok(seconds > 240 && seconds <= 300, String(seconds));
  assert.deepEqual(await events('session-expired'), []);
  await page.clock.fastForward(5 * 60 * 1000);
  assert.deepEqual((await nextEvent('session-expired')).payload, {});
  await close();
});

test('a tab that slept looks at the clock when it is seen again', async () => {
  const { page, frame, nextEvent, events, close } = await world.open(publicId, {
    prepare: (opened) => void opened.clock.install(),
  });
  await nextEvent('dashboard-loaded');
  // The time has passed, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 23 * HOUR_MS + 1000);
  assert.deepEqual(await events('session-expired'), []);
  await frame.locator('html').evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await nextEvent('session-expired');
  assert.deepEqual(await events('session-expiring'), []);
  await close();
});

test('work that meets the end of the session waits, and goes on with the next one without a reload', async () => {
  const { frame, send, events, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await mark(frame);
  const all = await cells(frame);
  await world.client.call('revokeEmbedSession', { body: { sessionId: await sessionIn(frame) } });
  const filter = 'f_network.origin=' + encodeURIComponent('{"value":["SFO"]}');
  await send('set-filter', { filterUrlParameter: filter });
  await nextEvent('session-expired');
  await banner(frame).waitFor();
  assert.deepEqual(await cells(frame), all, 'what is there stays');
  await send('set-session', { sessionId: await newSession() });
  await banner(frame).waitFor({ state: 'detached' });
  await frame.getByRole('region', { name: '1 row' }).waitFor();
  assert.match((await cells(frame)).join(), /^SFO,/, 'the filter was not lost');
  await send('refresh');
  await frame.locator('[data-part=chart][aria-busy=false]').waitFor();
  assert.equal(await isMarked(frame), 1);
  assert.equal((await events('ready')).length, 1);
  assert.equal((await events('session-expired')).length, 1);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('the values of a filter that meet the end of the session wait as well, and the page says why nothing comes', async () => {
  const { frame, send, events, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await world.client.call('revokeEmbedSession', { body: { sessionId: await sessionIn(frame) } });
  await frame.getByLabel('Origin: All').click();
  await nextEvent('session-expired');
  await banner(frame).waitFor();
  assert.equal(await frame.getByText('could not be loaded').count(), 0);
  await send('set-session', { sessionId: await newSession() });
  await frame.getByRole('checkbox', { name: 'SFO' }).waitFor();
  assert.equal(await banner(frame).count(), 0);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('an export that meets the end of the session is there once the next one has come', async () => {
  const { page, frame, send, events, nextEvent, close } = await world.open(publicId, {
    parameters: '&allowExport=true',
  });
  await nextEvent('dashboard-loaded');
  await world.client.call('revokeEmbedSession', { body: { sessionId: await sessionIn(frame) } });
  const download = page.waitForEvent('download');
  await frame.getByLabel('Options of Origins').click();
  await frame.getByRole('button', { name: 'Download as CSV' }).click();
  await nextEvent('session-expired');
  await banner(frame).waitFor();
  await frame
    .getByRole('status')
    .filter({ hasText: 'This view has expired. The file is made once it goes on.' })
    .waitFor();
  await send('set-session', { sessionId: await newSession() });
  assert.equal((await download).suggestedFilename(), 'Origins.csv');
  assert.equal((await nextEvent('download')).payload?.['complete'], true);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('rows behind a number that meet the end of the session say so in their dialog, and come with the next one', async () => {
  const { frame, send, events, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await world.client.call('revokeEmbedSession', { body: { sessionId: await sessionIn(frame) } });
  await frame.locator('tbody').getByRole('button').first().click();
  const dialog = frame.getByRole('dialog', { name: 'Details of Flights' });
  await nextEvent('session-expired');
  await dialog.getByRole('alert').filter({ hasText: 'This view has expired.' }).waitFor();
  assert.equal(await dialog.getByText('could not be loaded').count(), 0);
  await send('set-session', { sessionId: await newSession() });
  await dialog.getByRole('columnheader', { name: 'Departure' }).waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0);
  assert.deepEqual(await events('error'), []);
  await close(REFUSED);
});

test('a session that comes in time goes on silently, and its end is told anew', async () => {
  const { page, frame, send, events, nextEvent, close } = await world.open(publicId, {
    prepare: (opened) => void opened.clock.install(),
  });
  await nextEvent('dashboard-loaded');
  const old = await sessionIn(frame);
  const asked = page.waitForResponse('**/embed/session/token');
  await send('set-session', { sessionId: await newSession() });
  assert.equal((await asked).status(), 200);
  await world.client.call('revokeEmbedSession', { body: { sessionId: old } });
  const answered = page.waitForResponse('**/load-batch');
  await send('refresh');
  assert.equal((await answered).status(), 200);
  await page.clock.fastForward(23 * HOUR_MS + 5000);
  await nextEvent('session-expired');
  assert.equal((await events('ready')).length, 1);
  assert.deepEqual(await events('error'), []);
  await close();
});

test('a session of another viewer, an unknown one and a used one are refused, and the surface goes on', async () => {
  const { page, frame, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const refused: [sessionId: string, words: RegExp][] = [
    [await newSession({ externalId: 'another' }), /of another viewer: its externalId is not the same/],
    [
      await newSession({ embedTenantName: 'another-tenant', userAttributes: [] }),
      /its embedTenantName is not/,
    ],
    [await newSession({ creatorMode: true, userAttributes: [] }), /its creatorMode is not/],
    ['0'.repeat(32), /unknown, used or expired/],
    [await sessionIn(frame), /unknown, used or expired/],
  ];
  for (const [index, [sessionId, words]] of refused.entries()) {
    await send('set-session', { sessionId });
    const { payload } = await nextEvent('error', index + 1);
    assert.match(String(payload?.['message']), words);
    assert.deepEqual([payload?.['context'], payload?.['fatal']], ['action', false]);
  }
  const answered = page.waitForResponse('**/load-batch');
  await send('refresh');
  assert.equal((await answered).status(), 200);
  await close(REFUSED);
});
