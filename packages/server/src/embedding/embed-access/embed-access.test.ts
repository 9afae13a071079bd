import type { EmbedAccessResponse, EmbedTenantWorkbooksListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
  for (const name of ['acme', 'beta']) await openSession(name);
});
after(() => testApp.close());

/** The token of a viewer of an embed tenant. */
async function openSession(embedTenantName: string): Promise<{ token: string; sessionId: string }> {
  const body = { deploymentId: testApp.deploymentId, embedTenantName, externalId: 'viewer' };
  const session = await testApp.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const { sessionId } = session.json() as { sessionId: string };
  const path = '/api/v1/embed/session/token';
  const exchanged = await testApp.call({ method: 'POST', path, key: '', body: { sessionId } });
  return { token: (exchanged.json() as { token: string }).token, sessionId };
}

async function publish(name: string, folderId: number | null = null) {
  const { id: workbookId } = await calls.makeWorkbook(name, folderId);
  const body = { workbookId, config: { widgets: [] } };
  const { publicId } = await calls.ok<{ publicId: string }>('POST', `/workbooks/${workbookId}/publish`, {
    body,
  });
  return { workbookId, publicId };
}

const pathOf = (workbookId: number) => `/workbooks/${workbookId}/embed-access`;
const change = (workbookId: number, body: object, key?: string) =>
  calls.ok<EmbedAccessResponse>('PUT', pathOf(workbookId), { body, ...(key !== undefined && { key }) });

const open = async (publicId: string, token: string) => {
  const headers = { authorization: `Embed-Token ${token}` };
  const path = `/api/v1/embed/dashboard/${publicId}`;
  return (await testApp.call({ method: 'GET', path, key: '', headers })).statusCode;
};

test('a workbook is shared with one tenant, then with all viewers, and with nobody again', async () => {
  const { workbookId, publicId } = await publish('Shared in turn');
  const [acme, beta] = [await openSession('acme'), await openSession('beta')];
  const seen = async () => [await open(publicId, acme.token), await open(publicId, beta.token)];
  assert.deepEqual(await calls.ok('GET', pathOf(workbookId)), {
    allowEmbed: false,
    allEmbedUsers: { enabled: false, action: 'none', groupId: null },
    tenants: [],
  });
  assert.deepEqual(await seen(), [404, 404]);
  const shared = await change(workbookId, { embedTenantName: 'ACME', action: 'read' });
  assert.deepEqual(
    shared.tenants.map(({ embedTenantName, action }) => [embedTenantName, action]),
    [['acme', 'read']],
  );
  assert.deepEqual(await seen(), [403, 404], 'signed embedding is not allowed yet');
  assert.equal((await change(workbookId, { allowEmbed: true })).allowEmbed, true);
  assert.deepEqual(await seen(), [200, 404]);
  const both = await change(workbookId, { allEmbedUsers: true, action: 'read', allowEmbed: false });
  assert.deepEqual([both.allEmbedUsers.enabled, both.allowEmbed], [true, false]);
  assert.deepEqual(await seen(), [200, 200]);
  await change(workbookId, { allEmbedUsers: true, action: 'none' });
  assert.deepEqual(await seen(), [403, 404]);
  const none = await change(workbookId, { embedTenantName: 'acme', action: 'none' });
  assert.deepEqual([none.tenants, await seen()], [[], [404, 404]]);
});

test('a change without one target and its action is refused, and so is one of nothing', async () => {
  const { workbookId } = await publish('Refused');
  for (const [body, where] of [
    [{ embedTenantName: 'acme', allEmbedUsers: true, action: 'read' }, 'allEmbedUsers'],
    [{ embedTenantName: 'acme' }, 'action'],
    [{ action: 'read' }, 'action'],
    [{ allEmbedUsers: false, action: 'none' }, 'action'],
  ] as const) {
    const refused = await calls.call('PUT', pathOf(workbookId), { body });
    assert.equal(refused.statusCode, 400);
    assert.equal(refused.json().issues[0].path, where);
  }
  await calls.refused(['PUT', pathOf(workbookId), { body: {} }], 400, 'invalid_request');
  const unknown = { embedTenantName: 'nobody', action: 'read' };
  await calls.refused(['PUT', pathOf(workbookId), { body: unknown }], 404, 'embed_tenant_not_found');
  const { id: draft } = await calls.makeWorkbook('Not published');
  const body = { embedTenantName: 'acme', action: 'read', allowEmbed: true };
  await calls.refused(['PUT', pathOf(draft), { body }], 400, 'invalid_request');
  const { tenants } = await calls.ok<EmbedAccessResponse>('GET', pathOf(draft));
  assert.deepEqual(tenants, [], 'nothing of a refused change stays');
});

test('reading it needs read access, changing it manage, signed embedding as well', async () => {
  const { workbookId } = await publish('Rights');
  const { id, key } = await calls.makePerson();
  await calls.refused(['GET', pathOf(workbookId), { key }], 404, 'workbook_not_found');
  const body = { embedTenantName: 'acme', action: 'read' };
  await calls.refused(['PUT', pathOf(workbookId), { body, key }], 404, 'workbook_not_found');
  await calls.grant('WORKBOOK', workbookId, id, 2);
  await calls.ok('GET', pathOf(workbookId), { key });
  for (const refused of [body, { allowEmbed: true }])
    await calls.refused(['PUT', pathOf(workbookId), { body: refused, key }], 403, 'forbidden');
  await testApp.database.db.updateTable('grants').set({ level: 3 }).where('subjectId', '=', id).execute();
  await change(workbookId, body, key);
  assert.equal((await change(workbookId, { allowEmbed: true }, key)).allowEmbed, true);
});

test('the workbooks of a tenant are listed by how it sees them', async () => {
  const folder = await calls.makeFolder('For beta');
  const inner = await calls.makeFolder('Inner', folder.id);
  const own = await publish('Of beta');
  const all = await publish('Of all');
  const inFolder = await publish('In a folder', inner.id);
  await publish('Of nobody');
  await change(own.workbookId, { embedTenantName: 'beta', action: 'read' });
  await change(all.workbookId, { allEmbedUsers: true, action: 'read' });
  const entries = [{ subjectType: 'EMBED_TENANT', embedTenantName: 'beta', level: 'read' }];
  await calls.ok('PUT', `/folders/${folder.id}/access`, { body: { entries } });
  const list = async (query: string) => {
    const path = `/embed-tenants/beta/workbooks?${query}`;
    return calls.ok<EmbedTenantWorkbooksListResponse>('GET', path);
  };
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
  assert.deepEqual(await ids('accessSource=tenant'), [own.workbookId]);
  assert.deepEqual(await ids('accessSource=allEmbedUsers'), [all.workbookId]);
  assert.deepEqual(await ids('accessSource=folder'), [inFolder.workbookId]);
  const union = [inFolder.workbookId, all.workbookId, own.workbookId];
  assert.deepEqual(await ids(''), union);
  const first = await list('first=2');
  const rest = await ids(`first=2&after=${encodeURIComponent(first.pageInfo.endCursor ?? '')}`);
  assert.deepEqual([...first.items.map(({ id }) => id), ...rest], union);
  await calls.refused(['GET', '/embed-tenants/nobody/workbooks'], 404, 'embed_tenant_not_found');
});
