import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { Parameter } from '../parameter.ts';
import { createStatementShapes } from './statement-shapes.ts';
import { plainRow } from './text-row.ts';

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
  await database.pool.query(`create table measured_things (id integer primary key, name text, some_json jsonb,
    is_red boolean, at timestamptz, big bigint, ids integer[])`);
  await database.pool.query(`insert into measured_things values
    (1, 'ä "quoted"', '{"a": [1.5]}', true, '2026-01-31 08:30:00.5+02', 9007199254740991, '{1,2}'),
    (2, null, null, null, null, null, null)`);
});
after(() => database.close());

const selectThings = (values: Record<string, unknown>) => ({
  shape: 'things',
  values,
  build: () => sql<Record<string, unknown>>`select * from measured_things
    where id = any(${new Parameter<number[]>('ids')}::integer[]) and name is not distinct from coalesce(${new Parameter('name')}, name) order by id`,
});

test('rows are read as those of every other statement, by each connection and again', async () => {
  const execute = createStatementShapes(database);
  const { rows: expected } = await database.pool.query('select * from measured_things order by id');
  const results = await Promise.all(
    Array.from({ length: 40 }, () => execute(selectThings({ ids: [2, 1], name: null }))),
  );
  for (const rows of results) assert.deepEqual(rows.map(plainRow), expected);
});

test('a value is bound as it is', async () => {
  const execute = createStatementShapes(database);
  const find = (values: Record<string, unknown>) => execute(selectThings(values));
  assert.equal((await find({ ids: [1], name: 'ä "quoted"' })).length, 1);
  assert.equal((await find({ ids: [1], name: "'; drop table measured_things; --" })).length, 0);
  assert.equal((await find({ ids: [], name: null })).length, 0);
  await assert.rejects(find({ ids: [{}], name: null }), /has the value/);
});

test('a statement that fails leaves its connection usable', async () => {
  const single = { db: database.db, pool: database.pool };
  const execute = createStatementShapes(single);
  const divide = (by: number) =>
    execute<{ result: number }>({
      shape: 'division',
      values: { by },
      build: () => sql`select 6 / ${new Parameter<number>('by')}::integer as result`,
    });
  for (let times = 0; times < 20; times += 1) {
    await assert.rejects(divide(0), { code: '22012' });
    assert.deepEqual(
      (await divide(2)).map(({ result }) => result),
      [3],
    );
  }
});

test('columns that are added later are there once the connections have been replaced', async () => {
  const execute = createStatementShapes(database);
  const find = () => execute(selectThings({ ids: [1], name: null }));
  await find();
  await database.pool.query('alter table measured_things add column added integer default 7');
  const read = async (): Promise<unknown> => {
    try {
      return (await find())[0]?.['added'];
    } catch (error) {
      // What PostgreSQL says to each connection that has prepared it.
      assert.match(String(error), /cached plan must not change result type/);
      return read();
    }
  };
  assert.equal(await read(), 7);
});
