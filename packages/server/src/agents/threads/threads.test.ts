import type { AccessSubject, AIEngineerSettings, ChatFrame, Permission, Policy } from '@oriel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { createTestApp, openEmbedSession, type TestApp, type TestCall } from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';

let server: ModelServer;
let app: TestApp;
let accountName: string;
let agentId: number;
let person: { id: number; key: string };
let other: { id: number; key: string };
before(async () => {
  server = await startModelServer();
  const endpoint = { provider: 'openai-compatible', baseUrl: server.url, apiKey: 'k', model: 'm' } as const;
  app = await createTestApp({ models: { endpoint, allowsPrivate: true } });
  const { db } = app.database;
  ({ name: accountName } = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', app.tenantId)
    .executeTakeFirstOrThrow());
  ({ id: agentId } = await db
    .selectFrom('agents')
    .select('id')
    .where('deploymentId', '=', app.deploymentId)
    .executeTakeFirstOrThrow());
  [person, other] = await Promise.all([makePerson('Explorer'), makePerson('Explorer')]);
});
afterEach(() => {
  server.requests.splice(0);
  server.steps.splice(0);
});
after(() => Promise.all([app.close(), server.close()]));

async function makePerson(role: 'Explorer' | 'Viewer') {
  const { build, tenantId } = app;
  const id = await build.user({ tenantId, role });
  return { id, key: await build.apiKey({ tenantId, userId: id }) };
}

const at = (path = '') => `/api/v1/deployments/${app.deploymentId}/chat-threads${path}`;
const call = async (method: TestCall['method'], path: string, key: string, body?: object) =>
  app.call({ method, path, key, ...(body && { body }) });
const listed = async (key: string, query = ''): Promise<string[]> => {
  const answer = await call('GET', at(query), key);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items.map(({ id }: { id: string }) => id);
};

/** Asks for a user of the account, as a back end does. */
async function ask(userId: number, body: object, agent = agentId) {
  const { username } = await app.database.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return call('POST', `/api/v1/public/${accountName}/agents/${agent}/chat/stream-chat-state`, app.adminKey, {
    sessionSettings: { internalId: username },
    ...body,
  });
}
const framesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatFrame);
async function begin(userId: number, input: string): Promise<string> {
  const answer = await ask(userId, { input });
  assert.equal(answer.statusCode, 200, answer.body);
  return String(framesOf(answer.body)[0]?.state?.['chatId']);
}

/** A user with one role, of these policies. */
async function withPolicies(...policies: Policy[]) {
  const name = `Role ${randomUUID()}`;
  const role = await call('POST', '/api/v1/roles', app.adminKey, { name, policies });
  assert.equal(role.statusCode, 200, role.body);
  const username = `user-${randomUUID()}`;
  const body = { username, email: `${username}@example.com`, defaultRoles: [name] };
  const made = await call('POST', '/api/v1/users', app.adminKey, body);
  assert.ok(made.statusCode < 300, made.body);
  const { id } = made.json() as { id: number };
  return { id, key: await app.build.apiKey({ tenantId: app.tenantId, userId: id }) };
}
const policy = (resourceType: Policy['resourceType'], resources: string[], ...actions: Permission[]) => ({
  resourceType,
  resources,
  actions,
});

test('the owner of a thread renames, searches and deletes it; others learn nothing of it', async () => {
  const id = await begin(person.id, '  How many\n flights?  ');
  const thread = (await call('GET', at(`/${id}`), person.key)).json();
  assert.deepEqual([thread.title, thread.isOwn, thread.isStreaming], ['How many flights?', true, false]);
  assert.deepEqual([thread.agentId, thread.agentTitle], [agentId, 'default']);
  assert.deepEqual(
    thread.messages.map(({ role }: ChatFrame) => role),
    ['user', 'assistant'],
  );
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { title: 'Mine' }],
    ['DELETE', undefined],
  ] as const)
    assert.equal((await call(method, at(`/${id}`), other.key, body)).statusCode, 404, method);
  assert.equal(
    (await call('PUT', at(`/${id}`), person.key, { title: 'Late 100%' })).json().title,
    'Late 100%',
  );
  assert.equal((await call('PUT', at(`/${id}`), person.key, { title: '   ' })).statusCode, 400);
  assert.deepEqual(await listed(person.key, '?search=LATE%20100%25'), [id]);
  assert.deepEqual(await listed(person.key, '?search=late%20_00'), []);
  assert.deepEqual(await listed(person.key, `?search=${id.toUpperCase()}`), [id]);
  assert.deepEqual(await listed(other.key), []);
  assert.equal((await call('DELETE', at(`/${id}`), person.key)).statusCode, 204);
  assert.equal((await call('GET', at(`/${id}`), person.key)).statusCode, 404);
});

