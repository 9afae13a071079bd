import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { toPrepared } from '../db/statements/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../test/index.ts';
import { columnOrder } from './list-order.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('what a name is compared as is worked out by the execution, and not planned for each page', async () => {
  const order = columnOrder<{ name: string; id: number }>({
    list: 'test',
    alias: 'r',
    by: { name: 'name', id: 'integer' },
  });
  const { text, values } = toPrepared(
    database.db,
    sql`select from reports r where ${order.isBehind(['Some REPORT', 1])}`,
  );
  // A statement that is sent without a name is planned for its values.
  const { rows } = await database.pool.query<Record<string, string>>({
    text: `explain (verbose) ${text}`,
    values,
  });
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  assert.ok(plan.includes("'Some REPORT'"), plan);
  assert.ok(!plan.includes("'some report'"), plan);
});
