import {
  entriesOf,
  operations,
  permissions,
  type CurrentUser,
  type DeploymentsListResponse,
  type ErrorCode,
  type Permission,
  type Policy,
  type Role,
  type RolesListResponse,
  type User,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { permissionsOfNothing } from '../../access/roles/permissions-of-nothing.ts';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type TestCall,
} from '../../test/index.ts';

let app: TestApp;
let engine: Engine;
let elsewhere: number;
before(async () => {
  engine = createModelEngine([
    {
      path: 'model/orders.yml',
      content:
        'cubes: [{ name: orders, sql: "SELECT 1 AS id", dimensions: [{ name: id, sql: id, type: number }] }]',
    },
  ]);
  app = await createTestApp({ engine });
  elsewhere = await app.build.deployment({ tenantId: app.tenantId });
});
after(async () => {
  await app.close();
  await engine.close();
});

const roles = '/api/v1/roles';
type Options = Pick<TestCall, 'key' | 'body'>;

async function ok<T>(method: TestCall['method'], path: string, options: Options = {}): Promise<T> {
  const answer = await app.call({ method, path, ...options });
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refused(call: TestCall, status: number, code: ErrorCode): Promise<void> {
  const answer = await app.call(call);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal((answer.json() as { code: string }).code, code);
}

const everywhere = (...actions: Permission[]): Policy => ({
  resourceType: 'Global',
  actions,
  resources: ['All'],
});
const inDeployment = (id: number | 'All', ...actions: Permission[]): Policy => ({
  resourceType: 'Deployment',
  actions,
  resources: [String(id)],
});
const create = (policies: Policy[], body: object = {}) =>
  ok<Role>('POST', roles, { body: { name: `Role ${crypto.randomUUID()}`, policies, ...body } });

/** A person with nothing but these policies. */
async function makePerson(...policies: Policy[]) {
  const role = await create(policies);
  const username = `user-${crypto.randomUUID()}`;
  const body = { username, email: `${username}@example.com`, defaultRoles: [role.name] };
  const { id } = await ok<User>('POST', '/api/v1/users', { body });
  return { id, roleId: role.id, key: await app.build.apiKey({ tenantId: app.tenantId, userId: id }) };
}

const me = (key: string) => ok<CurrentUser>('GET', '/api/v1/users/me', { key });

test('a role is created, changed, listed and deleted', async () => {
  const policies = [everywhere('AIBIDevelop'), inDeployment(1734, 'DeploymentRead', 'SchemaRead')];
  const made = await create(policies, { name: 'Team analytics', description: 'A team' });
  assert.deepEqual(await ok('GET', `${roles}/${made.id}`), made);
  assert.deepEqual(made.policies, policies);
  const post = (body: object) => ({ method: 'POST', path: roles, body }) as const;
  await refused(post({ name: 'TEAM ANALYTICS', policies: [] }), 409, 'role_name_taken');
  for (const name of ['Admin', 'AIBIViewer', 'embeduser', 'Explorer', ' '])
    await refused(post({ name, policies: [] }), 400, 'invalid_request');
  for (const policy of [
    { ...policies[1], resources: ['production'] },
    { ...policies[1], resources: [] },
    { ...policies[1], actions: [] },
    { ...policies[1], actions: ['Everything'] },
  ])
    await refused(post({ name: 'Odd', policies: [policy] }), 400, 'validation_failed');
  const put = (body: object) => ok<Role>('PUT', `${roles}/${made.id}`, { body });
  assert.deepEqual(await put({ description: null }), { ...made, description: null });
  assert.deepEqual((await put({ policies: [] })).policies, []);
  await refused(
    { method: 'PUT', path: `${roles}/${made.id}`, body: { name: null } },
    400,
    'validation_failed',
  );
  const other = await create([]);
  await refused(
    { method: 'PUT', path: `${roles}/${other.id}`, body: { name: 'team ANALYTICS' } },
    409,
    'role_name_taken',
  );
  const { items } = await ok<RolesListResponse>('GET', `${roles}?first=1`);
  assert.deepEqual(items, [other]);
  await ok('DELETE', `${roles}/${made.id}`);
  await refused({ method: 'GET', path: `${roles}/${made.id}` }, 404, 'role_not_found');
});

test('a role is assigned and taken from users and groups, and takes effect at once', async () => {
  const { id, key } = await createWorkspaceCalls(app).makePerson('Viewer');
  const role = await create([everywhere('AIBIDevelop', 'BillingRead')]);
  const permits = async () => (await me(key)).permissions.includes('BillingRead');
  const path = `${roles}/${role.id}/users/${id}`;
  for (const [method, expected] of [
    ['PUT', true],
    ['PUT', true],
    ['DELETE', false],
    ['DELETE', false],
  ] as const) {
    await ok(method, path);
    assert.equal(await permits(), expected);
  }
  await refused({ method: 'PUT', path: `${roles}/${role.id}/users/900123` }, 404, 'user_not_found');
  await refused({ method: 'PUT', path: `${roles}/900123/users/${id}` }, 404, 'role_not_found');
  const group = await ok<{ id: number }>('POST', '/api/v1/user-groups', { body: { name: 'Billing' } });
  await ok('POST', `/api/v1/user-groups/${group.id}/users`, { body: { userIds: [id] } });
  await ok('PUT', `${roles}/${role.id}/groups/${group.id}`);
  assert.deepEqual([await permits(), (await me(key)).role], [true, 'Developer']);
  await ok('PUT', `${roles}/${role.id}`, { body: { policies: [everywhere('AIBIDevelop')] } });
  assert.equal(await permits(), false);
  assert.deepEqual((await me(key)).userPolicies?.at(-1), everywhere('AIBIDevelop'));
  await ok('DELETE', `${roles}/${role.id}/groups/${group.id}`);
  assert.equal((await me(key)).role, 'Viewer');
});

test('without a tier a role opens nothing', async () => {
  const { key } = await makePerson(inDeployment('All', 'All'));
  await refused({ method: 'GET', path: '/api/v1/users/me', key }, 403, 'forbidden');
});

test('a tier reaches items as far as it goes', async () => {
  const calls = createWorkspaceCalls(app);
  const report = await calls.makeReport({ name: 'Tiers' });
  const viewer = await makePerson(everywhere('AIBIView', 'DeploymentRead'));
  const explorer = await makePerson(everywhere('AIBIExplore', 'DeploymentRead'));
  for (const { id } of [viewer, explorer]) await calls.grant('REPORT', report.id, id, 3);
  const rename = (key: string) => calls.call('PUT', `/reports/${report.id}`, { key, body: { name: 'New' } });
  assert.equal((await calls.call('GET', `/reports/${report.id}`, { key: viewer.key })).statusCode, 200);
  assert.equal((await rename(viewer.key)).statusCode, 403);
  assert.equal((await rename(explorer.key)).statusCode, 200);
});

/** Each permission that guards something, with a call that needs it in one deployment. */
const guarded: Partial<Record<Permission, (deploymentId: number) => Omit<TestCall, 'key'>>> = {
  DeploymentRead: (id) => ({ method: 'GET', path: `/api/v1/deployments/${id}` }),
  PlaygroundRead: (id) => ({
    method: 'POST',
    path: `/deployments/${id}/cubejs-api/v1/sql`,
    body: { query: { dimensions: ['orders.id'] } },
  }),
  SecretsManage: (id) => ({ method: 'GET', path: `/api/v1/deployments/${id}/env-vars` }),
  DeploymentUpdate: (id) => ({ method: 'GET', path: `/api/v1/deployments/${id}/settings` }),
  SchemaRead: (id) => ({ method: 'GET', path: `/deployments/${id}/cubejs-api/v1/meta?extended` }),
  SchemaUpdateDevBranches: (id) => ({ method: 'DELETE', path: `/build/api/v1/deployments/${id}/dev-mode` }),
};

for (const [permission, callFor] of Object.entries(guarded) as [Permission, (id: number) => TestCall][])
  test(`${permission} guards what it names, in the deployments that a role names`, async () => {
    const { key, roleId } = await makePerson(
      everywhere('AIBIDevelop'),
      inDeployment(app.deploymentId, 'DeploymentRead', permission),
      ...(permission === 'DeploymentRead' ? [] : [inDeployment(elsewhere, 'DeploymentRead')]),
    );
    const statusAt = async (id: number) => (await app.call({ ...callFor(id), key })).statusCode;
    assert.deepEqual([await statusAt(app.deploymentId), await statusAt(elsewhere)], [200, 403]);
    const without = [everywhere('AIBIDevelop')];
    if (permission !== 'DeploymentRead') without.push(inDeployment('All', 'DeploymentRead'));
    await ok('PUT', `${roles}/${roleId}`, { body: { policies: without } });
    assert.equal(await statusAt(app.deploymentId), 403);
    await ok('PUT', `${roles}/${roleId}`, { body: { policies: [...without, inDeployment('All', 'All')] } });
    assert.deepEqual([await statusAt(app.deploymentId), await statusAt(elsewhere)], [200, 200]);
  });

/** Permissions that guard something and have a test of their own, here or beside threads (`agents/threads`). */
const testedAlone: readonly Permission[] = [
  'All',
  'AIBIView',
  'AIBIExplore',
  'AIBIDevelop',
  'AIBIViewer',
  'AIBIUser',
  'AIBIDeveloper',
  'AgentAdmin',
  'AgentManage',
  'AgentRead',
  'AgentSpaceManage',
  'AuditLogManage',
  'ChatHistoryRead',
  'ChatThreadRead',
  'DeploymentAgentRead',
  'DeploymentCreate',
  'DeploymentDelete',
  'DownloadData',
  'EmbedDashboardRead',
  'EmbedDeploymentRead',
  'OAuthIntegrationsManage',
  'SchemaUpdate',
];

test('each permission of the catalogue guards something that is tested, or names what there is not', () => {
  const said = [...Object.keys(guarded), ...Object.keys(permissionsOfNothing), ...testedAlone];
  assert.deepEqual([...said].sort(), [...permissions].sort());
  const named = new Set(entriesOf(operations).map(([, { access }]) => access.permission));
  for (const permission of Object.keys(permissionsOfNothing) as Permission[])
    assert.ok(!named.has(permission), `${permission} guards an operation and has no test`);
});

test('SchemaUpdate guards what production answers by', async () => {
  const rollBack = (key: string) => {
    const path = `/api/v1/deployments/${app.deploymentId}/builds/900123/rollback`;
    return { method: 'POST', path, key } as const;
  };
  const without = await makePerson(
    everywhere('AIBIDevelop'),
    inDeployment('All', 'DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'),
  );
  await refused(rollBack(without.key), 403, 'forbidden');
  const withIt = await makePerson(
    everywhere('AIBIDevelop'),
    inDeployment(app.deploymentId, 'DeploymentRead', 'SchemaUpdate'),
  );
  await refused(rollBack(withIt.key), 404, 'build_not_found');
});

test('AuditLogManage guards the audit log', async () => {
  const call = (key: string) => ({ method: 'GET', path: '/api/v1/audit-logs', key }) as const;
  const without = await makePerson(everywhere('AIBIDevelop'));
  await refused(call(without.key), 403, 'forbidden');
  const withIt = await makePerson(everywhere('AIBIView', 'AuditLogManage'));
  assert.equal((await app.call(call(withIt.key))).statusCode, 200);
});

test('OAuthIntegrationsManage guards changes of providers, which everybody may see', async () => {
  const path = '/api/v1/oauth-integrations';
  const remove = (key: string) => ({ method: 'DELETE', path: `${path}/900123`, key }) as const;
  const without = await makePerson(everywhere('AIBIDevelop'));
  assert.equal((await app.call({ method: 'GET', path, key: without.key })).statusCode, 200);
  await refused(remove(without.key), 403, 'forbidden');
  const withIt = await makePerson(everywhere('AIBIView', 'OAuthIntegrationsManage'));
  await refused(remove(withIt.key), 404, 'oauth_integration_not_found');
});

test('older names of tiers open what the tiers do, and no more', async () => {
  for (const [tier, expected] of [
    ['AIBIViewer', [200, 403]],
    ['AIBIUser', [200, 200]],
    ['AIBIDeveloper', [200, 200]],
  ] as const) {
    const { key } = await makePerson(everywhere(tier, 'DeploymentRead'));
    const path = `/api/v1/deployments/${app.deploymentId}`;
    const read = await app.call({ method: 'GET', path: `${path}/workbooks`, key });
    const made = await app.call({
      method: 'POST',
      path: `${path}/folders`,
      key,
      body: { name: `Of ${tier}` },
    });
    assert.deepEqual([read.statusCode, made.statusCode], expected, tier);
  }
});

for (const resourceType of ['Report', 'Workbook', 'Folder', 'Dashboard', 'ReportFolder'] as const)
  test(`a policy of ${resourceType} is refused by its name`, async () => {
    const policy = { resourceType, actions: ['WorkbookRead'], resources: ['7'] };
    const body = { name: `Items ${crypto.randomUUID()}`, policies: [everywhere('AIBIView'), policy] };
    const answer = await app.call({ method: 'POST', path: roles, body });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().issues[0].path, 'policies[1].resourceType');
  });

