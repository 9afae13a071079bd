import type { CreatedApiKey, ScimGroup, ScimUser } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { authorizationCodeGrant } from 'openid-client';
import { openModelRepository } from '../build/model-repository.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { toBlockList } from '@oriel/engine/address-list';
import { startForeignProvider, type ForeignProvider } from '../test/identity/foreign-provider.ts';
import { consent, createOAuthCalls, startRequest, type OAuthCalls } from '../test/identity/oauth-calls.ts';
import { createModelEngine, createScimCalls, createTestApp, type TestApp } from '../test/index.ts';

const MODEL = `
cubes:
  - name: cities
    sql: "SELECT 'Lyon' AS name"
    dimensions: [{ name: name, sql: name, type: string }]
`;

/** Two servers on one database and one data folder, and the identity provider of a company. */
let engine: Engine;
let first: TestApp;
let second: TestApp;
let secondDatabase: Database;
let urls: readonly [string, string];
let provider: ForeignProvider;
let oauth: OAuthCalls;
let scim: ReturnType<typeof createScimCalls>;
before(async () => {
  engine = createModelEngine([{ path: 'model/cities.yml', content: MODEL }]);
  const outboundNetworks = toBlockList(['127.0.0.0/8']);
  first = await createTestApp({ engine, outboundNetworks });
  secondDatabase = connectDatabase(first.database.connection);
  second = await createTestApp({
    engine,
    outboundNetworks,
    database: secondDatabase,
    dataDir: first.dataDir,
  });
  oauth = await createOAuthCalls(first);
  urls = [oauth.issuer, await second.app.listen({ port: 0, host: '127.0.0.1' })];
  provider = await startForeignProvider(`${urls[0]}/api/v1/sso/oidc/callback`);
  scim = createScimCalls(first);
  await openModelRepository(first.dataDir, first.deploymentId).then((repository) =>
    repository.commit({
      branch: 'master',
      message: 'Start',
      author: { name: 'Ada', email: 'ada@example.com' },
      files: [{ path: 'model/cities.yml', content: MODEL }],
    }),
  );
});
after(async () => {
  await provider.close();
  await second.close();
  await secondDatabase.close();
  await first.close();
  await engine.close();
});

interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: object;
}

