import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page, Route } from 'playwright-core';
import type { BoardReport } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** An embedded dashboard while its server, its session or a part of its code is not there. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const cities: BoardReport = {
  name: 'Cities',
  query: { measures: ['network.count'], dimensions: ['network.origin_city'] },
  kind: 'table',
};
const bars: BoardReport = {
  ...cities,
  name: 'Bars',
  kind: 'vega',
  spec: {
    mark: 'bar',
    encoding: {
      y: { field: 'network.origin_city', type: 'nominal' },
      x: { field: 'network.count', type: 'quantitative' },
    },
  },
};
const publish = async () => {
  const widgets = ['cities', 'bars'].map((id) => ({ id, type: 'CHART' as const, config: { report: id } }));
  return (await world.publish({ reports: { cities, bars }, widgets })).publicId;
};

const banner = (frame: FrameLocator) => frame.locator('[data-part=outage]');
const alerts = (frame: FrameLocator) => frame.getByRole('alert');

test('while the server is gone one banner says so, the charts keep their rows, and all comes back by itself', async () => {
  const publicId = await publish();
  const { page, frame, send, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await page.route('**/load-batch', (route) => route.abort('connectionrefused'));
  await send('refresh');
  await banner(frame).waitFor();
  assert.match(await banner(frame).innerText(), /^The server cannot be reached\. Retrying automatically\./);
  assert.equal(await alerts(frame).count(), 1, 'no chart speaks for itself');
  assert.equal(await frame.getByRole('cell', { name: 'Seattle' }).isVisible(), true);
  for (const _again of [1, 2]) await page.waitForRequest('**/load-batch');
  assert.equal((await events('error')).length, 1, 'the host is told once');
  await page.unroute('**/load-batch');
  await banner(frame).waitFor({ state: 'detached' });
  await frame.locator('[data-part=chart][aria-busy=false]').nth(1).waitFor();
  assert.equal(await alerts(frame).count(), 0);
  await close({ expected: /Failed to load resource|ERR_CONNECTION_REFUSED/ });
});

test('a dashboard without its data model says so, to its host as well, and shows its rows when the model is back', async () => {
  const publicId = await publish();
  const params = { deploymentId: 1 };
  const branch = { branchName: 'trial' };
  await world.client.call('createBranch', { params, body: { name: 'trial' } });
  const { frame, send, nextEvent, close } = await world.open(publicId, { session: branch });
  await nextEvent('dashboard-loaded');
  await world.client.call('removeBranch', { params, query: branch });
  await send('refresh');
  await banner(frame).waitFor();
  assert.equal(
    await banner(frame).innerText(),
    'The data model of this dashboard is not there. Tell those who run it.',
  );
  const { payload } = await nextEvent('error');
  assert.match(String(payload?.['message']), /has no data model, or not the branch/);
  await world.client.call('createBranch', { params, body: { name: 'trial' } });
  await send('refresh');
  await banner(frame).waitFor({ state: 'detached' });
  assert.equal(await frame.getByRole('cell', { name: 'Seattle' }).isVisible(), true);
  await close({ expected: /Failed to load resource/ });
});

test('a try that gets no answer is no reason to wait: the next one takes its place', async () => {
  const publicId = await publish();
  const { page, frame, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  let tries = 0;
  // The first one breaks; the server takes the second one and says nothing.
  await page.route('**/load-batch', async (route) => {
    tries += 1;
    if (tries === 1) await route.abort('connectionrefused');
    if (tries > 2) await route.continue();
  });
  await send('refresh');
  await banner(frame).waitFor();
  await page.waitForRequest('**/load-batch');
  await frame.getByRole('button', { name: 'Try now' }).click();
  await banner(frame).waitFor({ state: 'detached' });
  await frame.locator('[data-part=chart][aria-busy=false]').nth(1).waitFor();
  await close({ expected: /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED/ });
});

test('a viewer may try at once', async () => {
  const publicId = await publish();
  const isGone = { value: true };
  const { page, frame, nextEvent, close } = await world.open(publicId, {
    prepare: (opened) =>
      void opened.route('**/load-batch', (route) => (isGone.value ? route.abort() : route.continue())),
  });
  await banner(frame).waitFor();
  assert.equal(await frame.getByRole('status', { name: 'Loading' }).count(), 0);
  // The surface waits for longer after each failure: after some it does not try by itself before the viewer has.
  for (let failures = 0; failures < 3; failures += 1) await page.waitForEvent('requestfailed');
  isGone.value = false;
  await frame.getByRole('button', { name: 'Try now' }).click();
  await nextEvent('dashboard-loaded');
  assert.equal(await banner(frame).count(), 0);
  await close({ expected: /Failed to load resource|ERR_FAILED/ });
});

test('a file that a proxy refuses in the place of the server says that this cannot be reached', async () => {
  const publicId = await publish();
  const { page, frame, nextEvent, close } = await world.open(publicId, { parameters: '&allowExport=true' });
  await nextEvent('dashboard-loaded');
  await page.route('**/export', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }));
  await frame.locator('[data-part=dashboard-export] summary').click();
  await frame.getByRole('button', { name: 'Download as PDF', exact: true }).click();
  const said = 'The file could not be made. The server cannot be reached.';
  await alerts(frame).filter({ hasText: said }).waitFor();
  await close({ expected: /502/ });
});

test('a session that has ended is said once, to the host as well, and is not asked again', async () => {
  const publicId = await publish();
  let tries = 0;
  const refuse = (route: Route) => {
    tries += 1;
    return route.fulfill({
      status: 401,
      json: { status: 401, code: 'unauthenticated', message: 'The token has expired' },
    });
  };
  const { page, frame, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await page.route('**/load-batch', refuse);
  await send('refresh');
  await nextEvent('session-expired');
  assert.equal(await banner(frame).innerText(), 'This view has expired. Reload the page that you came from.');
  assert.equal(await alerts(frame).count(), 1);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  assert.equal(tries, 1);
  await close({ expected: /401/ });
});

/** Holds back what draws charts, until it is let go. */
function holdChartCode(page: Page): () => void {
  const released = Promise.withResolvers<void>();
  void page.route('**/assets/charts-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test('a chart keeps its skeleton while it has rows and no drawing code', async () => {
  const publicId = await publish();
  const held: { release?: () => void } = {};
  const { frame, nextEvent, close } = await world.open(publicId, {
    prepare: (page) => void (held.release = holdChartCode(page)),
  });
  await frame.getByRole('cell', { name: 'Seattle' }).waitFor();
  const loading = frame.getByRole('region', { name: 'Bars' }).getByRole('status', { name: 'Loading' });
  assert.equal(await loading.count(), 1);
  assert.ok(((await loading.boundingBox())?.height ?? 0) > 100, 'it has the size of the chart');
  held.release?.();
  await nextEvent('dashboard-loaded');
  await loading.waitFor({ state: 'detached' });
  await close();
});
