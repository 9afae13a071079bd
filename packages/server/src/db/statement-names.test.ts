import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../test/index.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

/** The prepared statements of all connections of the pool, by the text that they begin with. */
async function preparedOf(beginning: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: database.pool.totalCount }, () => database.pool.connect()),
  );
  try {
    const counts = clients.map(async (client) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*) as count from pg_prepared_statements where starts_with(statement, $1)',
        [beginning],
      );
      return rows[0]?.count ?? 0;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  } finally {
    for (const client of clients) client.release();
  }
}

test('a statement that is asked often is prepared, one that is asked seldom is not', async () => {
  const ask = (often: boolean, number: number) =>
    (often
      ? sql<{ n: number }>`select ${number}::integer + 1 as n`
      : sql<{ n: number }>`select ${number}::integer + 2 as n`
    ).execute(database.db);
  for (let number = 0; number < 10; number += 1)
    assert.deepEqual((await ask(true, number)).rows, [{ n: number + 1 }]);
  await ask(false, 1);
  assert.equal(await preparedOf('select $1::integer + 1'), 1);
  assert.equal(await preparedOf('select $1::integer + 2'), 0);
});

test('lists of values, each length another text, do not gather', async () => {
  for (let length = 30; length < 40; length += 1)
    for (let round = 0; round < 10; round += 1) {
      const values = Array.from({ length }, (_, index) => index);
      await database.db.selectFrom('users').select('id').where('id', 'in', values).execute();
    }
  assert.equal(await preparedOf('select "id" from "users" where "id" in'), 0);
});

test('a column that is added while a statement is prepared fails it once at most', async () => {
  await database.pool.query('create table changing (id integer)');
  const ask = () => sql`select * from changing where id = ${1}`.execute(database.db);
  for (let round = 0; round < 10; round += 1) await ask();
  await database.pool.query('alter table changing add column name text');
  await assert.rejects(ask(), /cached plan must not change result type/);
  for (let round = 0; round < 10; round += 1) await ask();
});
