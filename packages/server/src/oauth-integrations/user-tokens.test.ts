import type { OAuthFlowStart, OAuthIntegration, Problem, UserOAuthToken } from '@oriel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { pino } from 'pino';
import { toBlockList } from '@oriel/engine/address-list';
import { createFileKeyring } from '../secrets/keyring.ts';
import { startFakeTokenProvider, type FakeTokenProvider } from '../test/identity/fake-token-provider.ts';
import { createTestApp, untilTrue, type TestApp, type TestCall } from '../test/index.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { createOAuthIntegrations, type OAuthIntegrations } from './oauth-integrations.ts';

const password = 'correct horse battery staple';
const INTEGRATIONS = '/api/v1/oauth-integrations';
const TOKENS = '/api/v1/user-oauth-tokens';
const CALLBACK = `https://analytics.example.com${TOKENS}/callback`;

let provider: FakeTokenProvider;
let app: TestApp;
/** What two servers have of their own. */
let servers: OAuthIntegrations[];
const lines: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });

before(async () => {
  provider = await startFakeTokenProvider();
  const outboundNetworks = toBlockList(['127.0.0.0/8']);
  app = await createTestApp({ outboundNetworks, logger });
  people = [await newPerson(), await newPerson()];
  servers = [0, 1].map(() =>
    createOAuthIntegrations({
      db: app.database.db,
      keyring: createFileKeyring(app.dataDir),
      privateNetworks: outboundNetworks,
    }),
  );
});
afterEach(() => {
  provider.fault = undefined;
  provider.gate = undefined;
  provider.tokenSeconds = 3_600;
});
after(async () => {
  await app.close();
  await provider.close();
});

interface Person {
  readonly id: number;
  readonly cookie: string;
}

/** Integrations differ from test to test, so people need not. */
let people: readonly Person[] = [];
let nextPerson = 0;

function makePerson(): Person {
  nextPerson += 1;
  const person = people[nextPerson % people.length];
  assert.ok(person);
  return person;
}

async function newPerson(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const id = await app.build.user({ tenantId: app.tenantId, role: 'Viewer', email, password });
  return { id, cookie: await signIn(email) };
}

async function signIn(email: string): Promise<string> {
  const answer = await app.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    body: { email, password },
  });
  return `oriel_session=${answer.cookies[0]?.value}`;
}

const inputOf = (overrides: object = {}) => ({
  name: `warehouse ${randomUUID()}`,
  type: 'custom',
  authUrl: `${provider.url}/authorize`,
  tokenUrl: `${provider.url}/token`,
  redirectUri: CALLBACK,
  clientId: 'oriel',
  clientSecret: provider.clientSecret,
  config: { revocationUrl: `${provider.url}/revoke`, dataSourceHosts: ['DB.example.com'] },
  ...overrides,
});

async function makeIntegration(overrides: object = {}): Promise<OAuthIntegration> {
  const made = await app.call({ method: 'POST', path: INTEGRATIONS, body: inputOf(overrides) });
  assert.equal(made.statusCode, 200, made.body);
  return made.json();
}

const asPerson = ({ cookie }: Pick<Person, 'cookie'>, call: Omit<TestCall, 'key' | 'headers'>) =>
  app.call({ ...call, key: '', headers: { cookie, 'sec-fetch-site': 'same-origin' } });

async function start(person: Person, { id }: OAuthIntegration): Promise<Record<string, string>> {
  const answer = await asPerson(person, { method: 'POST', path: `${TOKENS}/${id}/initiate` });
  assert.equal(answer.statusCode, 200, answer.body);
  return provider.agree((answer.json() as OAuthFlowStart).authorizationUrl);
}

const comeBack = ({ cookie }: Pick<Person, 'cookie'>, query: Record<string, string>) =>
  app.app.inject({ url: `${TOKENS}/callback?${new URLSearchParams(query)}`, headers: { cookie } });

async function connect(person: Person, integration: OAuthIntegration): Promise<void> {
  const answer = await comeBack(person, await start(person, integration));
  assert.equal(answer.statusCode, 303, answer.body);
  assert.equal(answer.headers.location, `/connections?connected=${integration.id}`);
}

