import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

const path = '/api/v1/app-config/image-hosts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  await put([]);
});
after(() => testApp.close());

const put = (hosts: unknown[], key?: string) =>
  testApp.call({ method: 'PUT', path, body: { hosts }, ...(key !== undefined && { key }) });

const policyOf = async (url: string, host?: string) => {
  const headers = { accept: 'text/html', ...(host !== undefined && { host }) };
  const answer = await testApp.app.inject({ method: 'GET', url, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  const [, sources = ''] = /img-src ([^;]*)/.exec(String(answer.headers['content-security-policy'])) ?? [];
  const [, config = ''] = /id="oriel-config">(.*?)<\/script>/.exec(answer.body) ?? [];
  // What a page of ours is told is JSON.
  const { imageHosts } = JSON.parse(config) as { imageHosts: unknown };
  return { sources: sources.split(' '), imageHosts };
};

test('an account shows pictures of no other host until it lists some', async () => {
  assert.deepEqual((await testApp.call({ method: 'GET', path })).json(), { hosts: [] });
  for (const page of ['/', '/embed/dashboard/abc?session=x'])
    assert.deepEqual(await policyOf(page), { sources: ["'self'", 'data:'], imageHosts: [] });
});

test('the hosts stand in the policy of the console and of embedded pages, and in the pages', async () => {
  const answer = await put([' Images.Example.com ', 'images.example.com', '*.example.org']);
  assert.deepEqual(answer.json(), { hosts: ['images.example.com', '*.example.org'] });
  for (const page of ['/workspace', '/embed/dashboard/abc?session=x', '/embed/dashboard/abc']) {
    const { sources, imageHosts } = await policyOf(page);
    assert.deepEqual(sources.slice(2), ['https://images.example.com', 'https://*.example.org']);
    assert.deepEqual(imageHosts, ['images.example.com', '*.example.org']);
  }
});

test('they are those of the account that the host of the page belongs to', async () => {
  await put(['images.example.com']);
  await testApp.build.tenant({ host: 'other.example.com' });
  assert.deepEqual((await policyOf('/', 'other.example.com')).imageHosts, []);
});

test('what is no host is refused with its place, and nothing changes', async () => {
  await put(['images.example.com']);
  for (const host of [
    'https://a.example.com',
    '*',
    '*.com',
    "a.example.com;script-src 'self'",
    '10.0.0.1',
    '',
  ]) {
    const answer = await put(['b.example.com', host]);
    assert.equal(answer.statusCode, 400, host);
    assert.equal(answer.json().issues[0].path, 'hosts[1]');
  }
  assert.equal(
    (await put(Array.from({ length: 51 }, (_, index) => `h${index}.example.com`))).statusCode,
    400,
  );
  assert.deepEqual((await testApp.call({ method: 'GET', path })).json(), { hosts: ['images.example.com'] });
});

test('administrators alone set them, with a credential that reaches the whole account', async () => {
  const { build, tenantId, adminId, deploymentId } = testApp;
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  assert.equal((await put(['c.example.com'], scoped)).statusCode, 403);
  const developer = await build.user({ tenantId, role: 'Developer' });
  const key = await build.apiKey({ tenantId, userId: developer });
  assert.equal((await put(['c.example.com'], key)).statusCode, 403);
  assert.equal((await testApp.call({ method: 'GET', path, key })).statusCode, 403);
});
