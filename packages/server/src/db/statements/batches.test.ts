import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createBatches } from './batches.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

/** Halves numbers, all of a batch in one statement, which fails for what is no number. */
function createHalves() {
  const sizes: number[] = [];
  const halve = createBatches(async (texts: readonly string[]) => {
    sizes.push(texts.length);
    const { rows } = await sql<{ half: number }>`
      select text::double precision / 2 as half from unnest(${[...texts]}::text[]) with ordinality as given(text, place)
      order by place`.execute(database.db);
    return rows.map(({ half }) => half);
  });
  return { halve, sizes };
}

test('calls of one turn are one batch, and each gets its own output', async () => {
  const { halve, sizes } = createHalves();
  assert.deepEqual(await Promise.all(['2', '8', '4'].map(halve)), [1, 4, 2]);
  assert.deepEqual(sizes, [3]);
});

for (const concurrency of [1, 2])
  test(`calls that come during ${concurrency} batches gather for the next`, async () => {
    const sizes: number[] = [];
    const held = Promise.withResolvers<void>();
    let begun = Promise.withResolvers<void>();
    const echo = createBatches(
      async (inputs: readonly number[]) => {
        sizes.push(inputs.length);
        begun.resolve();
        await held.promise;
        return inputs;
      },
      { concurrency },
    );
    const first: Promise<number>[] = [];
    for (let batch = 0; batch < concurrency; batch += 1) {
      begun = Promise.withResolvers<void>();
      first.push(echo(batch));
      await begun.promise;
    }
    const others = [echo(8), echo(9)];
    // A batch that was allowed to begin would have by now.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.equal(sizes.length, concurrency);
    held.resolve();
    assert.deepEqual((await Promise.all([...first, ...others])).slice(-2), [8, 9]);
    assert.deepEqual(sizes, [...first.map(() => 1), 2]);
  });

test('no batch is larger than is wanted', async () => {
  const sizes: number[] = [];
  const echo = createBatches(
    (inputs: readonly number[]) => {
      sizes.push(inputs.length);
      return Promise.resolve(inputs);
    },
    { maxSize: 2 },
  );
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(echo)), [1, 2, 3, 4, 5]);
  assert.deepEqual(sizes, [2, 2, 1]);
});

test('what the database refuses fails alone', async () => {
  const { halve } = createHalves();
  const settled = await Promise.allSettled(['2', 'two', '4'].map(halve));
  assert.deepEqual(
    settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message)),
    [1, 'invalid input syntax for type double precision: "two"', 2],
  );
  assert.equal(await halve('6'), 3);
});

test('a batch of which nobody knows what was done is not tried again', async () => {
  let runs = 0;
  const lost = createBatches((inputs: readonly number[]) => {
    runs += 1;
    return inputs.length > 0 ? Promise.reject(new Error('Connection terminated')) : Promise.resolve(inputs);
  });
  const settled = await Promise.allSettled([1, 2].map(lost));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(runs, 1);
});

test('a batch with an output too few is a fault', async () => {
  const short = createBatches((inputs: readonly number[]) => Promise.resolve(inputs.slice(1)));
  await assert.rejects(short(1), /A batch of 1 calls has 0 outputs/);
});
