import type { Dashboard, Workbook, WorkspaceConnectionResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Principal } from '../../access/principal.ts';
import { createCredentialStore } from '../../identity/credentials/credential-store.ts';
import { toUserPrincipal } from '../../identity/credentials/user-credentials.ts';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { DownloadPermit } from '../download-permit.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const open = (id: number, key?: string) => calls.ok<Workbook>('GET', `/workbooks/${id}`, as(key));
const publish = (workbookId: number, key?: string) =>
  calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, config: { widgets: [] } },
    ...as(key),
  });

test('a favourite is of one user and one kind', async () => {
  const person = await calls.makePerson();
  const { id } = await calls.makeWorkbook('Marked', null, person.key);
  await world.database.pool.query(
    "insert into workspace_favorites (user_id, resource_type, resource_id) values ($1, 'WORKBOOK', $2), ($1, 'REPORT', $2 + 1)",
    [person.id, id],
  );
  const { id: other } = await calls.makeWorkbook('Not marked', null, person.key);
  assert.equal((await open(id, person.key)).isFavorite, true);
  assert.equal((await open(other, person.key)).isFavorite, false);
  assert.equal((await open(id)).isFavorite, false);
  const { items } = await calls.ok<WorkspaceConnectionResponse>('GET', '/workspace', { key: person.key });
  assert.deepEqual(
    items.map((item) => [item.name, item.isFavorite]),
    [
      ['Marked', true],
      ['Not marked', false],
    ],
  );
});

test('a dashboard comes from a shared workspace for who sees it by a share alone', async () => {
  const [owner, guest] = [await calls.makePerson(), await calls.makePerson('Viewer')];
  const { id: folderId } = await calls.makeFolder('Of the owner', null, owner.key);
  const { id } = await calls.makeWorkbook('In the folder', folderId);
  const { publicId } = await publish(id);
  await calls.grant('WORKBOOK', id, guest.id, 1);
  const seenBy = async (key?: string) => {
    const { publishedDashboard } = await open(id, key);
    const answer = await world.call({
      method: 'GET',
      path: `/api/v1/embed/dashboard/${publicId}`,
      ...as(key),
    });
    assert.equal(answer.json<Dashboard>().fromSharedWorkspace, publishedDashboard?.fromSharedWorkspace);
    return publishedDashboard?.fromSharedWorkspace;
  };
  assert.deepEqual(await Promise.all([seenBy(), seenBy(owner.key), seenBy(guest.key)]), [false, false, true]);
});

test('downloads are locked by the dashboard and by the account', async () => {
  const { id } = await calls.makeWorkbook('Locked');
  assert.equal((await publish(id)).restrictDataDownload, false);
  const isLocked = async (statement: string) => {
    await world.database.pool.query(statement);
    return (await open(id)).publishedDashboard?.restrictDataDownload;
  };
  const lock = (isOn: boolean) =>
    isLocked(`update dashboards set restrict_data_download = ${isOn} where workbook_id = ${id}`);
  const lockAll = (isOn: boolean) =>
    isLocked(`update tenants set app_config = app_config || '{"restrictDataDownload": ${isOn}}'`);
  assert.deepEqual(
    [await lock(true), await lock(false), await lockAll(true), await lockAll(false)],
    [true, false, true, false],
  );
});

test('who may not download gets no permit, and nothing else is one', async () => {
  const { id } = await calls.makeWorkbook('Permits');
  const { publicId } = await publish(id);
  const { db, pool } = world.database;
  const { tenantId, adminId: userId } = world;
  const row = await createCredentialStore(world.database).findHolder({ tenantId, userId });
  assert.ok(row);
  const admin = toUserPrincipal(row, 'console-session');
  const { dashboardId, viewer } = await DownloadPermit.of(db, admin, publicId);
  assert.deepEqual([typeof dashboardId, viewer], ['number', admin]);
  const refused = (who: Principal, code: string) =>
    assert.rejects(DownloadPermit.of(db, who, publicId), { code });
  await refused({ ...admin, rights: { ...admin.rights, permissions: new Set(['AIBIView']) } }, 'forbidden');
  await refused({ ...admin, tenantId: await world.build.tenant() }, 'dashboard_not_found');
  await pool.query('update dashboards set restrict_data_download = true where id = $1', [dashboardId]);
  await refused(admin, 'forbidden');
  // @ts-expect-error: an object of the same form is none.
  const forged: DownloadPermit = { viewer: admin, dashboardId };
  assert.ok(!(forged instanceof DownloadPermit));
});

test('downloads are locked by an embed session, and by the account whatever the session says', async () => {
  const { id } = await calls.makeWorkbook('Exports');
  const { publicId } = await publish(id);
  const { db } = world.database;
  const grant = { deploymentId: world.deploymentId, resourceType: 'WORKBOOK', resourceId: id, level: 1 };
  await db
    .insertInto('grants')
    .values({ ...grant, subjectType: 'ALL_EMBED_USERS', subjectId: 0 })
    .execute();
  const seenIn = async (settings?: object) => {
    const body = {
      deploymentId: world.deploymentId,
      externalId: 'viewer',
      embedTenantName: 'customer',
      settings,
    };
    const session = await world.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
    const path = '/api/v1/embed/session/token';
    const exchanged = await world.call({ method: 'POST', path, key: '', body: session.json() });
    const { token } = exchanged.json() as { token: string };
    const headers = { authorization: `Embed-Token ${token}` };
    const answer = await world.call({
      method: 'GET',
      path: `/api/v1/embed/dashboard/${publicId}`,
      key: '',
      headers,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Dashboard>().restrictDataDownload;
  };
  assert.deepEqual(
    [await seenIn(), await seenIn({ allowExport: true }), await seenIn({ allowExport: false })],
    [false, false, true],
  );
  await world.database.pool.query(`update tenants set app_config = '{"restrictDataDownload": true}'`);
  assert.equal(await seenIn({ allowExport: true }), true);
  await world.database.pool.query(`update tenants set app_config = '{}'`);
});

test('a dashboard says whether it is edited as a board', async () => {
  const { id } = await calls.makeWorkbook('Board');
  assert.equal((await publish(id)).useBoardDashboards, false);
  await world.database.pool.query(
    'update dashboards set use_board_dashboards = true where workbook_id = $1',
    [id],
  );
  assert.equal((await publish(id)).useBoardDashboards, true);
});
