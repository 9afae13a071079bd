import { createEngine, type EncodedAnswer, type Engine, type LoadRequest } from '@oriel/engine';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const LOCK = 4711;
const target = { deploymentId: 1, branch: 'master' };
/** Its query waits for the holder of the lock. */
const modelOf = (refreshKey = '') => `
cubes:
  - name: stock
    ${refreshKey}
    sql: SELECT amount FROM stock CROSS JOIN (SELECT pg_advisory_xact_lock(${LOCK})) AS waiting
    measures: [{ name: amount, type: sum, sql: amount }]
`;

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let owner: pg.Client;
before(async () => {
  database = await createDataDatabase();
  owner = new pg.Client(database.connection);
  await owner.connect();
  await owner.query('create table stock (amount integer); insert into stock values (0)');
});
after(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(() => owner.query('update stock set amount = 1'));

async function withEngine(
  currentForMs: number,
  work: (engine: Engine) => Promise<void>,
  refreshKey?: string,
): Promise<void> {
  const engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'stock.yml', content: modelOf(refreshKey) }],
      sources: { default: { type: 'postgres', ...database.connection, currentForMs } },
      brandKey: 'svcCloud',
    }),
  });
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

const load = (engine: Engine, more: Partial<LoadRequest> = {}) =>
  engine.load(target, {
    query: { measures: ['stock.amount'] },
    securityContext: {},
    seesModel: true,
    ...more,
  });
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const amountIn = (answer: EncodedAnswer) => bodyOf(answer).data[0]['stock.amount'];

test('what was read from PostgreSQL counts as current for a while', () =>
  withEngine(3_600_000, async (engine) => {
    assert.equal(amountIn(await load(engine)), '1');
    await owner.query('update stock set amount = 2');
    const kept = await load(engine);
    assert.deepEqual([amountIn(kept), kept.cache], ['1', 'hit']);
    assert.equal(amountIn(await load(engine, { cache: 'no-cache' })), '2');
  }));

test('after that it is read again', () =>
  withEngine(0, async (engine) => {
    assert.equal(amountIn(await load(engine)), '1');
    await owner.query('update stock set amount = 2');
    for (const cache of ['stale-if-slow', 'must-revalidate'] as const) {
      const answer = await load(engine, { cache });
      assert.deepEqual([amountIn(answer), answer.cache], ['2', 'miss']);
    }
  }));

test('stale-while-revalidate answers with what is kept, and reads anew for the next', () =>
  withEngine(0, async (engine) => {
    const cache = 'stale-while-revalidate';
    await load(engine);
    await owner.query('update stock set amount = 2');
    assert.equal(amountIn(await load(engine, { cache })), '1');
    while (amountIn(await load(engine, { cache })) !== '2') await pause(5);
  }));

test('a slow query is answered with what is kept, and says so', () =>
  withEngine(0, async (engine) => {
    await load(engine);
    await owner.query(`select pg_advisory_lock(${LOCK})`);
    try {
      await owner.query('update stock set amount = 2');
      const kept = await load(engine, { waitMs: 1 });
      assert.deepEqual([amountIn(kept), kept.cache, bodyOf(kept).slowQuery], ['1', 'hit', true]);
      const strict = await load(engine, { waitMs: 1, cache: 'must-revalidate' });
      assert.equal(bodyOf(strict).error, 'Continue wait');
    } finally {
      await owner.query(`select pg_advisory_unlock(${LOCK})`);
    }
    const fresh = await load(engine);
    assert.deepEqual([amountIn(fresh), bodyOf(fresh).slowQuery], ['2', false]);
  }));

const kept: [refreshKey: string, currentForMs: number, amount: string][] = [
  ['refresh_key: { every: 1 hour }', 0, '1'],
  ['refresh_key: { immutable: true }', 0, '1'],
  ['refresh_key: { every: 0 seconds }', 3_600_000, '2'],
];
for (const [refreshKey, currentForMs, amount] of kept) {
  test(`what a cube says of its data counts, not what holds for the source: ${refreshKey}`, () =>
    withEngine(
      currentForMs,
      async (engine) => {
        await load(engine);
        await owner.query('update stock set amount = 2');
        assert.equal(amountIn(await load(engine)), amount);
      },
      refreshKey,
    ));
}

test('a result is current as long as the SQL of the refresh key gives the same', async () => {
  await owner.query('drop table if exists changes; create table changes as select 1 as n');
  await withEngine(
    0,
    async (engine) => {
      await load(engine);
      await owner.query('update stock set amount = 2');
      const unchanged = await load(engine);
      assert.deepEqual([amountIn(unchanged), unchanged.cache], ['1', 'hit']);
      await owner.query('update changes set n = 2');
      const changed = await load(engine);
      assert.deepEqual([amountIn(changed), changed.cache], ['2', 'miss']);
    },
    'refresh_key: { sql: SELECT max(n) FROM changes, every: 0 seconds }',
  );
});

test('the SQL of a refresh key is asked no more often than it says', async () => {
  await owner.query('drop table if exists changes; create table changes as select 1 as n');
  await withEngine(
    0,
    async (engine) => {
      await load(engine);
      await owner.query('drop table changes');
      assert.equal((await load(engine)).cache, 'hit');
    },
    'refresh_key: { sql: SELECT max(n) FROM changes, every: 1 hour }',
  );
});

test('a refresh key that fails names its cube; no-cache does not ask it', () =>
  withEngine(
    0,
    async (engine) => {
      assert.equal(bodyOf(await load(engine)).error, 'Error: stock: relation "nothing" does not exist');
      assert.equal(amountIn(await load(engine, { cache: 'no-cache' })), '1');
    },
    'refresh_key: { sql: SELECT max(n) FROM nothing }',
  ));

const slowKey = `refresh_key: { sql: SELECT pg_advisory_xact_lock(${LOCK}), every: 0 seconds }`;

/** The processes of the database that wait for the lock. */
async function waitingFor(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
  );
  return rows.map(({ pid }) => pid);
}

test('while a refresh key is asked, what is kept is the answer to who does not wait', () =>
  withEngine(
    0,
    async (engine) => {
      await load(engine);
      await owner.query(`select pg_advisory_lock(${LOCK})`);
      try {
        const kept = await load(engine, { waitMs: 1 });
        assert.deepEqual([amountIn(kept), bodyOf(kept).slowQuery], ['1', true]);
        const strict = await load(engine, { waitMs: 1, cache: 'must-revalidate' });
        assert.equal(bodyOf(strict).error, 'Continue wait');
      } finally {
        await owner.query(`select pg_advisory_unlock(${LOCK})`);
      }
    },
    slowKey,
  ));

test('a refresh key that nobody waits for is interrupted when the model changes', () =>
  withEngine(
    0,
    async (engine) => {
      await owner.query(`select pg_advisory_lock(${LOCK})`);
      try {
        // Compiled before, so that the wait is one for the refresh key.
        await engine.dryRun(target, { query: { measures: ['stock.amount'] }, securityContext: {} });
        assert.equal(bodyOf(await load(engine, { waitMs: 1 })).error, 'Continue wait');
        let [waiting] = await waitingFor();
        while (waiting === undefined) [waiting] = await waitingFor();
        engine.invalidate(target);
        await load(engine, { waitMs: 1 });
        while ((await waitingFor()).includes(waiting));
      } finally {
        await owner.query(`select pg_advisory_unlock(${LOCK})`);
      }
    },
    slowKey,
  ));