async function statusOf(person: Person, { id }: OAuthIntegration): Promise<UserOAuthToken> {
  const answer = await asPerson(person, { method: 'GET', path: `${TOKENS}/${id}` });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** The access token of a person as a data source gets it, from one of the servers. */
async function credentialOf(person: Person, { name }: OAuthIntegration, server = 0, host = 'db.example.com') {
  const owner = { tenantId: app.tenantId, userId: person.id };
  const found = await servers[server]?.credentials.find(owner, { integration: name.toUpperCase(), host });
  assert.ok(found);
  return found;
}

const age = (person: Person, { id }: OAuthIntegration, sql: string) =>
  app.database.pool.query(`update user_oauth_tokens set ${sql} where user_id = $1 and integration_id = $2`, [
    person.id,
    id,
  ]);

test('a person connects, and their token is stored encrypted and never answered', async () => {
  const integration = await makeIntegration({ scopes: ['sql', 'offline_access'] });
  const person = makePerson();
  const initiated = await asPerson(person, { method: 'POST', path: `${TOKENS}/${integration.id}/initiate` });
  const { authorizationUrl } = initiated.json() as OAuthFlowStart;
  const { searchParams } = new URL(authorizationUrl);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('scope'), 'sql offline_access');
  assert.equal(searchParams.get('redirect_uri'), CALLBACK);
  await comeBack(person, provider.agree(authorizationUrl));
  const token = await statusOf(person, integration);
  assert.deepEqual([token.status, token.lastError, token.userId], ['active', null, person.id]);
  const { accessToken = '' } = await credentialOf(person, integration);
  assert.ok(provider.accessTokens.has(accessToken));
  const { rows } = await app.database.pool.query(
    `select count(*)::integer as stored, count(*) filter (where position($1::bytea in encrypted_secret) > 0)::integer as plain,
       (select count(*)::integer from audit_entries e where e::text like '%' || $2::text || '%') as audited
     from user_oauth_tokens where user_id = $3 and integration_id = $4`,
    [Buffer.from(accessToken), accessToken, person.id, integration.id],
  );
  assert.deepEqual(rows, [{ stored: 1, plain: 0, audited: 0 }]);
  const list = await asPerson(person, { method: 'GET', path: TOKENS });
  assert.ok(!list.body.includes(accessToken) && list.body.includes('"active"'));
});

test('a secret is never answered, and stays where none is sent', async () => {
  const integration = await makeIntegration();
  const path = `${INTEGRATIONS}/${integration.id}`;
  const { clientSecret: _, ...body } = inputOf({ name: integration.name, type: 'other' });
  const changed = await app.call({ method: 'PUT', path, body });
  assert.equal(changed.statusCode, 200, changed.body);
  for (const answer of [changed, await app.call({ method: 'GET', path: INTEGRATIONS })])
    assert.ok(!answer.body.includes(provider.clientSecret));
  const person = makePerson();
  await connect(person, integration);
});

test('a secret is not sent to an address of another origin where it is not sent along', async () => {
  const integration = await makeIntegration();
  const path = `${INTEGRATIONS}/${integration.id}`;
  const { clientSecret: _, ...body } = inputOf({ tokenUrl: 'https://evil.example.com/token' });
  const answer = await app.call({ method: 'PUT', path, body });
  assert.equal((answer.json() as Problem).issues?.[0]?.path, 'clientSecret');
});

test('the tokens of all end where the client or an address of the provider changes', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  const { accessToken = '' } = await credentialOf(person, integration);
  const body = inputOf({ name: integration.name, clientId: 'another' });
  await app.call({ method: 'PUT', path: `${INTEGRATIONS}/${integration.id}`, body });
  assert.equal((await credentialOf(person, integration)).status, 'missing');
  assert.ok(provider.revoked.has(accessToken));
});

test('the state of one person does not connect another', async () => {
  const integration = await makeIntegration();
  const [attacker, victim] = [makePerson(), makePerson()];
  const answer = await start(attacker, integration);
  assert.equal((await comeBack(victim, answer)).statusCode, 403);
  assert.equal((await credentialOf(victim, integration)).status, 'missing');
  assert.equal((await comeBack(attacker, answer)).statusCode, 303, 'it was not used up');
});