test('DeploymentCreate guards the creation of deployments', async () => {
  const without = await makePerson(everywhere('AIBIDevelop'));
  const withIt = await makePerson(everywhere('AIBIView', 'DeploymentCreate'));
  const call = (key: string) =>
    ({ method: 'POST', path: '/build/api/v1/deployments', key, body: { name: 'By a role' } }) as const;
  await refused(call(without.key), 403, 'forbidden');
  assert.ok((await app.call(call(withIt.key))).statusCode < 300);
});

test('DeploymentDelete guards the deletion of deployments', async () => {
  const id = await app.build.deployment({ tenantId: app.tenantId });
  const without = await makePerson(everywhere('AIBIDevelop', 'DeploymentRead', 'DeploymentUpdate'));
  const withIt = await makePerson(
    everywhere('AIBIView', 'DeploymentRead'),
    inDeployment(id, 'DeploymentDelete'),
  );
  const call = (key: string) => ({ method: 'DELETE', path: `/api/v1/deployments/${id}`, key }) as const;
  await refused(call(without.key), 403, 'forbidden');
  assert.ok((await app.call(call(withIt.key))).statusCode < 300);
});

test('deployments are listed that a role opens', async () => {
  const { key } = await makePerson(everywhere('AIBIView'), inDeployment(elsewhere, 'DeploymentRead'));
  const { items, count } = await ok<DeploymentsListResponse>('GET', '/api/v1/deployments', { key });
  assert.deepEqual([items.map(({ id }) => id), count], [[elsewhere], 1]);
});

