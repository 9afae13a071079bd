import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/browser.ts';
import { checkEmbed } from '../support/check-embed.ts';
import { startCubeHost, type CubeHost, type CubeMessage } from '../support/hosts/cube-host.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { FLIGHTS } from '../support/small-data.ts';

/** A product that was written for Cube moves over by changing its base address, where Oriel has the brand `cube`. */
let installation: Installation;
let host: CubeHost;
let publicId: string;
before(async () => {
  installation = await startInstallation({
    flights: FLIGHTS,
    env: { ORIEL_BRAND: 'cube' },
  });
  const { oriel, client } = installation;
  host = await startCubeHost({ baseUrl: oriel.url, apiKey: oriel.apiKey ?? '' });
  const { items } = await client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
  publicId = items.find(({ name }) => name === 'Punctuality')?.publishedDashboard?.publicId ?? '';
});
after(async () => {
  await host.close();
  await installation.close();
});

const log = (page: Page) => page.evaluate(() => (window as unknown as { log: CubeMessage[] }).log);

async function nextEvent(page: Page, name: string, count = 1): Promise<CubeMessage> {
  const type = `cube:event:${name}`;
  await page.waitForFunction(
    ([wanted, least]) =>
      (window as unknown as { log: CubeMessage[] }).log.filter((message) => message.type === wanted).length >=
      least,
    [type, count] as const,
  );
  const found = (await log(page)).findLast((message) => message.type === type);
  assert.ok(found);
  return found;
}

const send = (page: Page, name: string, payload: object) =>
  page.evaluate(
    ([action, fields]) =>
      (window as unknown as { send(action: string, fields: object): void }).send(action, fields),
    [name, payload] as const,
  );

test('its page hears every event under the names that it knows, and its actions are carried out', async () => {
  const { page } = await openPage(installation.browser);
  await page.goto(host.page(publicId));
  assert.deepEqual((await nextEvent(page, 'ready')).payload, {
    embedTenant: 'skyline-travel',
    deploymentId: 1,
    mode: 'signed',
    surface: 'dashboard',
    publicId,
  });
  await nextEvent(page, 'dashboard-loaded');
  const frame = page.frameLocator('#cube');
  await send(page, 'set-color-scheme', { scheme: 'dark' });
  await frame.locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
  await send(page, 'set-locale', { locale: 'de-DE' });
  await frame.locator('html[lang=de-DE]').waitFor({ state: 'attached' });
  const filterUrlParameter = 'f_network.origin_city={"value":["San Francisco"]}';
  await send(page, 'set-filter', { filterUrlParameter });
  assert.match(String((await nextEvent(page, 'filter-changed')).payload['state']), /San%20Francisco/);
  await frame.locator('[data-part=figure]').first().click();
  const drilled = (await nextEvent(page, 'drilldown')).payload;
  assert.match(String(drilled['member']), /^network\./);
  await frame.getByRole('dialog').locator('tbody tr').first().waitFor();
  await page.keyboard.press('Escape');
  await send(page, 'fly', {});
  const { payload } = await nextEvent(page, 'error');
  assert.match(String(payload['message']), /"fly" does not exist/);
  const said = await log(page);
  assert.ok(said.every((message) => message.type.startsWith('cube:event:')));
  assert.deepEqual([...new Set(said.map(({ surface }) => surface))], ['dashboard']);
  await page.context().close();
});

test('its own renewal carries the viewer over the end of a session without a reload', async () => {
  const { page } = await openPage(installation.browser);
  await page.goto(host.page(publicId));
  await nextEvent(page, 'dashboard-loaded');
  const sessionId = await page.evaluate(() => (window as unknown as { sessionId: string }).sessionId);
  await installation.client.call('revokeEmbedSession', { body: { sessionId } });
  const renewed = page.waitForResponse('**/embed/session/token');
  const answered = page.waitForResponse((answer) => answer.url().includes('load-batch') && answer.ok());
  await send(page, 'refresh', {});
  await nextEvent(page, 'session-expired');
  assert.equal((await renewed).status(), 200);
  await answered;
  assert.equal((await log(page)).filter(({ type }) => type === 'cube:event:ready').length, 1);
  await page.context().close();
});