function send(address: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Response> {
  return fetch(address, {
    method,
    redirect: 'manual',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The answer to a call that succeeds. */
async function ok<T>(address: string, call: Call): Promise<T> {
  const answer = await send(address, call);
  const text = await answer.text();
  assert.ok(answer.ok, `${address}: ${answer.status} ${text}`);
  // The caller names what the operation answers.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const asAdministrator = (path: string, method: Call['method'], body: object) =>
  ok<{ id: number; publicId: string }>(`${urls[0]}${path}`, {
    ...(method && { method }),
    headers: { authorization: `Bearer ${first.adminKey}` },
    body,
  });

/**
 * A browser: follows redirects, keeps the cookies of each origin, and answers with the last address and its cookies.
 */
async function browse(start: string): Promise<{ address: URL; cookie: string }> {
  const jars = new Map<string, Map<string, string>>();
  let address = new URL(start);
  for (;;) {
    const jar = jars.get(address.origin) ?? new Map<string, string>();
    jars.set(address.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(address.href, { headers: { cookie, accept: 'text/html' } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      assert.ok(answer.status < 400, `${address.href}: ${answer.status}`);
      const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      return { address, cookie: cookies };
    }
    address = new URL(location, address);
  }
}

async function publishDashboard(title: string): Promise<{ workbookId: number; publicId: string }> {
  const base = `/api/v1/deployments/${first.deploymentId}`;
  const { id: workbookId } = await asAdministrator(`${base}/workbooks`, 'POST', { name: title });
  const body = { workbookId, title, config: { title, widgets: [] } };
  const { publicId } = await asAdministrator(`${base}/workbooks/${workbookId}/publish`, 'POST', body);
  return { workbookId, publicId };
}

/** A credential of the employee, and what a request with it is answered with at a server. */
type Credentials = Readonly<Record<string, (url: string) => Promise<number>>>;

const statusOf = async (address: string, call: Call): Promise<number> => {
  for (;;) {
    const answer = await send(address, call);
    // While the runtime starts, however long that takes.
    if (!(await answer.text()).includes('Continue wait')) return answer.status;
  }
};

/** What a program has that the employee has let act for them. */
async function makeOAuthToken(cookie: string): Promise<string> {
  const { clientId, secret } = await oauth.register({ name: 'Reports' });
  const config = await oauth.configure(clientId, secret);
  const browser = await oauth.browser();
  for (const pair of cookie.split('; ')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    browser.cookies.set(name, value);
  }
  const { address, checks } = await startRequest(config, { scope: 'openid api:read' });
  const tokens = await authorizationCodeGrant(config, await consent(browser, address), checks);
  return tokens.access_token;
}

/** Everything that an employee who is signed in can be known by. */
async function makeCredentials(email: string, cookie: string, publicId: string): Promise<Credentials> {
  const [url] = urls;
  const { deploymentId } = first;
  const bySession = { cookie, origin: url };
  const made = await ok<CreatedApiKey>(`${url}/api/v1/api-keys`, {
    method: 'POST',
    headers: bySession,
    body: { name: 'of the employee' },
  });
  const authorization = `Bearer ${made.token}`;
  const data = await ok<{ svcApiToken: string }>(`${url}/api/v1/deployments/${deploymentId}/token`, {
    method: 'POST',
    headers: bySession,
    body: {},
  });
  // What a host page shows the employee of themselves.
  const viewer = { deploymentId, externalId: null, internalId: email };
  const session = await asAdministrator('/api/v1/embed/generate-session', 'POST', viewer);
  const { token } = await ok<{ token: string }>(`${url}/api/v1/embed/session/token`, {
    method: 'POST',
    body: session,
  });
  const oauthToken = await makeOAuthToken(cookie);
  const me = (headers: Record<string, string>) => (server: string) =>
    statusOf(`${server}/api/v1/users/me`, { headers });
  const basic = `Basic ${btoa(`anybody:${made.token}`)}`;
  return {
    'the console session': me({ cookie }),
    'the API key': me({ authorization }),
    'the OAuth token': me({ authorization: `Bearer ${oauthToken}` }),
    'the data token': (server) =>
      statusOf(`${server}/deployments/${deploymentId}/cubejs-api/v1/load`, {
        method: 'POST',
        headers: { authorization: data.svcApiToken },
        body: { query: { dimensions: ['cities.name'] } },
      }),
    'the embed token': (server) =>
      statusOf(`${server}/api/v1/embed/dashboard/${publicId}`, {
        headers: { authorization: `Embed-Token ${token}` },
      }),
    git: (server) =>
      statusOf(`${server}/git/deployments/${deploymentId}.git/info/refs?service=git-upload-pack`, {
        headers: { authorization: basic },
      }),
  };
}

async function statusesAt(url: string, credentials: Credentials): Promise<Record<string, number>> {
  const entries = Object.entries(credentials).map(async ([name, use]) => [name, await use(url)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const allOf = (credentials: Credentials, status: (name: string) => number) =>
  Object.fromEntries(Object.keys(credentials).map((name) => [name, status(name)]));

/** The query API answers with the 403 of its protocol where a token is good for nothing. */
const ended = (name: string) => (name === 'the data token' ? 403 : 401);

test('an employee is provisioned, signs in, sees dashboards by group, and has nothing left when they are deactivated', async () => {
  await asAdministrator('/api/v1/identity-providers', 'POST', {
    kind: 'OIDC',
    slug: 'company',
    name: 'Company login',
    oidc: { issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
  });
  await asAdministrator('/api/v1/provisioning-settings', 'PUT', {
    defaultRole: 'Viewer',
    roleByGroup: [{ group: 'analysts', role: 'Developer' }],
  });
  // As the provider pushes them.
  const email = 'grace@company.example';
  const employee = await scim.createUser({ userName: email, externalId: 'g-1', active: true });
  const group = await scim.createGroup({ displayName: 'Analysts', members: [{ value: employee.id }] });
  const shown = await publishDashboard('For analysts');
  const hidden = await publishDashboard('For others');
  const access = `/api/v1/deployments/${first.deploymentId}/workbooks/${shown.workbookId}/access`;
  const entries = [
    { subjectType: 'GROUP', subjectId: Number(group.id), level: 'read' },
    { subjectType: 'ALL_EMBED_USERS', level: 'read' },
  ];
  await asAdministrator(access, 'PUT', { entries });

  provider.become('g-1', { email, email_verified: true, given_name: 'Grace', groups: ['Analysts'] });
  const { address, cookie } = await browse(`${urls[0]}/api/v1/sso/company/start?next=/workspace`);
  assert.equal(address.href, `${urls[0]}/workspace`);
  const me = await ok<{ id: number; defaultRoles: string[] }>(`${urls[0]}/api/v1/users/me`, {
    headers: { cookie },
  });
  assert.deepEqual([String(me.id), me.defaultRoles], [employee.id, ['Developer']]);
  const see = async ({ workbookId }: { workbookId: number }) =>
    (
      await send(`${urls[0]}/api/v1/deployments/${first.deploymentId}/workbooks/${workbookId}`, {
        headers: { cookie },
      })
    ).status;
  assert.deepEqual([await see(shown), await see(hidden)], [200, 404]);

  const credentials = await makeCredentials(email, cookie, shown.publicId);
  for (const url of urls)
    assert.deepEqual(
      await statusesAt(url, credentials),
      allOf(credentials, () => 200),
    );
  const body = scim.patchOf({ op: 'Replace', path: 'active', value: 'False' });
  const left = await scim.ok<ScimUser>('PATCH', `/Users/${employee.id}`, { body });
  assert.equal(left.active, false);
  assert.deepEqual(await statusesAt(urls[0], credentials), allOf(credentials, ended));
  await secondDatabase.credentialChanges.catchUp();
  assert.deepEqual(await statusesAt(urls[1], credentials), allOf(credentials, ended));

  const again = await browse(`${urls[0]}/api/v1/sso/company/start?next=/workspace`);
  assert.equal(again.address.pathname, '/sign-in');
  const { members = [] } = await scim.ok<ScimGroup>('GET', `/Groups/${group.id}`);
  assert.deepEqual(
    members.map(({ value }) => value),
    [employee.id],
  );
});
