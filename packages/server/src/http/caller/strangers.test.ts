import { operations, type OperationId } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  adminHeadersFor,
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  makeFixturesFor,
  missingFixtures,
  needGitHub,
  needSecret,
  requestFor,
  SECRET,
  type Fixtures,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

/**
 * Calls every operation of the contract as every kind of stranger; an operation is covered by being declared. A caller
 * without the right is refused and learns nothing, not even whether a record exists.
 */
let testApp: TestApp;
let engine: Engine;
const model = 'cubes: [{ name: flights, sql: SELECT 1 AS id, measures: [{ name: count, type: count }] }]';
let calls: WorkspaceCalls;
let deploymentElsewhere: number;

/** Who is calling, and which ids are those of no record instead of a hidden one. */
interface Stranger {
  name: string;
  headers: Record<string, string>;
  missing(hidden: Fixtures): Fixtures;
}
let unknown: Stranger[];
let outside: Stranger[];
let colleagues: Stranger[];

let foreigner: Stranger;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** For whom the deployment is no secret: its records alone are. */
const inSameDeployment = ({ deploymentId }: Fixtures): Fixtures => ({ ...missingFixtures, deploymentId });
/** Callers who may ask have every agent of the deployment, unless a role says otherwise. */
const withSameAgents = (hidden: Fixtures): Fixtures => ({
  ...inSameDeployment(hidden),
  agentId: hidden.agentId,
});
const anywhere = (): Fixtures => missingFixtures;

before(async () => {
  engine = createModelEngine([{ path: 'flights.yml', content: model }]);
  testApp = await createTestApp({ engine });
  calls = createWorkspaceCalls(testApp);
  const { build, tenantId } = testApp;
  deploymentElsewhere = await build.deployment({ tenantId });
  const otherTenant = await build.tenant({ host: 'other.example.com' });
  const foreignKey = await build.apiKey({
    tenantId: otherTenant,
    userId: await build.user({ tenantId: otherTenant, role: 'Admin' }),
  });
  const keyOf = async (role: 'Admin' | 'Explorer' | 'Viewer', deploymentIds?: number[]) =>
    build.apiKey({
      tenantId,
      userId: await build.user({ tenantId, role }),
      ...(deploymentIds && { deploymentIds }),
    });

  const withoutCredential: Omit<Stranger, 'missing'>[] = [
    { name: 'nobody', headers: {} },
    { name: 'a made-up key', headers: bearer('orl_made-up') },
    { name: 'a malformed header', headers: { authorization: 'Bearer' } },
    { name: 'an unknown scheme', headers: { authorization: 'Basic b3JpZWw6b3JpZWw=' } },
    { name: "another tenant's key", headers: bearer(foreignKey) },
    { name: 'a made-up embed token', headers: { authorization: 'Embed-Token a.b.c' } },
    {
      name: 'a made-up cookie',
      headers: { cookie: 'oriel_session=made-up', 'sec-fetch-site': 'same-origin' },
    },
  ];
  unknown = withoutCredential.map((stranger) => ({ ...stranger, missing: anywhere }));
  foreigner = {
    name: "another tenant's administrator at home",
    headers: { ...bearer(foreignKey), host: 'other.example.com' },
    missing: anywhere,
  };
  outside = [
    foreigner,
    {
      name: "an administrator's key of another scope",
      headers: bearer(await keyOf('Admin', [deploymentElsewhere])),
      missing: inSameDeployment,
    },
    {
      name: 'a key of another scope',
      headers: bearer(await keyOf('Explorer', [deploymentElsewhere])),
      missing: inSameDeployment,
    },
    {
      name: 'an embed session of another deployment',
      headers: { authorization: `Embed-Token ${await makeEmbedToken(deploymentElsewhere)}` },
      missing: inSameDeployment,
    },
  ];
  colleagues = [
    { name: 'an explorer', headers: bearer(await keyOf('Explorer')), missing: withSameAgents },
    { name: 'a viewer', headers: bearer(await keyOf('Viewer')), missing: withSameAgents },
  ];
});
after(async () => {
  await testApp.close();
  await engine.close();
});