test('without DownloadData in its deployment, a dashboard is restricted', async () => {
  const calls = createWorkspaceCalls(app);
  const { id: workbookId } = await calls.makeWorkbook('Downloads');
  const published = await calls.ok<{ publicId: string }>('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, config: { widgets: [] } },
  });
  const read = everywhere('AIBIView', 'DeploymentRead');
  const isRestricted = async (...policies: Policy[]) => {
    const { id, key } = await makePerson(read, ...policies);
    await calls.grant('WORKBOOK', workbookId, id, 1);
    const path = `/api/v1/embed/dashboard/${published.publicId}`;
    return (await ok<{ restrictDataDownload: boolean }>('GET', path, { key })).restrictDataDownload;
  };
  assert.deepEqual(
    [
      await isRestricted(),
      await isRestricted(inDeployment(elsewhere, 'DownloadData')),
      await isRestricted(inDeployment(app.deploymentId, 'DownloadData')),
    ],
    [true, true, false],
  );
});

test('a policy that grants nothing is refused with the reason', async () => {
  const body = (...actions: Permission[]) => ({
    name: `Of ${actions.join()}`,
    policies: [everywhere(...actions)],
  });
  for (const actions of [['ReportManage', 'WorkbookManage', 'FolderManage'], ['AlertsRead']] as const) {
    const answer = await app.call({ method: 'POST', path: roles, body: body(...actions) });
    assert.equal(answer.statusCode, 400, answer.body);
    const [issue] = answer.json<{ issues: { path: string; message: string }[] }>().issues;
    assert.equal(issue?.path, 'policies[0].actions');
    assert.match(issue?.message ?? '', new RegExp(actions[0]));
  }
  const policies = [everywhere('AIBIView'), inDeployment('All', 'FolderRead')];
  const second = await app.call({ method: 'POST', path: roles, body: { name: 'Second', policies } });
  assert.equal(second.json<{ issues: { path: string }[] }>().issues[0]?.path, 'policies[1].actions');
  await ok('POST', roles, { body: body('AIBIView', 'AlertsRead') });
});