test('a thread that is shared is read by those that it is shared with, and changed by its owner alone', async () => {
  const id = await begin(person.id, 'Shared');
  const access = at(`/${id}/access`);
  const share = (change: object) =>
    call('PUT', access, person.key, { organization: false, userIds: [], groupIds: [], ...change });
  const answer = await share({ userIds: [other.id] });
  assert.equal(answer.statusCode, 200);
  const { subjects } = answer.json();
  assert.deepEqual(
    subjects.map(({ subjectType, subjectId }: AccessSubject) => [subjectType, subjectId]),
    [['USER', other.id]],
  );
  assert.deepEqual((await call('GET', access, person.key)).json().subjects, subjects);
  assert.match(subjects[0].email, /@/);
  assert.deepEqual(await listed(other.key, '?scope=shared'), [id]);
  assert.equal((await call('GET', at(`/${id}`), other.key)).json().isOwn, false);
  for (const [method, path, body] of [
    ['PUT', at(`/${id}`), { title: 'Mine' }],
    ['DELETE', at(`/${id}`), undefined],
    ['GET', access, undefined],
    ['PUT', access, { organization: true, userIds: [], groupIds: [] }],
  ] as const)
    assert.equal((await call(method, path, other.key, body)).statusCode, 403, `${method} ${path}`);
  assert.equal((await ask(other.id, { chatId: id, input: 'And then?' })).statusCode, 403);
  assert.equal((await share({ organization: true })).json().organization, true);
  const third = await makePerson('Viewer');
  assert.deepEqual(await listed(third.key, '?scope=shared'), [id]);
  assert.equal((await share({})).statusCode, 200);
  assert.equal((await call('GET', at(`/${id}`), other.key)).statusCode, 404);
});

test('a thread is shared with users and groups of the account alone, and not by viewers', async () => {
  const id = await begin(person.id, 'Within');
  const share = (change: object, key = person.key) =>
    call('PUT', at(`/${id}/access`), key, { organization: false, userIds: [], groupIds: [], ...change });
  const { build } = app;
  const foreign = await build.user({
    tenantId: await build.tenant({ host: 'threads.example.com' }),
    role: 'Admin',
  });
  for (const [change, code] of [
    [{ userIds: [foreign] }, 'user_not_found'],
    [{ groupIds: [2 ** 31] }, 'group_not_found'],
  ] as const) {
    const answer = await share(change);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, code]);
  }
  const token = await openEmbedSession(app, { embedTenantName: 'northwind', externalId: 'sharer' });
  const headers = { authorization: `Embed-Token ${token}` };
  const own = await app.call({
    method: 'POST',
    path: `/api/v1/public/${accountName}/deployments/${app.deploymentId}/chat/stream-chat-state`,
    key: '',
    headers,
    body: { input: 'Mine' },
  });
  const chatId = String(framesOf(own.body)[0]?.state?.['chatId']);
  const shared = await app.call({
    method: 'PUT',
    path: at(`/${chatId}/access`),
    key: '',
    headers,
    body: { organization: true, userIds: [], groupIds: [] },
  });
  assert.equal(shared.statusCode, 403, shared.body);
});

