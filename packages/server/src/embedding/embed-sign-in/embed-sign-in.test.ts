import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { completeSignIn } from '../../identity/sign-in/complete-sign-in.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';

/** The sign-in of a window, handed on to the frame that the window was opened for. */
let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

const makeVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => hash('sha256', verifier, 'base64url');

/** A person with a session of the console of their own. */
async function signIn(role: 'Viewer' | 'Admin' = 'Viewer') {
  const { tenantId, database, build } = world;
  const userId = await build.user({ tenantId, role });
  const session = { tenantId, userId, method: 'password', clientAddress: '192.0.2.1' } as const;
  const { token } = await completeSignIn(database.db, session);
  const cookie = { cookie: `oriel_session=${token}`, 'sec-fetch-site': 'same-origin' };
  const send = (path: string, body: unknown, headers: Record<string, string> = cookie) =>
    world.call({ method: 'POST', path, key: '', body, headers });
  return { userId, cookie, send };
}
type Person = Awaited<ReturnType<typeof signIn>>;

async function codeFor({ send }: Person, verifier: string): Promise<string> {
  const answer = await send('/api/v1/embed/sign-in/code', { challenge: challengeOf(verifier) });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ code: string }>().code;
}
const redeem = (code: string, verifier: string) =>
  world.call({ method: 'POST', path: '/api/v1/embed/sign-in/token', key: '', body: { code, verifier } });
async function tokenOf(person: Person): Promise<string> {
  const verifier = makeVerifier();
  const answer = await redeem(await codeFor(person, verifier), verifier);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ token: string }>().token;
}
const ask = (
  token: string,
  path = '/api/v1/users/me',
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  body?: unknown,
) => world.call({ method, path, key: '', body, headers: { authorization: `Embed-Token ${token}` } });
const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code: string }).code;

test('a frame that has the secret gets a token of the person who has signed in', async () => {
  const person = await signIn();
  const token = await tokenOf(person);
  const answer = await ask(token);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json<{ id: number }>().id, person.userId);
  assert.equal((await ask(token, `/api/v1/deployments/${world.deploymentId}/workbooks`)).statusCode, 200);
});

test('a code works once', async () => {
  const person = await signIn();
  const verifier = makeVerifier();
  const code = await codeFor(person, verifier);
  const answers = await Promise.all([redeem(code, verifier), redeem(code, verifier), redeem(code, verifier)]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 401, 401]);
  assert.equal(codeOf(await redeem(code, verifier)), 'embed_session_unknown');
});

test('who has the code without the secret gets nothing, and uses it up', async () => {
  const person = await signIn();
  const verifier = makeVerifier();
  const code = await codeFor(person, verifier);
  assert.equal((await redeem(code, makeVerifier())).statusCode, 401);
  assert.equal((await redeem(code, verifier)).statusCode, 401);
});

test('a code that is a minute old is none', async () => {
  const person = await signIn();
  const verifier = makeVerifier();
  const code = await codeFor(person, verifier);
  await world.database.pool.query("update embed_sign_in_codes set expires_at = now() - interval '1 second'");
  assert.equal((await redeem(code, verifier)).statusCode, 401);
});

test('only the person makes a code, and only on a page of this server', async () => {
  const person = await signIn();
  const body = { challenge: challengeOf(makeVerifier()) };
  const path = '/api/v1/embed/sign-in/code';
  const foreign = await person.send(path, body, { ...person.cookie, 'sec-fetch-site': 'cross-site' });
  assert.equal(codeOf(foreign), 'csrf_refused');
  assert.equal(codeOf(await world.call({ method: 'POST', path, body })), 'console_session_required');
  assert.equal((await person.send(path, body, {})).statusCode, 401);
  const token = await tokenOf(person);
  assert.equal(codeOf(await ask(token, path, 'POST', body)), 'console_session_required');
});

test('the token ends with the sign-out', async () => {
  const person = await signIn();
  const token = await tokenOf(person);
  const verifier = makeVerifier();
  const code = await codeFor(person, verifier);
  assert.equal((await person.send('/api/v1/sign-out', undefined)).statusCode < 300, true);
  assert.equal((await ask(token)).statusCode, 401);
  assert.equal((await redeem(code, verifier)).statusCode, 401, 'and so does a code');
});

test('the token ends with the deactivation of the user', async () => {
  const person = await signIn();
  const token = await tokenOf(person);
  await world.database.pool.query('update users set is_deactivated = true where id = $1', [person.userId]);
  assert.equal((await ask(token)).statusCode, 401);
});

test('the token makes no credentials and changes nothing of people, also not of an administrator', async () => {
  const token = await tokenOf(await signIn('Admin'));
  const answer = await ask(token, '/api/v1/api-keys', 'POST', { name: 'More' });
  assert.equal(codeOf(answer), 'insufficient_scope', answer.body);
});

test('the token asks an agent, stops its answer, and exports what the surface shows', async () => {
  const token = await tokenOf(await signIn('Admin'));
  const { rows } = await world.database.pool.query<{ name: string }>(
    'select name from tenants where id = $1',
    [world.tenantId],
  );
  const accountName = rows[0]?.name;
  const chat = `/api/v1/public/${accountName}/agents/1/chat`;
  const post = (path: string, body: object) => ask(token, path, 'POST', body);
  const asked = await post(`${chat}/stream-chat-state`, { input: 'How many?' });
  assert.equal(asked.statusCode, 200, asked.body);
  // There is neither such a chat nor such a dashboard: that is what operations say that may be called.
  const chatId = '0196f0a0-0000-7000-8000-000000000000';
  assert.equal(codeOf(await post(`${chat}/abort`, { chatId })), 'chat_thread_not_found');
  const file = await post('/api/v1/embed/dashboard/abcdefghijkl/export', { format: 'pdf' });
  assert.equal(codeOf(file), 'dashboard_not_found', file.body);
});

test('a token that was changed is none', async () => {
  const token = await tokenOf(await signIn());
  const [header = '', , signature = ''] = token.split('.');
  const other = await signIn('Admin');
  const [, otherPayload = ''] = (await tokenOf(other)).split('.');
  assert.equal((await ask([header, otherPayload, signature].join('.'))).statusCode, 401);
  assert.equal((await ask(`${token}x`)).statusCode, 401);
});
