import type { Engine } from '@oriel/engine';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { DEFAULT_RATE_LIMITS } from './rate-limit-settings.ts';
import { createModelEngine, createTestApp, type TestApp } from '../../test/index.ts';
import { untilTrue } from '../../test/waiting.ts';

const LIMIT = 2;
/** What goes through at once. */
const BURST = LIMIT * 10;

const rateLimits = { perCredential: LIMIT, perTenant: 0, perAddress: LIMIT, failuresPerAddress: LIMIT };

/** Two servers on one database. */
let world: TestApp;
let second: TestApp;
let engine: Engine;
before(async () => {
  engine = createModelEngine([]);
  world = await createTestApp({ engine, rateLimits });
  second = await createTestApp({ engine, rateLimits, database: world.database });
});
after(async () => {
  await second.close();
  await world.close();
  await engine.close();
});

interface Ask {
  path?: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
  /** Each test has one of its own, so that what is refused elsewhere does not count. */
  address?: string;
  app?: FastifyInstance;
  /** Between two requests. */
  pauseMs?: number;
}

function ask({
  path = '/api/v1/deployments',
  method = 'GET',
  headers = {},
  body,
  address,
  app = world.app,
}: Ask) {
  return app.inject({
    method,
    url: path,
    headers,
    ...(body && { payload: body }),
    remoteAddress: '127.0.0.1',
    ...(address !== undefined && { remoteAddress: address }),
  });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A key that has asked nothing yet. */
const newKey = () => world.build.apiKey({ tenantId: world.tenantId, userId: world.adminId });

/** Asks as long as it is let through. */
async function exhaust(one: Ask): Promise<{ through: number; refusal: LightMyRequestResponse }> {
  for (let through = 0; ; through += 1) {
    const answer = await ask(one);
    if (answer.statusCode === 429) return { through, refusal: answer };
    assert.ok(through < 100 * BURST, 'nothing is ever refused');
    if (one.pauseMs !== undefined) await setTimeout(one.pauseMs);
  }
}

const retryAfter = (answer: LightMyRequestResponse) => Number(answer.headers['retry-after']);

test('a key that asks too often is refused, is told how long to wait, and gets through then', async () => {
  const headers = bearer(await newKey());
  const { through, refusal } = await exhaust({ headers });
  assert.ok(through >= BURST, `${through} went through`);
  const problem = refusal.json() as { code: string; message: string };
  assert.equal(problem.code, 'too_many_requests');
  assert.match(String(refusal.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal(
    (await ask({ headers: bearer(await newKey()) })).statusCode,
    200,
    'another key of the same user',
  );
  await setTimeout(retryAfter(refusal) * 1000);
  assert.equal((await ask({ headers })).statusCode, 200);
});

test('what is refused for another reason counts as well', async () => {
  const headers = bearer(await newKey());
  const { through } = await exhaust({ headers, path: '/api/v1/deployments/999999/folders' });
  assert.ok(through >= BURST);
  assert.equal((await ask({ headers })).statusCode, 429);
});

test('a credential that is none counts against its address, and against nobody who is known there', async () => {
  const address = '127.0.1.1';
  const known = bearer(await newKey());
  assert.equal((await ask({ headers: known, address })).statusCode, 200);
  const { through } = await exhaust({ headers: bearer('orl_wrong'), address });
  assert.ok(through >= BURST);
  assert.equal((await ask({ headers: bearer('orl_other'), address })).statusCode, 429);
  assert.equal((await ask({ headers: bearer('orl_wrong'), address: '127.0.1.2' })).statusCode, 401);
  assert.equal((await ask({ headers: known, address })).statusCode, 200, 'a key that was valid before');
  assert.equal((await ask({ address })).statusCode, 401, 'no credential at all');
});

test('a guess beyond the limit is refused before it is looked up, also of many at once', async () => {
  const address = '127.0.1.6';
  const { pool } = world.database;
  let lookups = 0;
  const onQuery = (client: { query: (...args: never[]) => unknown }) => {
    const query = client.query.bind(client);
    client.query = (...args) => {
      if (JSON.stringify(args[0])?.includes('api_keys c')) lookups += 1;
      return query(...args);
    };
  };
  const seen = new Set<unknown>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    onQuery(client as never);
  });
  const guesses = Array.from({ length: 5 * BURST }, (_, guess) =>
    ask({ headers: bearer(`orl_guess_${guess}`), address }),
  );
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
  const refused = statuses.filter((status) => status === 401).length;
  assert.ok(refused >= BURST && refused <= BURST + 3 * LIMIT, `${refused} were looked up`);
  assert.ok(lookups > 0 && lookups <= refused, `${lookups} statements`);
});

test('valid credentials that a server has never seen are no failures', async () => {
  const address = '127.0.1.7';
  for (let times = 0; times < BURST + 5; times += 1)
    assert.equal((await ask({ headers: bearer(await newKey()), address })).statusCode, 200);
});

test('the credentials of an account count together as well, and those of no other account', async () => {
  const limited = await createTestApp({ rateLimits: { ...rateLimits, perCredential: 0, perTenant: LIMIT } });
  try {
    const { build, tenantId, adminId, app, database } = limited;
    const keyOfAccount = async () => bearer(await build.apiKey({ tenantId, userId: adminId }));
    const { through } = await exhaust({ headers: await keyOfAccount(), app });
    assert.ok(through >= BURST);
    assert.equal((await ask({ headers: await keyOfAccount(), app })).statusCode, 429);
    const other = await build.tenant();
    const host = 'other.example';
    await database.pool.query('insert into tenant_hosts (host, tenant_id) values ($1, $2)', [host, other]);
    const userId = await build.user({ tenantId: other, role: 'Admin' });
    const headers = { ...bearer(await build.apiKey({ tenantId: other, userId })), host };
    assert.equal((await ask({ headers, app })).statusCode, 200);
    const { body } = await ask({ path: '/metrics', app });
    assert.match(body, /^oriel_rate_limited_requests_total\{by="tenant"\} [1-9]\d*$/m);
  } finally {
    await limited.close();
  }
});

test('the defaults let an integration open fifty dashboards in a row with one key', async () => {
  const usual = await createTestApp({ rateLimits: DEFAULT_RATE_LIMITS });
  try {
    const headers = bearer(usual.adminKey);
    for (let dashboard = 0; dashboard < 50; dashboard += 1) {
      const requests = Array.from({ length: 20 }, () => ask({ headers, app: usual.app }));
      assert.ok((await Promise.all(requests)).every(({ statusCode }) => statusCode === 200));
    }
  } finally {
    await usual.close();
  }
});

test('what another site asks counts against the address, whatever cookie comes along', async () => {
  const statuses = new Set<number>();
  for (let times = 0; times < BURST + 10 && !statuses.has(429); times += 1) {
    const headers = { cookie: `oriel_session=guess-${times}`, 'sec-fetch-site': 'cross-site' };
    statuses.add(
      (await ask({ path: '/api/v1/api-keys', method: 'POST', headers, address: '127.0.1.5' })).statusCode,
    );
  }
  assert.deepEqual([...statuses], [403, 429]);
});

test('what anybody may call counts against the address, whatever comes along', async () => {
  const address = '127.0.1.3';
  const headers = bearer(await newKey());
  const exchange = {
    path: `/api/v1/embed/session/token`,
    method: 'POST',
    body: { sessionId: 'nothing' },
    headers,
    address,
  } as const;
  const { through } = await exhaust(exchange);
  assert.ok(through >= BURST);
});

test('the query API refuses in its own words', async () => {
  const headers = bearer(await newKey());
  const path = `/deployments/${world.deploymentId}/cubejs-api/v1/meta`;
  const { refusal } = await exhaust({ headers, path });
  assert.equal((refusal.json() as { code: string }).code, 'too_many_requests');
  assert.match(String((refusal.json() as { error: string }).error), /^Too many requests/);
  assert.match(String(refusal.headers['retry-after']), /^[1-9]\d*$/);
  const address = '127.0.1.4';
  await exhaust({ headers: { authorization: 'a.wrong.token' }, path, address });
});

test('health and metrics are always answered, and say how often callers were refused', async () => {
  for (let times = 0; times <= BURST + 5; times += 1)
    for (const path of ['/healthz', '/readyz']) assert.equal((await ask({ path })).statusCode, 200);
  await exhaust({ headers: bearer(await newKey()) });
  const { body } = await ask({ path: '/metrics' });
  assert.match(body, /^oriel_rate_limited_requests_total\{by="credential"\} [1-9]\d*$/m);
  assert.match(body, /^oriel_rate_limit_callers\{by="address"\} \d+$/m);
});

test('servers share what a caller may ask', async () => {
  const headers = bearer(await newKey());
  const key = await keyOf(async () => void (await exhaust({ headers })));
  await untilTrue(async () => (await sharedTokens(key)) < 2);
  // The other server has not heard of the caller: it lets through what comes until its first report is answered.
  const { through, refusal } = await exhaust({ headers, app: second.app, pauseMs: 150 });
  assert.ok(through < BURST / 2, `${through} went through`);
  await setTimeout(retryAfter(refusal) * 1000);
  assert.equal((await ask({ headers, app: second.app })).statusCode, 200);
});

/** The shared bucket that some work is the first to use. */
async function keyOf(work: () => Promise<void>): Promise<string> {
  const keys = async () =>
    (await world.database.pool.query<{ key: string }>('select key from rate_limit_buckets')).rows.map(
      ({ key }) => key,
    );
  const known = await keys();
  await work();
  let found: string | undefined;
  await untilTrue(async () => {
    found = (await keys()).find((key) => !known.includes(key));
    return found !== undefined;
  });
  return found ?? '';
}

async function sharedTokens(key: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ tokens: number }>(
    'select tokens from rate_limit_buckets where key = $1',
    [key],
  );
  return rows[0]?.tokens ?? Number.NaN;
}