test('an owner who may not find users and groups keeps or removes those that are named, and learns of nobody', async () => {
  const { tenantId, database } = app;
  const owner = await makePerson('Explorer');
  const access = at(`/${await begin(owner.id, 'Of a viewer')}/access`);
  const [named = 0, hidden = 0] = (
    await database.db
      .insertInto('groups')
      .values(['named', 'hidden'].map((name) => ({ tenantId, name })))
      .returning('id')
      .execute()
  ).map(({ id }) => id);
  const share = (change: object) =>
    call('PUT', access, owner.key, { organization: false, userIds: [], groupIds: [], ...change });
  const both = { userIds: [other.id], groupIds: [named] };
  assert.equal((await share(both)).statusCode, 200);
  await database.db.updateTable('users').set({ role: 'Viewer' }).where('id', '=', owner.id).execute();
  await database.credentialChanges.catchUp();
  // Whether there is such a user or group is not told either.
  for (const change of [
    { ...both, userIds: [other.id, person.id] },
    { ...both, groupIds: [named, hidden] },
    { userIds: [2 ** 31] },
    { groupIds: [2 ** 31] },
  ]) {
    const answer = await share(change);
    assert.equal(answer.statusCode, 403, JSON.stringify(change));
    assert.match(answer.body, /Naming users and groups needs the role Explorer or higher/);
    assert.ok(!answer.body.includes('@'));
  }
  const kept = await share({ ...both, organization: true });
  assert.equal(kept.json().subjects.length, 2, kept.body);
  assert.deepEqual((await share({ userIds: [other.id] })).json().groupIds, []);
  assert.equal((await share({ groupIds: [named] })).statusCode, 403);
  assert.deepEqual((await share({})).json().subjects, []);
});

test('an embed session of a user lists their own threads alone, renames them, and names nobody else', async () => {
  const [own, foreign] = [await begin(person.id, 'Mine'), await begin(other.id, 'Of another')];
  const everybody = { organization: true, userIds: [], groupIds: [] };
  assert.equal((await call('PUT', at(`/${foreign}/access`), other.key, everybody)).statusCode, 200);
  const { username } = await app.database.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const token = await openEmbedSession(app, {
    externalId: null,
    internalId: username,
    embedTenantName: 'northwind',
  });
  const embedded = (method: TestCall['method'], path: string, body?: object) =>
    app.call({
      method,
      path,
      key: '',
      headers: { authorization: `Embed-Token ${token}` },
      ...(body && { body }),
    });
  const idsOf = async (query: string) =>
    (await embedded('GET', at(query))).json().items.map(({ id }: { id: string }) => id);
  assert.ok((await idsOf('?scope=own')).includes(own));
  assert.deepEqual(await idsOf('?scope=shared'), []);
  assert.equal((await embedded('GET', at('?scope=all'))).statusCode, 403);
  assert.equal((await embedded('GET', at(`/${foreign}`))).statusCode, 404);
  assert.equal((await embedded('PUT', at(`/${own}`), { title: 'Renamed' })).json().title, 'Renamed');
  assert.equal((await embedded('GET', at(`/${own}/access`))).statusCode, 403);
  assert.equal((await embedded('PUT', at(`/${own}/access`), everybody)).statusCode, 403);
  const settings = `/api/v1/deployments/${app.deploymentId}/ai-engineer-settings`;
  const partsOf = ({ threadScopes, mayShareThreads, mayFindReaders }: AIEngineerSettings) => [
    threadScopes,
    mayShareThreads,
    mayFindReaders,
  ];
  assert.deepEqual(partsOf((await embedded('GET', settings)).json()), [['own'], false, false]);
  const viewer = await makePerson('Viewer');
  for (const [key, scopes, finds] of [
    [viewer.key, ['own', 'shared'], false],
    [person.key, ['own', 'shared'], true],
    [app.adminKey, ['own', 'shared', 'all'], true],
  ] as const) {
    assert.deepEqual(partsOf((await call('GET', settings, key)).json()), [scopes, true, finds]);
    const subjects = `/api/v1/deployments/${app.deploymentId}/access-subjects?search=a`;
    assert.equal((await call('GET', subjects, key)).statusCode, finds ? 200 : 403);
  }
  const nobody = { ...everybody, organization: false };
  assert.equal((await call('PUT', at(`/${foreign}/access`), other.key, nobody)).statusCode, 200);
});

