import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { defineLookup } from './define-lookup.ts';

interface Wanted {
  tenantId: number;
  groupName: string | undefined;
}

/** Groups of an account by name; undefined is any. */
const groupOf = defineLookup<Wanted, { id: number; groupName: string }>(
  { tenantId: 'integer', groupName: 'text' },
  (value) => sql`
    select id, name as group_name from groups
    where tenant_id = ${value('tenantId')} and name = coalesce(${value('groupName')}, name)`,
);

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    insert into tenants (name, embed_secret) values ('one', ''), ('two', '');
    insert into groups (tenant_id, name) select id, 'north ' || name from tenants`);
});
after(() => database.close());

/** Has every statement of the pool counted. */
function counted(): { database: TestDatabase; statements: { count: number } } {
  const statements = { count: 0 };
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name === 'query') statements.count += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database: { ...database, pool }, statements };
}

test('look-ups of one moment are one statement, and each finds its own row or none', async () => {
  const { database: watched, statements } = counted();
  const find = groupOf(watched);
  const [one, two] = (await database.pool.query<{ id: number }>('select id from tenants order by id')).rows;
  assert.ok(one && two);
  const found = await Promise.all([
    find({ tenantId: one.id, groupName: 'north one' }),
    find({ tenantId: two.id, groupName: 'north one' }),
    find({ tenantId: two.id, groupName: undefined }),
    find({ tenantId: one.id, groupName: 'north one' }),
    find({ tenantId: two.id, groupName: '"quoted", \\ and \' so on' }),
  ]);
  assert.deepEqual(
    found.map((row) => row?.groupName),
    ['north one', undefined, 'north two', 'north one', undefined],
  );
  assert.deepEqual(Object.keys(found[0] ?? {}), ['id', 'groupName']);
  assert.equal(statements.count, 1);
});

test('a look-up sees what was committed before it was asked for, also during another', async () => {
  const find = groupOf(database);
  const [one] = (await database.pool.query<{ id: number }>('select min(id) as id from tenants')).rows;
  assert.ok(one);
  for (let round = 0; round < 20; round += 1) {
    const wanted: Wanted = { tenantId: one.id, groupName: `group ${round}` };
    const earlier = find(wanted);
    await database.pool.query('insert into groups (tenant_id, name) values ($1, $2)', [
      wanted.tenantId,
      wanted.groupName,
    ]);
    assert.equal((await find(wanted))?.groupName, wanted.groupName);
    await earlier;
  }
});
