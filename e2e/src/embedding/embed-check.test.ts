import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Board } from '../support/board.ts';
import { checkEmbed } from '../support/check-embed.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** The command that checks surfaces, on those of the product: every rule that can be tried holds. */
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

/** In creator mode attributes are those of the embed tenant, which has none. */
const author = { externalId: 'checker', embedTenantName: 'skyline-travel' };
const viewer = { ...author, userAttributes: [{ name: 'states', value: ['CA', 'WA'] }] };

const check = (path: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  checkEmbed(world.oriel, path, args, env);
const by = (who: object) => ['--deployment', '1', '--patience', '60', '--viewer', JSON.stringify(who)];

test('a dashboard keeps every rule of the protocol', async () => {
  const filter = 'f_network.origin={"value":["SFO"]}';
  const { code, checked, failed, notTried } = await check(`/embed/dashboard/${publicId}`, [
    ...by(viewer),
    '--filter',
    filter,
  ]);
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, [
    'event-download',
    'event-drilldown',
    'event-dashboard-link',
    'event-ai-query',
    'origin-refused-signed',
  ]);
  assert.deepEqual([code, checked.surface, checked.failed], [0, 'dashboard', 0]);
  assert.ok(checked.passed > 40, String(checked.passed));
  assert.equal(checked.url, `${world.oriel.url}/embed/dashboard/${publicId}`);
});

test('the application keeps every rule of the protocol', async () => {
  const { code, checked, failed, notTried } = await check('/embed/d/1/app', by(author));
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, ['event-download', 'event-ai-query', 'origin-refused-signed']);
  assert.deepEqual([code, checked.surface], [0, 'app']);
});

test('where one origin is allowed, the chat keeps every rule in its page, and every surface those before a sign-in', async () => {
  const origin = 'https://app.example.com';
  const allow = (origins: string[]) => world.client.call('updateEmbedAllowedOrigins', { body: { origins } });
  await allow([origin]);
  const { code, checked, failed, notTried } = await check('/embed/chat', [...by(viewer), '--origin', origin]);
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, ['event-ai-query']);
  assert.deepEqual([code, checked.surface, checked.mode], [0, 'chat', 'signed']);
  for (const path of [`/embed/dashboard/${publicId}`, '/embed/d/1/app', '/embed/chat']) {
    const before = await check(path, ['--origin', origin, '--patience', '60']);
    assert.deepEqual([before.failed, before.notTried, before.checked.mode], [[], [], 'private'], path);
  }
  await allow([]);
  const nobody = await check('/embed/chat', ['--patience', '60']);
  assert.deepEqual(nobody.failed, []);
  assert.deepEqual(nobody.notTried, ['sign-in', 'sign-in-first', 'sign-in-window']);
});

test('with one session in the address what needs another one is not tried, and nothing fails', async () => {
  const body = { deploymentId: 1, ...viewer };
  const { sessionId } = await world.client.call('generateSession', { body });
  const { code, checked, failed, notTried } = await check(
    `/embed/dashboard/${publicId}?session=${sessionId}&theme=x`,
    ['--patience', '60'],
  );
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried.slice(0, 2), ['set-filter', 'set-session']);
  assert.ok(notTried.includes('session-expiring'));
  assert.deepEqual([code, checked.url.includes(sessionId)], [0, false]);
});