test('a state does not leave the browser that it was made for', async () => {
  const integration = await makeIntegration();
  const email = `${randomUUID()}@example.com`;
  const id = await app.build.user({ tenantId: app.tenantId, role: 'Viewer', email, password });
  const [one, other] = [
    { id, cookie: await signIn(email) },
    { id, cookie: await signIn(email) },
  ];
  const answer = await start(one, integration);
  assert.equal((await comeBack(other, answer)).statusCode, 403);
  assert.equal((await comeBack({ cookie: '' }, answer)).statusCode, 401);
});

test('a callback that is replayed is refused, and so is a state that was made up', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  const answer = await start(person, integration);
  assert.equal((await comeBack(person, answer)).statusCode, 303);
  assert.equal((await comeBack(person, answer)).statusCode, 403);
  assert.equal((await comeBack(person, { ...answer, state: 'made-up' })).statusCode, 403);
  const late = await start(person, integration);
  await app.database.pool.query('update oauth_flows set expires_at = now()');
  assert.equal((await comeBack(person, late)).statusCode, 403);
});

test('an answer of another issuer is a mix-up: nothing is exchanged', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  const answer = await start(person, integration);
  const before = provider.accessTokens.size;
  const mixed = await comeBack(person, { ...answer, iss: 'https://evil.example.com' });
  assert.equal(mixed.headers.location, `/connections?failed=${integration.id}`);
  assert.match((await statusOf(person, integration)).lastError ?? '', /another provider/);
  assert.equal(provider.accessTokens.size, before);
  const right = await start(person, integration);
  assert.equal((await comeBack(person, { ...right, iss: provider.url })).statusCode, 303);
  assert.equal((await statusOf(person, integration)).status, 'active');
});

test('an error of the provider is shown as text, cut short, and without what was sent', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  const { state = '' } = await start(person, integration);
  const description = `<script>alert(1)</script>\u0000\n${'x'.repeat(1_000)}`;
  await comeBack(person, { state, error: 'access_denied', error_description: description });
  const { status, lastError } = await statusOf(person, integration);
  assert.equal(status, 'error');
  assert.match(lastError ?? '', /^The provider refuses: access_denied \(<script>/);
  assert.ok((lastError ?? '').length < 400 && !/[\0\n]/.test(lastError ?? ''));
  provider.fault = (form) => ({
    status: 400,
    body: JSON.stringify({ error: 'invalid_grant', error_description: `bad ${form.get('client_secret')}` }),
  });
  await comeBack(person, await start(person, integration));
  assert.equal((await statusOf(person, integration)).lastError, 'The provider refuses: invalid_grant');
});

test('a token address in a private network is not reached', async () => {
  const integration = await makeIntegration({ tokenUrl: 'http://169.254.169.254/token' });
  const person = makePerson();
  await comeBack(person, await start(person, integration));
  assert.match((await statusOf(person, integration)).lastError ?? '', /private network/);
});

test('addresses that are none, and settings of another type, are refused by their names', async () => {
  const config = {
    issuer: 7,
    tokenEndpointAuthMethod: 'none',
    authorizationParams: { redirect_uri: 'https://evil.example.com' },
    dataSourceHosts: 'db',
  };
  const body = inputOf({ authUrl: 'javascript:alert(1)', tokenUrl: 'https://u:p@x.example.com', config });
  const answer = await app.call({ method: 'POST', path: INTEGRATIONS, body });
  const paths = ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
  assert.deepEqual(paths.sort(), [
    'authUrl',
    'config.authorizationParams',
    'config.dataSourceHosts',
    'config.issuer',
    'config.tokenEndpointAuthMethod',
    'tokenUrl',
  ]);
});

test('a token is given for the hosts alone that the integration names', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  assert.deepEqual(await credentialOf(person, integration, 0, 'evil.example.com'), { status: 'refused' });
});

test('two servers refresh a token that ends once, and both have the new one', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  const { accessToken } = await credentialOf(person, integration);
  await age(person, integration, 'access_token_expires_at = now()');
  const held = Promise.withResolvers<void>();
  provider.gate = held.promise;
  const before = provider.refreshes;
  const asked = [0, 1, 0, 1].map((server) => credentialOf(person, integration, server));
  await untilTrue(async () => provider.refreshes > before);
  held.resolve();
  const found = await Promise.all(asked);
  assert.equal(provider.refreshes, before + 1);
  assert.equal(new Set(found.map((credential) => credential.accessToken)).size, 1);
  assert.notEqual(found[0]?.accessToken, accessToken);
});