test('around the application it hears where the viewer is, leads there, and renews its session', async () => {
  const { page } = await openPage(installation.browser);
  await page.goto(host.app());
  const { payload } = await nextEvent(page, 'ready');
  assert.deepEqual(
    [payload['surface'], payload['mode'], payload['embedTenant']],
    ['app', 'signed', 'skyline-travel'],
  );
  await nextEvent(page, 'view');
  const frame = page.frameLocator('#cube');
  await send(page, 'set-locale', { locale: 'de-DE' });
  await frame.getByRole('button', { name: 'Neuer Ordner' }).waitFor();
  await send(page, 'set-color-scheme', { scheme: 'dark' });
  await frame.locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
  const { items } = await installation.client.call('getWorkbooks', {
    params: { deploymentId: 1 },
    query: {},
  });
  const path = `/embed/d/1/app/dashboards/${items.find(({ name }) => name === 'Punctuality')?.id}`;
  await send(page, 'navigate', { path });
  const moved = await nextEvent(page, 'navigate');
  assert.deepEqual(moved.payload, { path, previousPath: '/embed/d/1/app/workspace' });
  await frame.getByText('Airports at a glance').waitFor();
  const sessionId = await page.evaluate(() => (window as unknown as { sessionId: string }).sessionId);
  await installation.client.call('revokeEmbedSession', { body: { sessionId } });
  const answered = page.waitForResponse((answer) => answer.url().includes('load-batch') && answer.ok());
  await send(page, 'refresh', {});
  await nextEvent(page, 'session-expired');
  await answered;
  const said = await log(page);
  assert.deepEqual([...new Set(said.map(({ surface }) => surface))], ['app']);
  assert.equal(said.filter(({ type }) => /:(ready|error)$/.test(type)).length, 1);
  await page.context().close();
});

test('around the chat it hears of each question, and renews its session', async () => {
  const { page } = await openPage(installation.browser);
  await page.goto(host.chat());
  assert.equal((await nextEvent(page, 'ready')).payload['surface'], 'chat');
  await nextEvent(page, 'view');
  const frame = page.frameLocator('#cube');
  await send(page, 'set-theme', { primaryColor: '#aa0011' });
  await send(page, 'set-locale', { locale: 'de-DE' });
  const ask = async (question: string) => {
    await frame.getByRole('textbox', { name: 'Ihre Frage' }).fill(question);
    await frame.getByRole('textbox', { name: 'Ihre Frage' }).press('Enter');
  };
  await ask('How many flights are there?');
  const { payload } = await nextEvent(page, 'ai-query', 2);
  assert.deepEqual([payload['query'], payload['status']], ['How many flights are there?', 'completed']);
  const sessionId = await page.evaluate(() => (window as unknown as { sessionId: string }).sessionId);
  await installation.client.call('revokeEmbedSession', { body: { sessionId } });
  await ask('And how many miles?');
  await nextEvent(page, 'session-expired');
  assert.equal((await nextEvent(page, 'ai-query', 4)).payload['status'], 'completed');
  const said = await log(page);
  assert.deepEqual([...new Set(said.map(({ surface }) => surface))], ['chat']);
  assert.equal(said.filter(({ type }) => /:(ready|error)$/.test(type)).length, 1);
  await page.context().close();
});

test('its program without a frame exchanges a session, takes a data token and asks the query API', async () => {
  const { url } = installation.oriel;
  const post = async (path: string, body: object, authorization?: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path} ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { sessionId } = (await (await fetch(`${host.origin}/session`, { method: 'POST' })).json()) as {
    sessionId: string;
  };
  const { token } = await post('/api/v1/embed/session/token', { sessionId });
  const { cubeApiToken } = await post('/api/v1/deployments/1/token', {}, `Embed-Token ${String(token)}`);
  const { data } = await post(
    '/deployments/1/cubejs-api/v1/load',
    { query: { dimensions: ['network.origin_state'], measures: ['network.count'] } },
    String(cubeApiToken),
  );
  const states = (data as Record<string, unknown>[]).map((row) => row['network.origin_state']);
  assert.deepEqual(states.toSorted(), ['CA', 'WA']);
});

test('under its names the dashboard keeps every rule of the protocol', async () => {
  const viewer = { externalId: 'checker', embedTenantName: 'skyline-travel' };
  const args = ['--brand', 'cube', '--deployment', '1', '--patience', '60'];
  const filter = 'f_network.origin_city={"value":["San Francisco"]}';
  const { code, failed, notTried } = await checkEmbed(
    installation.oriel,
    `/embed/dashboard/${publicId}`,
    args.concat('--viewer', JSON.stringify(viewer), '--filter', filter),
  );
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, [
    'event-download',
    'event-drilldown',
    'event-dashboard-link',
    'event-ai-query',
    'origin-refused-signed',
  ]);
  assert.equal(code, 0);
});
