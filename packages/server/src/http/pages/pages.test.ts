import type { Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../../test/index.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

const ask = (url: string, accept?: string, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

test('the root answers clients that do not accept HTML in plain text', async () => {
  for (const accept of [undefined, '*/*', 'application/json']) {
    const answer = await ask('/', accept);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    const addresses = answer.body.match(/http:\/\/\S+/g) ?? [];
    assert.deepEqual(
      addresses.map((address) => new URL(address).pathname),
      ['/', '/docs/api', '/api/v1/spec', '/readyz'],
    );
  }
});

test('every address in it answers', async () => {
  const { body } = await ask('/');
  for (const address of body.match(/http:\/\/\S+/g) ?? []) {
    const { pathname } = new URL(address);
    const answer = await ask(pathname, 'text/html,*/*');
    assert.ok(answer.statusCode < 400, `${pathname}: ${answer.statusCode}`);
  }
});

test('HEAD of the root has the same headers and no body', async () => {
  const [head, get] = [await ask('/', '*/*', 'HEAD'), await ask('/', '*/*')];
  assert.deepEqual([head.statusCode, head.body], [200, '']);
  for (const name of ['content-type', 'content-length', 'cache-control', 'vary'])
    assert.equal(head.headers[name], get.headers[name], name);
});

test('a browser gets the console at every address that is not a program’s', async () => {
  for (const path of ['/', '/?from=mail', '/console', '/workspace/folders/3']) {
    const answer = await ask(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    assert.equal(answer.statusCode, 200, path);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.match(String(answer.headers['vary']), /\baccept\b/);
  }
});

test('a program that asks for an address of the console is told that nothing is there', async () => {
  const answer = await ask('/workspace', '*/*');
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.json<Problem>().code, 'not_found');
});

test('the package of the host SDK is an archive that anybody gets, uncompressed and once more by its tag', async () => {
  const answer = await world.app.inject({
    method: 'GET',
    url: '/embed/sdk.tgz',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/octet-stream');
  assert.equal(answer.headers['content-encoding'], undefined);
  assert.match(gunzipSync(answer.rawPayload).toString('latin1'), /package\/package\.json/);
  const again = await world.app.inject({
    method: 'GET',
    url: '/embed/sdk.tgz',
    headers: { 'if-none-match': String(answer.headers['etag']) },
  });
  assert.equal(again.statusCode, 304);
});
