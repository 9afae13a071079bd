import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/data/test-database.ts';
import { createRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';

let database: TestDatabase;
let store: RateLimitStore;
before(async () => {
  database = await createTestDatabase();
  store = createRateLimitStore(database);
});
after(() => database.close());

/** So slow that nothing grows while a test runs. */
const rule = { perSecond: 1e-9, burst: 100 };

const leftAfter = async (key: string, taken: number, used = rule) =>
  Math.round((await store.report(used, [{ key, taken }]))[0]?.tokens ?? Number.NaN);

test('reports of all servers come out of one bucket, which goes below zero by a burst at most', async () => {
  assert.equal(await leftAfter('one', 30), 70);
  assert.equal(await leftAfter('one', 90), -20);
  assert.equal(await leftAfter('one', 1_000), -100);
  assert.equal(await leftAfter('new', 1_000), -100);
});

test('reports at the same time, of the same callers in any order, neither wait for each other nor get lost', async () => {
  const keys = Array.from({ length: 50 }, (_, number) => `caller ${number}`);
  const reports = Array.from({ length: 16 }, (_, number) =>
    (number % 2 === 0 ? keys : keys.toReversed()).map((key) => ({ key, taken: 2 })),
  );
  await Promise.all(reports.map((each) => store.report(rule, each)));
  for (const key of keys) assert.equal(await leftAfter(key, 0), 68);
});

test('a bucket fills by the clock of the database, and no higher than a burst', async () => {
  await leftAfter('filling', 100);
  await setAge('filling', '20 seconds');
  assert.equal(await leftAfter('filling', 0, { perSecond: 2, burst: 100 }), 40);
  await setAge('filling', '1 hour');
  assert.equal(await leftAfter('filling', 10, { perSecond: 2, burst: 100 }), 90);
});

test('a clock that was set back stops a bucket for no longer than one report', async () => {
  const slow = { perSecond: 2, burst: 100 };
  await leftAfter('back', 100, slow);
  await setAge('back', '-1 hour');
  assert.equal(await leftAfter('back', 0, slow), 0);
  await setAge('back', '10 seconds', 'updated_at');
  assert.equal(await leftAfter('back', 0, slow), 20);
});

/** Makes what was noted of a caller older, counted from now or from when it was noted. */
async function setAge(key: string, age: string, from: 'now()' | 'updated_at' = 'now()'): Promise<void> {
  await database.pool.query(
    `update rate_limit_buckets set updated_at = ${from} - $2::interval where key = $1`,
    [key, age],
  );
}