test('ChatHistoryRead and ChatThreadRead of a deployment show every thread of it', async () => {
  const id = await begin(person.id, 'History');
  const [tier, open] = [
    policy('Global', ['All'], 'AIBIView'),
    policy('Deployment', ['All'], 'DeploymentRead'),
  ];
  const without = await withPolicies(tier, open);
  assert.equal((await call('GET', at('?scope=all'), without.key)).statusCode, 403);
  assert.equal((await call('GET', at(`/${id}`), without.key)).statusCode, 404);
  for (const permission of ['ChatHistoryRead', 'ChatThreadRead'] as const) {
    const reader = await withPolicies(tier, policy('Deployment', ['All'], 'DeploymentRead', permission));
    assert.ok((await listed(reader.key, '?scope=all')).includes(id), permission);
    assert.equal((await call('GET', at(`/${id}`), reader.key)).statusCode, 200);
    assert.equal((await call('DELETE', at(`/${id}`), reader.key)).statusCode, 403);
  }
});

test('a policy on threads shows those that it names, and with All every one', async () => {
  const [named, hidden] = [await begin(person.id, 'Named'), await begin(person.id, 'Hidden')];
  const rest = [policy('Global', ['All'], 'AIBIView'), policy('Deployment', ['All'], 'DeploymentRead')];
  const one = await withPolicies(...rest, policy('ChatThread', [named], 'ChatThreadRead'));
  const statusOf = async (id: string, key: string) => (await call('GET', at(`/${id}`), key)).statusCode;
  assert.deepEqual([await statusOf(named, one.key), await statusOf(hidden, one.key)], [200, 404]);
  assert.deepEqual(await listed(one.key, '?scope=shared'), [named]);
  assert.equal((await call('GET', at('?scope=all'), one.key)).statusCode, 403);
  const settings = await call('GET', `/api/v1/deployments/${app.deploymentId}/ai-engineer-settings`, one.key);
  assert.deepEqual(settings.json().chatThreadPolicies, [
    { actions: ['ChatThreadRead'], effect: 'allow', resourceType: 'ChatThread', resources: [named] },
  ]);
  const every = await withPolicies(...rest, policy('ChatThread', ['All'], 'All'));
  assert.equal(await statusOf(hidden, every.key), 200);
  assert.ok((await listed(every.key, '?scope=all')).includes(hidden));
  // A thread in a deployment that the role does not open stays closed.
  const closed = await withPolicies(
    policy('Global', ['All'], 'AIBIView'),
    policy('ChatThread', ['All'], 'All'),
  );
  assert.equal(await statusOf(named, closed.key), 403);
});

