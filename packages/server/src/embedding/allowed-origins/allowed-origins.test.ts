import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const path = '/api/v1/embed/allowed-origins';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const put = (origins: unknown[], key?: string) =>
  testApp.call({ method: 'PUT', path, body: { origins }, ...(key !== undefined && { key }) });

test('origins are kept without repeats and without slashes at the end', async () => {
  const answer = await put(['https://a.example.com/', 'https://a.example.com', 'http://localhost:5173']);
  assert.deepEqual(answer.json(), { origins: ['https://a.example.com', 'http://localhost:5173'] });
  assert.deepEqual((await testApp.call({ method: 'GET', path })).json(), answer.json());
});

test('what is no origin is refused with its place, and nothing changes', async () => {
  const { origins } = (await testApp.call({ method: 'GET', path })).json() as { origins: string[] };
  for (const origin of ['https://a.example.com/app', 'ftp://a.example.com', 'javascript:alert(1)']) {
    const answer = await put(['https://b.example.com', origin]);
    assert.equal(answer.statusCode, 400, origin);
    assert.equal(answer.json().issues[0].path, 'origins[1]');
  }
  assert.deepEqual((await testApp.call({ method: 'GET', path })).json(), { origins });
});

test('a key that is scoped to deployments changes nothing of the account', async () => {
  const { build, tenantId, adminId, deploymentId } = testApp;
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const answer = await put(['https://c.example.com'], scoped);
  assert.equal(answer.statusCode, 403);
  assert.equal(answer.json().code, 'forbidden');
});