test('a token is refreshed in the background before it ends, and kept alive by the new refresh token', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  const before = provider.refreshes;
  for (const server of servers) {
    await age(person, integration, "access_token_expires_at = now() + interval '2 minutes'");
    await server.refresh.refreshDue(new AbortController().signal);
  }
  assert.equal(provider.refreshes, before + 2);
  assert.equal((await statusOf(person, integration)).status, 'active');
});

test('a refresh that is refused keeps the connection with status and error; one that fails is tried again', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  await age(person, integration, 'access_token_expires_at = now()');
  provider.fault = () => ({ status: 503, body: 'down' });
  assert.equal((await credentialOf(person, integration)).status, 'expired');
  const failed = await statusOf(person, integration);
  assert.deepEqual([failed.status, failed.lastError], ['expired', 'The provider answers 503']);
  provider.fault = undefined;
  await age(person, integration, 'next_refresh_at = now()');
  assert.equal((await credentialOf(person, integration)).status, 'active');
  await age(person, integration, 'access_token_expires_at = now()');
  provider.fault = () => ({ status: 400, body: '{"error":"invalid_grant"}' });
  assert.deepEqual(await credentialOf(person, integration), { status: 'error' });
  const refused = await statusOf(person, integration);
  assert.deepEqual([refused.status, refused.lastError], ['error', 'The provider refuses: invalid_grant']);
});

test('a server that dies in a refresh is followed by another', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  await age(
    person,
    integration,
    "access_token_expires_at = now(), claim_id = gen_random_uuid(), claimed_until = now() - interval '1 second'",
  );
  assert.equal((await credentialOf(person, integration)).status, 'active');
});

test('what is refreshed for a person who has disconnected meanwhile is revoked', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  await age(person, integration, 'access_token_expires_at = now()');
  const held = Promise.withResolvers<void>();
  provider.gate = held.promise;
  const before = provider.refreshes;
  const asked = credentialOf(person, integration);
  await untilTrue(async () => provider.refreshes > before);
  const path = `${TOKENS}/${integration.id}`;
  assert.equal((await asPerson(person, { method: 'DELETE', path })).statusCode, 200);
  const known = new Set(provider.accessTokens);
  held.resolve();
  assert.deepEqual(await asked, { status: 'missing' });
  const given = [...provider.accessTokens].filter((token) => !known.has(token));
  assert.equal(given.length, 1);
  assert.ok(given.every((token) => provider.revoked.has(token)));
});

test('a person who disconnects has their tokens revoked at the provider', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  const { accessToken = '' } = await credentialOf(person, integration);
  const path = `${TOKENS}/${integration.id}`;
  const answer = await asPerson(person, { method: 'DELETE', path });
  assert.deepEqual(answer.json(), { success: true, revokedAtProvider: true });
  assert.ok(provider.revoked.has(accessToken));
  assert.equal((await asPerson(person, { method: 'GET', path })).statusCode, 404);
});

test('an integration that is deleted takes the tokens of all with it', async () => {
  const integration = await makeIntegration();
  const people = [makePerson(), makePerson()];
  for (const person of people) await connect(person, integration);
  const tokens = await Promise.all(people.map((person) => credentialOf(person, integration)));
  const removed = await app.call({ method: 'DELETE', path: `${INTEGRATIONS}/${integration.id}` });
  assert.equal(removed.statusCode, 200, removed.body);
  for (const { accessToken = '' } of tokens) assert.ok(provider.revoked.has(accessToken));
});

test('a name is taken once, in any case', async () => {
  const { name } = await makeIntegration();
  const body = inputOf({ name: name.toUpperCase() });
  const answer = await app.call({ method: 'POST', path: INTEGRATIONS, body });
  assert.equal((answer.json() as Problem).code, 'oauth_integration_name_taken');
});

test('a key rotation encrypts secrets and tokens again', async () => {
  const integration = await makeIntegration();
  const person = makePerson();
  await connect(person, integration);
  const before = await credentialOf(person, integration);
  await rotateKey(app.database.db, createFileKeyring(app.dataDir));
  assert.deepEqual(await credentialOf(person, integration), before);
  await connect(makePerson(), integration);
});

test('no token, code or secret is in the log', () => {
  const log = lines.join('\n');
  for (const secret of [...provider.accessTokens, provider.clientSecret]) assert.ok(!log.includes(secret));
});
