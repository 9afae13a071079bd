import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';
import type { HeardMessage } from './support/host-page.ts';

/** A host that was written for another product, with its names on the wire: it changes its base address and nothing else. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld(undefined, { args: ['--brand', 'cube'] });
});
after(() => world.close());

const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: HeardMessage[] }).heard);
const hear = (page: Page, type: string) =>
  page.waitForFunction(
    (wanted) =>
      (window as unknown as { heard: HeardMessage[] }).heard.some((message) => message.type === wanted),
    type,
  );
const send = (page: Page, brand: string, type: string, payload: object) =>
  page.evaluate((message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'), {
    source: `${brand}-embed`,
    direction: 'action',
    type: `${brand}:action:${type}`,
    payload,
    timestamp: Date.now(),
  });

/** As a back end of such a host asks. */
async function generateSession(): Promise<string> {
  const answer = await fetch(`${world.oriel.url}/api/v1/embed/generate-session`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${world.oriel.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      deploymentId: 1,
      externalId: 'viewer',
      embedTenantName: 'skyline-travel',
      userAttributes: [{ name: 'states', value: ['CA', 'WA'] }],
    }),
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { sessionId: string }).sessionId;
}

test('the host page of another brand works by changing its base address', async () => {
  const { publicId } = await world.publish({
    reports: { all: { name: 'All', query: { measures: ['network.count'] }, kind: 'table' } },
    widgets: [{ id: 'all', type: 'CHART', config: { report: 'all' } }],
  });
  const { page, frame, close } = await world.open(publicId, { browser: { colorScheme: 'light' } });
  await hear(page, 'cube:event:dashboard-loaded');
  const [ready, ...others] = await heardBy(page);
  assert.deepEqual(
    [ready?.source, ready?.direction, ready?.type, ready?.surface],
    ['cube-embed', 'event', 'cube:event:ready', 'dashboard'],
  );
  for (const { source, type } of others) {
    assert.equal(source, 'cube-embed');
    assert.match(String(type), /^cube:event:/);
  }

  await send(page, 'svc', 'set-color-scheme', { scheme: 'light' });
  await send(page, 'cube', 'set-color-scheme', { scheme: 'dark' });
  await frame.locator('html[data-scheme=dark]').waitFor();
  await send(page, 'cube', 'set-session', { sessionId: await generateSession() });
  await send(page, 'cube', 'refresh', {});
  await frame.locator('[data-part=chart][aria-busy=false]').waitFor();
  await send(page, 'cube', 'set-color-scheme', { scheme: 'purple' });
  await hear(page, 'cube:event:error');
  const errors = (await heardBy(page)).filter(({ type }) => type === 'cube:event:error');
  assert.equal(errors.length, 1, 'the names of our own brand mean nothing here');
  await close();
});
