import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

/** The pages of the surfaces: who may frame them, and what they may do. */
let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

const ORIGIN = 'https://app.example.com';
const surfaces = [
  ['/embed/dashboard/abc123', 'session'],
  ['/embed/d/1/app', 'session'],
  ['/embed/d/1/app/workbook/7', 'session'],
  ['/embed/chat', 'sessionId'],
] as const;

const open = async (url: string) => {
  const answer = await world.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  assert.equal(answer.statusCode, 200, url);
  const directives = String(answer.headers['content-security-policy']).split('; ');
  return {
    ...answer,
    sources: (name: string) =>
      directives.find((directive) => directive.startsWith(`${name} `))?.slice(name.length + 1),
  };
};
const allow = async (origins: string[]) => {
  const path = '/api/v1/embed/allowed-origins';
  const answer = await world.call({ method: 'PUT', path, body: { origins } });
  assert.equal(answer.statusCode, 200, answer.body);
};

test('where no origin is allowed, any page frames a surface with a session, and none one without', async () => {
  await allow([]);
  for (const [path, parameter] of surfaces) {
    assert.equal((await open(`${path}?${parameter}=abc`)).sources('frame-ancestors'), '*', path);
    assert.equal((await open(path)).sources('frame-ancestors'), "'none'", path);
  }
});

test('a surface does not take the session of another for its own', async () => {
  await allow([]);
  assert.equal((await open('/embed/chat?session=abc')).sources('frame-ancestors'), "'none'");
  assert.equal((await open('/embed/d/1/app?sessionId=abc')).sources('frame-ancestors'), "'none'");
});

test('allowed origins frame every surface, and no other page does', async () => {
  await allow([ORIGIN]);
  for (const [path, parameter] of surfaces)
    for (const url of [path, `${path}?${parameter}=abc`])
      assert.equal((await open(url)).sources('frame-ancestors'), ORIGIN, url);
  await allow([]);
});

test('a surface runs its own scripts alone, is kept nowhere and tells no other site its address', async () => {
  for (const [path] of surfaces) {
    const { headers, sources } = await open(path);
    assert.equal(sources('script-src'), "'self'", path);
    assert.doesNotMatch(String(sources('style-src')), /unsafe/, path);
    assert.equal(headers['cache-control'], 'no-store', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
  }
});

test('a page with styles of its libraries gets another nonce each time', async () => {
  const nonceOf = ({ body, sources }: Awaited<ReturnType<typeof open>>) => {
    const [, nonce] = /"styleNonce":"([^"]+)"/.exec(body) ?? [];
    assert.ok(nonce !== undefined && sources('style-src')?.includes(`'nonce-${nonce}'`));
    return nonce;
  };
  assert.notEqual(nonceOf(await open('/embed/chat')), nonceOf(await open('/embed/chat')));
});