test('policies on agents and spaces let people use those that they name', async () => {
  const { db } = app.database;
  const { deploymentId } = app;
  const space = await db
    .insertInto('agentSpaces')
    .values({ deploymentId, name: 'sales' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [own, spaced] = await db
    .insertInto('agents')
    .values([
      { deploymentId, name: 'alone' },
      { deploymentId, name: 'seller', spaceId: space.id },
    ])
    .returning('id')
    .execute();
  const rest = [policy('Global', ['All'], 'AIBIView'), policy('Deployment', ['All'], 'DeploymentRead')];
  const agents = `/api/v1/deployments/${deploymentId}/agents`;
  const namesFor = async (key: string) => {
    const answer = await call('GET', agents, key);
    return answer.statusCode === 200
      ? answer.json().items.map(({ name }: { name: string }) => name)
      : answer.statusCode;
  };
  const none = await withPolicies(...rest);
  assert.equal(await namesFor(none.key), 403);
  for (const [granted, names, refusedAgent] of [
    [policy('Agent', [String(own?.id)], 'AgentRead'), ['alone'], spaced?.id],
    [policy('Agent', [String(own?.id)], 'AgentManage'), ['alone'], spaced?.id],
    [policy('Agent', [String(own?.id)], 'AgentAdmin'), ['alone'], agentId],
    [policy('AgentSpace', [String(space.id)], 'AgentSpaceManage'), ['seller'], own?.id],
    [policy('AgentSpace', ['All'], 'AgentRead'), ['seller'], agentId],
    [policy('Agent', ['All'], 'AgentRead'), ['default', 'alone', 'seller'], undefined],
    [policy('Deployment', ['All'], 'DeploymentAgentRead'), ['default', 'alone', 'seller'], undefined],
  ] as const) {
    const user = await withPolicies(...rest, granted);
    assert.deepEqual(await namesFor(user.key), names, JSON.stringify(granted));
    const askable = names.at(-1) === 'alone' ? own?.id : spaced?.id;
    assert.equal((await ask(user.id, { input: 'Go' }, askable)).statusCode, 200);
    if (refusedAgent !== undefined)
      assert.equal((await ask(user.id, { input: 'Go' }, refusedAgent)).statusCode, 403);
  }
});

test('a role is refused actions that mean nothing on its resources, and ids that are none', async () => {
  const issuesOf = async (given: Policy) => {
    const answer = await call('POST', '/api/v1/roles', app.adminKey, { name: 'Bad', policies: [given] });
    assert.equal(answer.statusCode, 400, answer.body);
    return answer.json().issues.map(({ path }: { path: string }) => path);
  };
  assert.deepEqual(await issuesOf(policy('Agent', ['1'], 'ChatThreadRead')), ['policies[0].actions[0]']);
  assert.deepEqual(await issuesOf(policy('ChatThread', ['7'], 'ChatThreadRead')), [
    'policies[0].resources[0]',
  ]);
  assert.deepEqual(await issuesOf(policy('AgentSpace', ['sales'], 'All')), ['policies[0].resources[0]']);
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const toBase64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');

test('pictures reach the model beside the text, and stay out of the lines of the thread', async () => {
  const images = [{ mimeType: 'image/png', data: PIXEL, name: 'pixel.png' }];
  const answer = await ask(person.id, { input: 'What is it?', images });
  assert.equal(answer.statusCode, 200, answer.body);
  const told = server.requests[0]?.body.messages.at(-1)?.content;
  assert.deepEqual(told, [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
  ]);
  assert.doesNotMatch(answer.body, new RegExp(PIXEL.slice(0, 40)));
});

test('every kind of picture is taken by what its bytes begin with', async () => {
  const images = [
    { mimeType: 'image/png', data: PIXEL },
    { mimeType: 'image/jpeg', data: toBase64('\xff\xd8\xff\xe0\0\x10JFIF\0') },
    { mimeType: 'image/gif', data: toBase64('GIF89a\x01\0\x01\0') },
    { mimeType: 'image/webp', data: toBase64('RIFF\x0a\0\0\0WEBPVP8 ') },
  ];
  const answer = await ask(person.id, { input: 'What are they?', images });
  assert.equal(answer.statusCode, 200, answer.body);
  const told = server.requests[0]?.body.messages.at(-1)?.content;
  assert.ok(Array.isArray(told));
  assert.equal(told.length, images.length + 1);
});

test('pictures of another kind, that are none or no base64, or too many are refused with their place', async () => {
  const image = { mimeType: 'image/png', data: PIXEL };
  for (const [images, path] of [
    [[image, { ...image, mimeType: 'image/svg+xml' }], 'images[1].mimeType'],
    [[{ ...image, data: 'data:image/png;base64,AAAA' }], 'images[0].data'],
    [[{ ...image, data: '' }], 'images[0].data'],
    [[image, { ...image, data: toBase64('not a picture') }], 'images[1].data'],
    [[{ ...image, mimeType: 'image/jpeg' }], 'images[0].data'],
    [[{ mimeType: 'image/webp', data: toBase64('RIFF\x10\0\0\0WAVEfmt ') }], 'images[0].data'],
    [Array.from({ length: 5 }, () => image), 'images'],
  ] as const) {
    const answer = await ask(person.id, { input: 'Look', images });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().issues[0].path, path);
  }
  assert.deepEqual(server.requests, []);
});
