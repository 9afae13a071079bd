import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Board } from './support/board.ts';
import { startCommand } from './support/command.ts';
import { startEmbedWorld, type EmbedWorld } from './support/embed.ts';

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

interface Checked {
  surface: string;
  url: string;
  passed: number;
  failed: number;
  notTried: number;
  rules: { rule: string; outcome: string; detail?: string }[];
}

/** In creator mode attributes are those of the embed tenant, which has none. */
const author = { externalId: 'checker', embedTenantName: 'skyline-travel' };
const viewer = { ...author, userAttributes: [{ name: 'states', value: ['CA', 'WA'] }] };

async function check(path: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const { oriel } = world;
  const { outcome } = startCommand(oriel.dataDir, ['embed-check', `${oriel.url}${path}`, '--json', ...args], {
    ORIEL_CHROMIUM: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    ORIEL_API_KEY: oriel.apiKey ?? '',
    ...env,
  });
  const { code, stdout, stderr } = await outcome;
  assert.ok(stdout !== '', stderr);
  const checked = JSON.parse(stdout) as Checked;
  const of = (wanted: string) =>
    checked.rules.filter((one) => one.outcome === wanted).map((one) => `${one.rule}: ${one.detail}`);
  return { code, checked, failed: of('failed'), notTried: of('not tried').map((line) => line.split(':')[0]) };
}

const by = (who: object) => ['--deployment', '1', '--patience', '60', '--viewer', JSON.stringify(who)];

test('a dashboard keeps every rule of the protocol', async () => {
  const filter = 'f_network.origin={"value":["SFO"]}';
  const { code, checked, failed, notTried } = await check(`/embed/dashboard/${publicId}`, [
    ...by(viewer),
    '--filter',
    filter,
  ]);
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, ['event-download', 'event-drilldown', 'event-ai-query']);
  assert.deepEqual([code, checked.surface, checked.failed], [0, 'dashboard', 0]);
  assert.ok(checked.passed > 40, String(checked.passed));
  assert.equal(checked.url, `${world.oriel.url}/embed/dashboard/${publicId}`);
});

test('the application keeps every rule of the protocol', async () => {
  const { code, checked, failed, notTried } = await check('/embed/d/1/app', by(author));
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, ['event-ai-query']);
  assert.deepEqual([code, checked.surface], [0, 'app']);
});

test('the chat keeps every rule of the protocol', async () => {
  const { code, checked, failed, notTried } = await check('/embed/chat', by(viewer));
  assert.deepEqual(failed, []);
  assert.deepEqual(notTried, ['event-ai-query']);
  assert.deepEqual([code, checked.surface], [0, 'chat']);
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