async function makeEmbedToken(deploymentId: number): Promise<string> {
  const session = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId, externalId: 'viewer' },
  });
  const exchanged = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  return (exchanged.json() as { token: string }).token;
}

interface Answer {
  status: number;
  /** Without what differs between any two answers: the request's id, and the ids that were asked with. */
  text: string;
}

function send(id: OperationId, fixtures: Fixtures, headers: Record<string, string>) {
  const request = requestFor(id, fixtures);
  return testApp.app.inject({ ...request, headers: { ...request.headers, ...headers } });
}

async function ask(id: OperationId, { headers }: Stranger, fixtures: Fixtures): Promise<Answer> {
  const answer = await send(id, fixtures, headers);
  assert.ok(!answer.body.includes(SECRET), answer.body);
  const asked = Object.values(fixtures).join('|');
  return {
    status: answer.statusCode,
    text: answer.body
      .replace(/"requestId":"[^"]*"/, '')
      .replaceAll(new RegExp(String.raw`\b(${asked})\b`, 'g'), 'ASKED'),
  };
}

/** Whether nothing was given or done: a refusal, or a batch of them. */
function isRefused({ status, text }: Answer): boolean {
  if (status !== 200) return [401, 403, 404, 409].includes(status);
  const { moved, failed } = JSON.parse(text) as { moved?: object[]; failed?: object[] };
  return moved?.length === 0 && failed !== undefined && failed.length > 0;
}

const ids = Object.keys(operations) as OperationId[];
/** The query protocol says 403 of a credential that is missing or wrong. */
const unauthenticated = (id: OperationId) => (operations[id].problems === 'query' ? 403 : 401);
const isPublic = (id: OperationId) =>
  (operations[id].access.principals as readonly string[]).includes('anonymous');
