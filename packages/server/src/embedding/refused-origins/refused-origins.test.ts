import { limits, type EmbedRefusedOrigin } from '@oriel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { serverBrands } from '@oriel/contract';
import { connectDatabase } from '../../db/database.ts';
import { removeExpired } from '../../jobs/expired-rows.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { MAX_NEW_ORIGINS_PER_HOUR } from './refused-origin-store.ts';
import { applicationTables } from '../../application-tables.ts';

/** Frames of pages that may not embed: what they are answered, and what administrators learn. */
let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());
beforeEach(async () => {
  await allow([ALLOWED]);
  await world.database.pool.query('delete from refused_embed_origins');
});

const ALLOWED = 'https://app.example.com';
const REFUSED = 'https://other.example.com';
const ALLOWED_PATH = '/api/v1/embed/allowed-origins';
const REFUSED_PATH = '/api/v1/embed/refused-origins';
const surfaces = [
  ['dashboard', '/embed/dashboard/abc123', 'session'],
  ['app', '/embed/d/1/app', 'session'],
  ['app', '/embed/d/1/app/workbook/7', 'session'],
  ['chat', '/embed/chat', 'sessionId'],
] as const;

async function allow(origins: string[]): Promise<void> {
  const answer = await world.call({ method: 'PUT', path: ALLOWED_PATH, body: { origins } });
  assert.equal(answer.statusCode, 200, answer.body);
}

async function generate(settings: object = {}): Promise<string> {
  const body = { deploymentId: world.deploymentId, embedTenantName: 'acme', externalId: 'viewer', settings };
  const answer = await world.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { sessionId: string }).sessionId;
}

/** What a browser asks for when a page of an origin frames an address. */
async function frame(url: string, headers: Record<string, string> = {}, { app } = world) {
  return app.inject({
    method: 'GET',
    url,
    headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe', referer: `${REFUSED}/`, ...headers },
  });
}

async function list({ call } = world): Promise<EmbedRefusedOrigin[]> {
  const answer = await call({ method: 'GET', path: REFUSED_PATH });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { items: EmbedRefusedOrigin[] }).items;
}
const counts = async () => (await list()).map(({ origin, refusals }) => [origin, refusals]);

