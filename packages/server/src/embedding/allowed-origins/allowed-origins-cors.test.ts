import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const ORIGIN = 'https://app.example.com';
const path = '/api/v1/embed/allowed-origins';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  const answer = await testApp.call({ method: 'PUT', path, body: { origins: [ORIGIN] } });
  assert.equal(answer.statusCode, 200, answer.body);
});
after(() => testApp.close());

const preflight = (origin: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/deployments/${testApp.deploymentId}/folders`,
    headers: { origin, 'access-control-request-method': 'POST', ...headers },
  });
const get = (headers: Record<string, string>) =>
  testApp.app.inject({ method: 'GET', url: '/api/v1/deployments', headers });
const authorization = () => ({ authorization: `Bearer ${testApp.adminKey}` });
const corsHeaders = (answer: { headers: object }) =>
  Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));

test('a page of an allowed origin may ask before it calls', async () => {
  const answer = await preflight(ORIGIN);
  assert.equal(answer.statusCode, 204, answer.body);
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
  assert.match(String(answer.headers['access-control-allow-methods']), /\bDELETE\b/);
  assert.match(String(answer.headers['access-control-allow-headers']), /\bauthorization\b/);
  assert.match(String(answer.headers.vary), /origin/i);
});

test('its answers and refusals can be read, with the headers that say when to come back and which request it was', async () => {
  for (const [headers, status] of [
    [{ origin: ORIGIN, ...authorization() }, 200],
    [{ origin: ORIGIN }, 401],
  ] as const) {
    const answer = await get(headers);
    assert.equal(answer.statusCode, status, answer.body);
    assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
    const exposed = String(answer.headers['access-control-expose-headers']);
    for (const name of ['retry-after', 'x-request-id']) assert.ok(exposed.includes(name), exposed);
  }
});

test('no page of another origin may use a cookie', async () => {
  const answers = [await preflight(ORIGIN), await get({ origin: ORIGIN, ...authorization() })];
  for (const answer of answers) assert.ok(!('access-control-allow-credentials' in answer.headers));
});

test('a page of any other origin is allowed nothing', async () => {
  const others = ['https://evil.example.com', `${ORIGIN}.evil.example`, 'http://app.example.com', 'null'];
  for (const origin of others) {
    const asked = await preflight(origin);
    assert.equal(asked.statusCode, 405, origin);
    assert.equal(asked.headers['allow'], 'GET, HEAD, POST');
    const answered = await get({ origin, ...authorization() });
    assert.equal(answered.statusCode, 200);
    for (const answer of [asked, answered]) assert.deepEqual(corsHeaders(answer), [], origin);
  }
});

test('the host of the request decides on the account of the origins', async () => {
  await testApp.build.tenant({ host: 'other.example.com' });
  assert.equal((await preflight(ORIGIN, { host: 'other.example.com' })).statusCode, 405);
});

test('an account without allowed origins lets no other page call its API', async () => {
  await testApp.call({ method: 'PUT', path, body: { origins: [] } });
  assert.equal((await preflight(ORIGIN)).statusCode, 405);
  await testApp.call({ method: 'PUT', path, body: { origins: [ORIGIN] } });
});

test('what is not of the management API stays as it is', async () => {
  const page = await testApp.app.inject({
    method: 'OPTIONS',
    url: '/nowhere',
    headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
  });
  assert.equal(page.statusCode, 404);
  assert.deepEqual(corsHeaders(page), []);
});
