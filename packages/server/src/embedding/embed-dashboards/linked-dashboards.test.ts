import type { Dashboard, LinkedDashboardsResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

/** What links of the model call a dashboard, and who is told where it is. */
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

async function publish(name: string, slug?: string): Promise<Dashboard> {
  const { id } = await calls.makeWorkbook(name);
  if (slug !== undefined) await calls.ok('PUT', `/workbooks/${id}`, { body: { slug } });
  return calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, {
    body: { workbookId: id, config: { widgets: [] } },
  });
}

type Caller = { key?: string; headers?: Record<string, string> };
const find = (names: readonly string[], caller: Caller = {}) =>
  world.call({
    method: 'GET',
    path: `/api/v1/deployments/${world.deploymentId}/linked-dashboards?${names
      .map((name) => `names=${encodeURIComponent(name)}`)
      .join('&')}`,
    ...caller,
  });
async function found(names: readonly string[], caller?: Caller) {
  const answer = await find(names, caller);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<LinkedDashboardsResponse>().items;
}
const viewer = async (session: Parameters<typeof openEmbedSession>[1]): Promise<Caller> => ({
  key: '',
  headers: { authorization: `Embed-Token ${await openEmbedSession(world, session)}` },
});

test('a dashboard is found by the slug of its workbook in any case, and by its public id', async () => {
  const { publicId, workbookId } = await publish('Sales board', 'sales');
  const item = (name: string) => ({ name, publicId, workbookId, title: 'Sales board' });
  assert.deepEqual(await found(['nothing', publicId, ' SALES ', 'sales', 'sales']), [
    item(publicId),
    item(' SALES '),
    item('sales'),
  ]);
  // The slug of one workbook may be the public id of another's dashboard.
  const other = await publish('Other board');
  await calls.ok('PUT', `/workbooks/${workbookId}`, { body: { slug: other.publicId } });
  assert.deepEqual(
    (await found([other.publicId.toLowerCase(), other.publicId])).map((each) => each.workbookId),
    [workbookId, workbookId],
  );
});

test('one that is no more published, and a workbook without one, are not found', async () => {
  const { workbookId } = await publish('Hidden board', 'hidden');
  assert.equal((await found(['hidden'])).length, 1);
  await calls.ok('PATCH', `/workbooks/${workbookId}/dashboard`, { body: { status: 'archived' } });
  assert.deepEqual(await found(['hidden']), []);
  const { id } = await calls.makeWorkbook('Draft');
  await calls.ok('PUT', `/workbooks/${id}`, { body: { slug: 'draft' } });
  assert.deepEqual(await found(['draft', '', ' ', '%', "' or true --"].filter(Boolean)), []);
});

test('nobody is told of a dashboard that they may not see', async () => {
  const { workbookId, publicId } = await publish('Board of few', 'few');
  const stranger = await calls.makePerson('Viewer');
  const plain = await viewer({ embedTenantName: 'north' });
  const creator = await viewer({ embedTenantName: 'north', creatorMode: true });
  const rival = await viewer({ embedTenantName: 'south', creatorMode: true });
  for (const caller of [{ key: stranger.key }, plain, creator, rival])
    assert.deepEqual(await found(['few', publicId], caller), []);
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, {
    body: { embedTenantName: 'north', action: 'read' },
  });
  // Shared, but not to be embedded: creators see it in their workspace, other viewers nowhere.
  assert.equal((await found(['few'], creator)).length, 1);
  assert.deepEqual(await found(['few'], plain), []);
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, { body: { allowEmbed: true } });
  assert.equal((await found(['few'], plain)).length, 1);
  assert.deepEqual(await found(['few'], rival), []);
  assert.deepEqual(await found(['few'], { key: stranger.key }), []);
});

test('names are at least one and at most fifty', async () => {
  assert.equal((await find([])).statusCode, 400);
  assert.equal((await find(Array.from({ length: 51 }, () => 'few'))).statusCode, 400);
  assert.equal((await find(['x'.repeat(256)])).statusCode, 400);
  assert.deepEqual(await found(['one']), []);
});
