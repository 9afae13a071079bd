import assert from 'node:assert/strict';
import { after, afterEach, before, mock, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp } from './test/index.ts';

const DAY_MS = 86_400_000;
const email = 'analyst@example.com';
const password = 'correct horse battery staple';

/** A server on a machine with another day than its database. */
let world: TestApp;
before(async () => {
  world = await createTestApp();
  await world.build.user({ tenantId: world.tenantId, role: 'Explorer', email, password });
});
afterEach(() => mock.timers.reset());
after(() => world.close());

function setClock(offsetMs: number): void {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Date.now() + offsetMs });
}

const post = (path: string, body: object, key?: string) =>
  world.call({ method: 'POST', path, body, ...(key !== undefined && { key }) });

const getMe = (headers: Record<string, string>) =>
  world.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers });

async function signIn(): Promise<string> {
  const { cookies, statusCode, body } = await post('/api/v1/sign-in', { email, password }, '');
  assert.equal(statusCode, 200, body);
  return `${cookies[0]?.name}=${cookies[0]?.value}`;
}

async function openEmbedSession(): Promise<{ authorization: string }> {
  const generated = await post('/api/v1/embed/generate-session', {
    deploymentId: world.deploymentId,
    externalId: 'viewer',
  });
  const exchanged = await post('/api/v1/embed/session/token', generated.json() as object, '');
  assert.equal(exchanged.statusCode, 200, exchanged.body);
  return { authorization: `Embed-Token ${(exchanged.json() as { token: string }).token}` };
}

/** Any operation that an embed token may call; there is no such dashboard. */
const getDashboard = (headers: { authorization: string }) =>
  world.call({ method: 'GET', path: '/api/v1/embed/dashboard/AAAAAAAAAAAA', key: '', headers });

for (const [name, offsetMs] of [
  ['ahead', DAY_MS],
  ['back', -DAY_MS],
] as const)
  test(`with the clock a day ${name} new callers are served, and earlier credentials last`, async () => {
    const calls = createWorkspaceCalls(world);
    const [cookie, token] = [await signIn(), await openEmbedSession()];
    setClock(offsetMs);
    await calls.makeFolder(`The clock is ${name}`);
    assert.equal((await getMe({ cookie })).statusCode, 200, 'a session that was there');
    assert.equal((await getMe({ cookie: await signIn() })).statusCode, 200, 'a session that begins');
    assert.equal((await getDashboard(await openEmbedSession())).statusCode, 404, 'a token that is made');
    // A token says itself when it ends, by the clock of the machine: a day on, it has.
    assert.equal((await getDashboard(token)).statusCode, offsetMs > 0 ? 401 : 404);
    setClock(0);
    assert.equal((await getDashboard(token)).statusCode, 404);
  });

test('a key that has expired by the clock of the database stays so, whatever the machine believes', async () => {
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId: world.adminId });
  const setExpiry = async (end: string) => {
    await world.database.pool.query(`update api_keys set expires_at = ${end}`);
    // What a change through the API does before it is answered.
    await world.database.credentialChanges.catchUp();
  };
  const me = () => getMe({ authorization: `Bearer ${key}` });
  assert.equal((await me()).statusCode, 200);
  await setExpiry("now() - interval '1 second'");
  setClock(-DAY_MS);
  assert.equal((await me()).statusCode, 401);
  await setExpiry('null');
  assert.equal((await me()).statusCode, 200);
});

test('who has to wait after wrong passwords waits seconds, whatever the clock does', async () => {
  const guess = () => post('/api/v1/sign-in', { email: 'guessed@example.com', password: 'wrong' }, '');
  let refused = await guess();
  for (let attempt = 0; attempt < 20 && refused.statusCode !== 429; attempt += 1) refused = await guess();
  assert.equal(refused.statusCode, 429, refused.body);
  setClock(-DAY_MS);
  const stillRefused = await guess();
  assert.equal(stillRefused.statusCode, 429);
  assert.ok(Number(stillRefused.headers['retry-after']) < 3_600, String(stillRefused.headers['retry-after']));
});