test('a secret is not in the database', async () => {
  const key = await newKey();
  const shared = await keyOf(async () => void (await exhaust({ headers: bearer(key) })));
  assert.ok(!shared.includes(key.slice(0, 12)));
});

test('while the servers cannot share, each limits by itself, and they share again afterwards', async () => {
  const { pool } = world.database;
  const log = new PassThrough().setEncoding('utf8');
  const alone = await createTestApp({ rateLimits, database: world.database, logger: pino(log) });
  try {
    await pool.query('alter table rate_limit_buckets rename to away');
    const headers = bearer(await newKey());
    assert.ok((await exhaust({ headers, app: alone.app })).through >= BURST);
    const [line] = (await once(log, 'data')) as [string];
    assert.match(line, /The servers cannot share their rate limits/);
    assert.equal((await ask({ headers, app: alone.app })).statusCode, 429);
    await pool.query('alter table away rename to rate_limit_buckets');
    await keyOf(async () => {});
  } finally {
    await alone.close();
  }
});

test('all tokens of one viewer count together', async () => {
  const viewers = [{ externalId: 'viewer' }, { internalId: 'console-user' }];
  await world.database.db
    .updateTable('users')
    .set({ username: 'console-user' })
    .where('id', '=', world.adminId)
    .execute();
  for (const viewer of viewers) {
    const path = '/api/v1/embed/generate-session';
    const body = { deploymentId: world.deploymentId, ...viewer };
    const tokenOf = async () => {
      const session = (
        await ask({ path, method: 'POST', body, headers: bearer(await newKey()) })
      ).json() as object;
      const exchanged = await ask({ path: '/api/v1/embed/session/token', method: 'POST', body: session });
      return { authorization: `Embed-Token ${(exchanged.json() as { token: string }).token}` };
    };
    const [first, other] = [await tokenOf(), await tokenOf()];
    const meta = `/deployments/${world.deploymentId}/cubejs-api/v1/meta`;
    await exhaust({ headers: first, path: meta });
    assert.equal((await ask({ headers: other, path: meta })).statusCode, 429);
  }
});

test('data tokens of one viewer count together, however many there are', async () => {
  const headers = bearer(await newKey());
  const path = `/api/v1/deployments/${world.deploymentId}/token`;
  const tokenOf = async () => {
    const made = await ask({ path, method: 'POST', headers, body: {} });
    return { authorization: (made.json() as { svcApiToken: string }).svcApiToken };
  };
  const [first, other] = [await tokenOf(), await tokenOf()];
  const meta = `/deployments/${world.deploymentId}/cubejs-api/v1/meta`;
  await exhaust({ headers: first, path: meta });
  assert.equal((await ask({ headers: other, path: meta })).statusCode, 429);
});

test('0 is no limit', async () => {
  const free = await createTestApp({
    rateLimits: { perCredential: 0, perTenant: 0, perAddress: 0, failuresPerAddress: 0 },
  });
  try {
    for (let times = 0; times < 3 * BURST; times += 1)
      assert.equal((await free.call({ method: 'GET', path: '/api/v1/deployments' })).statusCode, 200);
    assert.equal(
      (await free.call({ method: 'GET', path: '/api/v1/deployments', key: 'orl_wrong' })).statusCode,
      401,
    );
  } finally {
    await free.close();
  }
});
