import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Board } from './support/board.ts';
import { adminPassword, fillSignIn } from './support/console.ts';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';
import { openEmbedded } from './support/embedded-page.ts';

/** Dashboards without a session: seen by users of the account who are signed in, as themselves. */
let world: EmbedWorld;
/** Oriel on the site of the host page: sites are compared without ports. */
let base: string;
before(async () => {
  world = await startEmbedWorld();
  const address = new URL(world.oriel.url);
  address.hostname = new URL(world.host.origin).hostname;
  base = address.origin;
  await world.client.call('updateEmbedAllowedOrigins', { body: { origins: [world.host.origin] } });
});
after(() => world.close());

const board: Board = {
  reports: {
    all: { name: 'All', query: { measures: ['network.count'] }, kind: 'table' },
  },
  widgets: [{ id: 'all', type: 'CHART', config: { report: 'all' } }],
};
/** The browser tells of every answer that refuses. */
const REFUSED = { expected: /40[13]/ };

test('a user signs in beside the frame and sees the dashboard with rights of their own, until they sign out', async () => {
  const { publicId } = await world.publish(board);
  await world.client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: false } });
  const embedded = await openEmbedded(world.browser, world.host, `${base}/embed/dashboard/${publicId}`, {});
  const { page, frame, events, nextEvent } = embedded;
  await frame.getByText('Sign in to see this dashboard.').waitFor();
  assert.equal(await frame.getByRole('link', { name: 'Sign in' }).getAttribute('target'), '_blank');
  assert.deepEqual(await events('ready'), []);

  const console = await page.context().newPage();
  await console.goto(`${base}/sign-in`);
  await fillSignIn(console, adminPassword(world.oriel));
  await console.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  // The frame looks again by itself where the browser tells it that it is seen once more.
  await Promise.any([frame.getByRole('button', { name: 'Try again' }).click(), nextEvent('ready')]);
  const ready = await nextEvent('ready');
  assert.deepEqual([ready.payload?.['mode'], ready.payload?.['embedTenant']], ['private', null]);
  await nextEvent('dashboard-loaded');
  assert.deepEqual(await events('error'), []);
  // The administrator sees the flights of all states, where a viewer of the session's tenant sees those of two.
  await frame.locator('tbody tr').first().waitFor();

  const status = await console.evaluate(
    async () => (await fetch('/api/v1/sign-out', { method: 'POST' })).status,
  );
  assert.ok(status < 300, String(status));
  await embedded.send('refresh');
  await nextEvent('session-expired');
  await embedded.close(REFUSED);
});

test('another site gets no sign-in, and is offered a window of its own', async () => {
  const { publicId } = await world.publish(board);
  const foreign = new URL(base);
  foreign.hostname = foreign.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const path = `/embed/dashboard/${publicId}`;
  const embedded = await openEmbedded(world.browser, world.host, foreign.origin + path, {});
  const { page, frame, events } = embedded;
  const console = await page.context().newPage();
  await console.goto(`${foreign.origin}/sign-in`);
  await fillSignIn(console, adminPassword(world.oriel));
  await console.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  await frame.getByRole('button', { name: 'Try again' }).click();
  const link = frame.getByRole('link', { name: 'Open in a window of its own' });
  assert.equal(await link.getAttribute('href'), path);
  assert.deepEqual(await events('ready'), []);
  await console.goto(foreign.origin + path);
  await console.locator('tbody tr').first().waitFor();
  await embedded.close(REFUSED);
});