/** What the page is told, which stands in it. */
function configOf(body: string): Record<string, unknown> {
  const [, json = ''] = /id="oriel-config">(.*?)<\/script>/.exec(body) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

test('a frame of a page that is not allowed gets a page that says so, on every surface, with and without a session', async () => {
  for (const [surface, path, parameter] of surfaces)
    for (const url of [path, `${path}?${parameter}=abc`]) {
      const { statusCode, headers, body } = await frame(url);
      assert.equal(statusCode, 403, url);
      assert.deepEqual(configOf(body), { brand: 'svc', surface, origin: REFUSED, locales: [] });
      assert.doesNotMatch(body, new RegExp(ALLOWED));
      assert.equal(headers['set-cookie'], undefined);
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(String(headers['vary']), /referer/);
    }
});

test('the page of the refusal runs its own script alone, loads nothing and is framed by any page', async () => {
  const { headers, body } = await frame('/embed/chat');
  const hashOf = (tag: string) => {
    const [, content = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(body) ?? [];
    assert.ok(content.length > 100, tag);
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  );
});

test('where no origin is allowed, a surface without a session is refused, and one with a session is framed', async () => {
  await allow([]);
  assert.equal((await frame('/embed/chat')).statusCode, 403);
  assert.equal(
    (await frame('/embed/chat?session=abc')).statusCode,
    403,
    'it is the session of another surface',
  );
  const framed = await frame('/embed/chat?sessionId=abc');
  assert.equal(framed.statusCode, 200);
  assert.match(String(framed.headers['content-security-policy']), /frame-ancestors \*/);
});

test('a page that is allowed, and one that is not framed, gets the surface', async () => {
  const allowed: Record<string, string>[] = [
    { referer: `${ALLOWED}/deep/page?query` },
    { 'sec-fetch-dest': 'document' },
    { 'sec-fetch-dest': '' },
  ];
  for (const headers of allowed) {
    const answer = await frame('/embed/chat?sessionId=abc', headers);
    assert.equal(answer.statusCode, 200, JSON.stringify(headers));
    assert.match(
      String(answer.headers['content-security-policy']),
      /frame-ancestors https:\/\/app\.example\.com/,
    );
  }
  assert.deepEqual(await list(), []);
});

test('a frame, an object and an embed element are refused alike', async () => {
  for (const destination of ['frame', 'object', 'embed'])
    assert.equal((await frame('/embed/chat', { 'sec-fetch-dest': destination })).statusCode, 403);
});

test('a referrer that names no origin leaves the decision to the browser, by the policy of the page', async () => {
  for (const referer of [
    '',
    'null',
    'about:blank',
    'about:client',
    'data:text/html,x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'blob:https://other.example.com/1',
    'ftp://other.example.com/',
    'https://',
    'https://[::1',
    'https://a b.example',
    '//other.example.com/',
    `https://${'a'.repeat(10_000)}.example/`,
  ]) {
    const answer = await frame('/embed/chat', { referer });
    assert.equal(answer.statusCode, 200, referer);
    assert.match(
      String(answer.headers['content-security-policy']),
      /frame-ancestors https:\/\/app\.example\.com/,
    );
  }
  assert.deepEqual(await list(), []);
});

test('of a hostile referrer the origin alone is taken, and nothing of it becomes a part of the page', async () => {
  for (const [referer, origin] of [
    ['https://other.example.com/</script><script>hostile(1)</script>?a=\'b\'&c="d"', REFUSED],
    ['https://user:password@other.example.com:443/', REFUSED],
    ['HTTPS://OTHER.example.com/path', REFUSED],
    ['https://other.example.com.evil.example:8443/', 'https://other.example.com.evil.example:8443'],
    [`${ALLOWED}.evil.example/`, `${ALLOWED}.evil.example`],
    ['https://$&.evil.example/', 'https://$&.evil.example'],
    ['https://bücher.example/'.normalize(), 'https://xn--bcher-kva.example'],
  ] as const) {
    // Headers are bytes: a browser writes names of other alphabets in those of this one.
    const answer = await frame('/embed/chat', { referer: new URL(referer).href });
    assert.equal(answer.statusCode, 403, referer);
    assert.equal(configOf(answer.body)['origin'], origin);
    assert.doesNotMatch(answer.body, /hostile|password/);
  }
});

test('a refusal is noted once for each session that waits for its exchange', async () => {
  const [one, other] = [await generate(), await generate()];
  for (const session of [one, one, other, one]) await frame(`/embed/dashboard/abc123?session=${session}`);
  assert.deepEqual(await counts(), [[REFUSED, 2]]);
  const [noted] = await list();
  assert.ok(noted && Date.parse(noted.firstRefusedAt) < Date.parse(noted.lastRefusedAt));
});

test('a session that is unknown, used, over or of another account is not noted', async () => {
  const [used, over] = [await generate(), await generate()];
  const body = { sessionId: used };
  await world.call({ method: 'POST', path: '/api/v1/embed/session/token', key: '', body });
  await world.database.pool.query(
    `update embed_sessions set expires_at = now() - interval '1 second' where hash = sha256($1)`,
    [over],
  );
  for (const session of ['0'.repeat(32), used, over, '%00', 'x'.repeat(4000)])
    assert.equal((await frame(`/embed/dashboard/abc123?session=${session}`)).statusCode, 403);
  await world.build.tenant({ host: 'neighbour.example.com' });
  const headers = { host: 'neighbour.example.com' };
  // There every origin is allowed to frame a session.
  assert.equal((await frame(`/embed/chat?sessionId=${await generate()}`, headers)).statusCode, 200);
  assert.deepEqual(await list(), []);
});

test('the refused session is not exchanged', async () => {
  const sessionId = await generate();
  await frame(`/embed/chat?sessionId=${sessionId}`);
  const path = '/api/v1/embed/session/token';
  assert.equal((await world.call({ method: 'POST', path, key: '', body: { sessionId } })).statusCode, 200);
});

test('the page learns the language of the session, then that of the account', async () => {
  const path = '/api/v1/app-config';
  const put = async (locale: string | null) => {
    const answer = await world.call({ method: 'PUT', path, body: { embedding: { locale } } });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  await put('ja-JP');
  const session = await generate({ locale: 'fr-FR' });
  const { body } = await frame(`/embed/chat?sessionId=${session}&locale=de`);
  assert.deepEqual(configOf(body)['locales'], ['fr-FR', 'ja-JP']);
  assert.deepEqual(configOf((await frame('/embed/chat')).body)['locales'], ['ja-JP']);
  await put(null);
});

test('a flood without sessions: each origin once a minute, few new ones in an hour, and no more than are remembered', async () => {
  for (let time = 0; time < 5; time += 1) await frame('/embed/chat');
  assert.deepEqual(await counts(), [[REFUSED, 1]]);
  await world.database.pool.query(
    `update refused_embed_origins set last_refused_at = now() - interval '61 seconds'`,
  );
  await frame('/embed/chat');
  assert.deepEqual(await counts(), [[REFUSED, 2]]);
  for (let page = 0; page < MAX_NEW_ORIGINS_PER_HOUR + 5; page += 1)
    await frame('/embed/chat', { referer: `https://page-${page}.example/` });
  assert.equal((await list()).length, MAX_NEW_ORIGINS_PER_HOUR);
});

test('the last origins are remembered, and those before are forgotten', async () => {
  const sessions = await Promise.all(Array.from({ length: 3 }, () => generate()));
  await world.database.pool.query(
    `insert into refused_embed_origins (tenant_id, origin, refusals, first_refused_at, last_refused_at)
    select $1, 'https://old-' || n || '.example', 2147483647, now() - interval '1 day', now() - n * interval '1 minute'
    from generate_series(1, $2) n`,
    [world.tenantId, limits.MAX_REFUSED_ORIGINS],
  );
  for (const [index, session] of sessions.entries())
    await frame(`/embed/chat?sessionId=${session}`, { referer: `https://new-${index}.example/` });
  const origins = (await list()).map(({ origin }) => origin);
  assert.equal(origins.length, limits.MAX_REFUSED_ORIGINS);
  assert.deepEqual(
    origins.slice(0, 4),
    [2, 1, 0].map((n) => `https://new-${n}.example`).concat('https://old-1.example'),
  );
  assert.ok(!origins.includes(`https://old-${limits.MAX_REFUSED_ORIGINS}.example`));
  await frame(`/embed/chat?sessionId=${await generate()}`, { referer: 'https://old-1.example/' });
  assert.deepEqual((await counts())[0], ['https://old-1.example', 2147483647], 'the count has an end');
});

test('two servers that refuse the same sessions at once note each of them once, and keep to the bounds', async () => {
  const database = connectDatabase(world.database.connection);
  const other = await createTestApp({ database, dataDir: world.dataDir });
  try {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => generate()));
    const frames = [world, other].flatMap((server) => [
      ...sessions.map((session) => frame(`/embed/chat?sessionId=${session}`, {}, server)),
      ...sessions.map((_, page) =>
        frame('/embed/chat', { referer: `https://page-${page}.example/` }, server),
      ),
    ]);
    for (const { statusCode } of await Promise.all(frames)) assert.equal(statusCode, 403);
    const noted = await counts();
    assert.deepEqual(
      noted.find(([origin]) => origin === REFUSED),
      [REFUSED, 20],
    );
    for (const [origin, refusals] of noted) assert.equal(refusals, origin === REFUSED ? 20 : 1);
    assert.ok(noted.length <= MAX_NEW_ORIGINS_PER_HOUR + 1, String(noted.length));
  } finally {
    await other.close();
    await database.close();
  }
});

test('an origin that is allowed is refused no more, and one can be forgotten', async () => {
  const remove = (origin: string) =>
    world.call({ method: 'DELETE', path: `${REFUSED_PATH}?origin=${encodeURIComponent(origin)}` });
  for (const referer of [`${REFUSED}/`, 'https://third.example/']) await frame('/embed/chat', { referer });
  assert.equal((await list()).length, 2);
  await allow([ALLOWED, REFUSED]);
  assert.deepEqual(await counts(), [['https://third.example', 1]]);
  assert.equal((await frame('/embed/chat')).statusCode, 200);
  for (const origin of ['https://third.example', 'https://third.example', 'https://x.example/\0'])
    assert.equal((await remove(origin)).statusCode, origin.endsWith('\0') ? 400 : 204, origin);
  assert.deepEqual(await list(), []);
});

test('an administrator sees the origins of their own account alone, and nobody else any', async () => {
  await frame('/embed/chat');
  const { build, tenantId } = world;
  const user = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Developer' }) });
  const neighbour = await build.tenant({ host: 'second.example.com' });
  const admin = await build.user({ tenantId: neighbour, role: 'Admin' });
  const key = await build.apiKey({ tenantId: neighbour, userId: admin });
  const address = `${REFUSED_PATH}?origin=${encodeURIComponent(REFUSED)}`;
  for (const [method, path] of [
    ['GET', REFUSED_PATH],
    ['DELETE', address],
  ] as const) {
    assert.equal((await world.call({ method, path, key: '' })).statusCode, 401);
    assert.equal((await world.call({ method, path, key: user })).statusCode, 403);
  }
  const headers = { host: 'second.example.com' };
  assert.deepEqual((await world.call({ method: 'GET', path: REFUSED_PATH, key, headers })).json(), {
    items: [],
  });
  assert.equal((await world.call({ method: 'DELETE', path: address, key, headers })).statusCode, 204);
  assert.deepEqual(await counts(), [[REFUSED, 1]]);
});

test('which sessions are noted is forgotten with them', async () => {
  await frame(`/embed/chat?sessionId=${await generate()}`);
  const count = async () =>
    (await world.database.pool.query('select from refused_embed_sessions')).rowCount ?? 0;
  assert.ok((await count()) > 0);
  await world.database.pool.query(
    `update refused_embed_sessions set expires_at = now() - interval '1 second'`,
  );
  await removeExpired(world.database.db, applicationTables, {
    signal: new AbortController().signal,
    onRemoved: () => undefined,
  });
  assert.equal(await count(), 0);
});

test('a server of another brand says so to the page', async () => {
  const cube = await createTestApp({ brand: serverBrands.cube });
  const body = { origins: [ALLOWED] };
  await cube.call({ method: 'PUT', path: ALLOWED_PATH, body });
  assert.equal(configOf((await frame('/embed/chat', {}, cube)).body)['brand'], 'cube');
  await cube.close();
});

test('a refusal that cannot be noted is answered all the same', async () => {
  const lost = await createTestApp();
  await lost.call({ method: 'PUT', path: ALLOWED_PATH, body: { origins: [ALLOWED] } });
  await lost.database.pool.query('alter table refused_embed_origins rename to lost_embed_origins');
  const { statusCode, body } = await frame('/embed/chat', {}, lost);
  assert.equal(statusCode, 403);
  assert.equal(configOf(body)['origin'], REFUSED);
  await lost.close();
});