const named = (id: OperationId) =>
  [...operations[id].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** What SCIM is made of is the same in every account, and no record of one. */
const isOfEverybody = (name: string) => name === 'scimSchemaUrn' || name === 'scimResourceType';

/** Every user of the account may see what there is to connect with. */
const isOfAccount = (name: string) => name === 'integrationId';

/** Makes what is not there; a name that is taken can be no secret to those who choose it. */
const makesMissing: ReadonlySet<OperationId> = new Set([
  'upsertWorkbookBySlug',
  'upsertReportByPublicId',
  // Of each request another one.
  'createIdentityProvider',
]);

/** A name is of an embed tenant of the caller's own account, which these make where there is none. */
const makesEmbedTenant: ReadonlySet<OperationId> = new Set(['provisionEmbedUser', 'provisionEmbedUsers']);

/** Users of the account are told that there is an item to which they have no access, by its kind and id alone. */
const tellsColleagues: ReadonlySet<OperationId> = new Set([
  'moveWorkspaceObject',
  'bulkMoveWorkspaceObjects',
]);

test('what may be called without a credential is this and no more', () => {
  assert.deepEqual(ids.filter(isPublic), [
    'signIn',
    'signOut',
    'requestPasswordReset',
    'resetPassword',
    'getSignInMethods',
    'getSignInChallenge',
    'signInWithSecondFactor',
    'getPasskeyOptions',
    'signInWithPasskey',
    'acceptInvitation',
    'getSpec',
    'unsubscribe',
    'getSubscription',
    'resubscribe',
    'postTokenBySessionId',
    'redeemEmbedSignInCode',
  ]);
});

const hiddenBy = new Map<OperationId, Promise<Fixtures>>();

/** Records that an operation can name, of which no stranger can take any: they are the same each time. */
function hiddenOf(id: OperationId): Promise<Fixtures> {
  const made = hiddenBy.get(id) ?? makeFixturesFor(id, testApp, calls);
  hiddenBy.set(id, made);
  return made;
}

for (const id of ids.filter((each) => !isPublic(each))) {
  test(`${id} asks for a credential that is known here`, async () => {
    const hidden = await hiddenOf(id);
    for (const stranger of unknown) {
      const answer = await ask(id, stranger, hidden);
      assert.equal(answer.status, unauthenticated(id), stranger.name);
      assert.deepEqual(await ask(id, stranger, stranger.missing(hidden)), answer, stranger.name);
    }
  });

  test(`${id} shows nobody else's records, and does not tell a hidden one from a missing one`, async () => {
    const hidden = await hiddenOf(id);
    const check = async (stranger: Stranger, mustRefuse: boolean) => {
      // At home it makes one that later tests would find there.
      if (makesEmbedTenant.has(id) && stranger === foreigner) return;
      const answer = await ask(id, stranger, hidden);
      if (mustRefuse) assert.ok(isRefused(answer), `${stranger.name}: ${answer.status} ${answer.text}`);
      if (makesMissing.has(id) || named(id).some(isOfEverybody)) return;
      const isColleague = colleagues.some((each) => each === stranger);
      if (isColleague && (named(id).some(isOfAccount) || tellsColleagues.has(id))) return;
      const missing = stranger.missing(hidden);
      // A request that names nothing of the kind succeeds as it is, and twice makes two.
      if (JSON.stringify(requestFor(id, missing)) === JSON.stringify(requestFor(id, hidden))) return;
      assert.deepEqual(await ask(id, stranger, missing), answer, stranger.name);
    };
    for (const stranger of outside)
      await check(
        stranger,
        named(id).some((name) => name !== 'embedTenantName' && !isOfEverybody(name)),
      );
    for (const colleague of colleagues)
      await check(
        colleague,
        named(id).some((name) => name !== 'deploymentId' && name !== 'agentId' && !isOfAccount(name)),
      );
  });

  test(`${id} lets those in who may`, async () => {
    const fixtures = await makeFixturesFor(id, testApp, calls);
    const answer = await send(id, fixtures, await adminHeadersFor(id, testApp));
    const secret = needGitHub.has(id) ? 'git_provider_not_set_up' : needSecret[id];
    const isRefusedForSecret = secret !== undefined && answer.body.includes(`"${secret}"`);
    assert.ok(answer.statusCode < 300 || isRefusedForSecret, answer.body);
  });
}

for (const id of ids.filter((each) => operations[each].access.role === 'Admin')) {
  test(`${id} is refused to callers who are not administrators`, async () => {
    const fixtures = await hiddenOf(id);
    for (const colleague of colleagues) assert.equal((await ask(id, colleague, fixtures)).status, 403);
  });
}

test('a stranger finds nothing in lists of everything', async () => {
  const lists = ids.filter((id) => operations[id].method === 'GET' && named(id).join('') === 'deploymentId');
  const fixtures = { ...missingFixtures, deploymentId: testApp.deploymentId };
  for (const id of ids) await hiddenOf(id);
  for (const id of lists)
    for (const { headers } of colleagues) {
      const { url } = requestFor(id, fixtures);
      const answer = await testApp.app.inject({ method: 'GET', url: url.split('?')[0] ?? url, headers });
      assert.ok(!answer.body.includes(SECRET), `${url}: ${answer.body}`);
    }
});

test("another tenant's administrator sees and changes the settings of that tenant alone", async () => {
  const path = '/api/v1/embed/allowed-origins';
  const origins = async () => (await testApp.call({ method: 'GET', path })).json() as { origins: string[] };
  await testApp.call({ method: 'PUT', path, body: { origins: ['https://ours.example.com'] } });
  const { headers } = foreigner;
  const theirs = await testApp.app.inject({ method: 'GET', url: path, headers });
  assert.ok(!theirs.body.includes('ours.example.com'), theirs.body);
  const payload = { origins: ['https://theirs.example.com'] };
  assert.equal((await testApp.app.inject({ method: 'PUT', url: path, headers, payload })).statusCode, 200);
  assert.deepEqual(await origins(), { origins: ['https://ours.example.com'] });
});
