import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { columnOrder } from '../../paging/list-order.ts';
import { createFactories, createTestDatabase, type Factories, type TestDatabase } from '../../test/index.ts';
import { findVisibleFolders } from '../../test/naive/visible-folders.ts';
import type { Accessor } from '../subjects.ts';
import type { VisibleFolders } from './visible-folders.ts';
import { visiblePage } from './visible-page.ts';

const FOLDERS = 6;

let database: TestDatabase;
let build: Factories;
let tenantId: number;
let userId: number;
before(async () => {
  database = await createTestDatabase();
  build = createFactories(database.db);
  tenantId = await build.tenant();
  userId = await build.user({ tenantId });
});
after(() => database.close());

/** A deployment with folders in a chain, of which a user sees the first. */
let deploymentId: number;
let folderIds: number[];
let reader: Accessor;
beforeEach(async () => {
  deploymentId = await build.deployment({ tenantId });
  reader = { userId, subjects: [{ type: 'USER', id: userId }], leastLevel: 0, highestLevel: 3 };
  folderIds = [];
  for (let n = 0; n < FOLDERS; n += 1) folderIds.push(await insertFolder(database.pool, `f${n}`));
});

type Queries = Pick<pg.ClientBase, 'query'>;

async function insertFolder(client: Pick<pg.Pool, 'query'> | Queries, name: string): Promise<number> {
  const { rows } = await (client as pg.Pool).query<{ id: number }>(
    `with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
     insert into folders (id, deployment_id, name, path) overriding system value
     select id, $1, $2, array[id] from fresh returning id`,
    [deploymentId, name],
  );
  return rows[0]?.id ?? 0;
}

const view = () => ({ accessor: reader, deploymentId, type: 'REPORT' });
const find = (): Promise<VisibleFolders> => findVisibleFolders(database.db, view());
const folder = (n: number) => folderIds[n % FOLDERS] ?? 0;
const grantOn = (id: number, type = 'FOLDER') =>
  `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
   values (${deploymentId}, '${type}', ${id}, 'USER', ${userId}, 1)
   on conflict (resource_type, resource_id, subject_type, subject_id) do update set level = 4 - grants.level`;
const revokeOn = (id: number) => `delete from grants where resource_type = 'FOLDER' and resource_id = ${id}`;
const giveTo = (owner: number | null, id: number) => `update folders set user_id = ${owner} where id = ${id}`;
const moveInto = (parent: number, id: number) =>
  `update folders set parent_id = ${parent}, path = (select path from folders where id = ${parent}) || id where id = ${id}`;
const moveToRoot = (id: number) => `update folders set parent_id = null, path = array[id] where id = ${id}`;

test('whatever decides which folders are seen changes the version, and nothing else does', async () => {
  const deciding = [
    grantOn(folder(0)),
    `update grants set subject_type = 'ORGANIZATION', subject_id = 0 where resource_id = ${folder(0)}`,
    `update grants set resource_id = ${folder(1)} where resource_id = ${folder(0)}`,
    giveTo(userId, folder(2)),
    moveInto(folder(2), folder(3)),
    revokeOn(folder(1)),
    moveToRoot(folder(3)),
    `delete from folders where id = ${folder(4)}`,
    `insert into folders (id, deployment_id, name, path) overriding system value values (900000 + ${deploymentId}, ${deploymentId}, 'new', array[900000 + ${deploymentId}])`,
    'truncate grants',
  ];
  const others = [
    grantOn(folder(5)),
    // The same grant, with another level.
    grantOn(folder(5)),
    `update folders set name = 'renamed', position = 7 where id = ${folder(5)}`,
    grantOn(1, 'REPORT'),
  ];
  let { version } = await find();
  for (const change of deciding) {
    await database.pool.query(change);
    const next = (await find()).version;
    assert.notEqual(next, version, change);
    version = next;
  }
  await database.pool.query(others[0] ?? '');
  ({ version } = await find());
  for (const change of others.slice(1)) {
    await database.pool.query(change);
    assert.equal((await find()).version, version, change);
  }
});

test('the removal of the owner of a folder changes the version', async () => {
  const other = await build.user({ tenantId });
  await database.pool.query(giveTo(other, folder(0)));
  const before = (await find()).version;
  await database.pool.query('delete from users where id = $1', [other]);
  assert.notEqual((await find()).version, before);
});

/** What several connections do in transactions of their own, in the order in which it is done. */
const step = fc.record({
  connection: fc.nat({ max: 2 }),
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant('change' as const) },
    { weight: 2, arbitrary: fc.constant('commit' as const) },
    { weight: 1, arbitrary: fc.constant('rollback' as const) },
  ),
  change: fc.nat({ max: 5 }),
});

test('no version is that of two states, in whatever order transactions commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      // Each has folders of its own, so that none waits for another.
      const clients = await Promise.all([0, 1, 2].map(() => database.pool.connect()));
      const known = new Map<string, string>();
      const check = async () => {
        const { version, rootIds, folderIds: below } = await find();
        const state = JSON.stringify([rootIds.toSorted(byNumber), below?.toSorted(byNumber)]);
        assert.equal(known.get(version) ?? state, state);
        known.set(version, state);
      };
      const isOpen = new Set<number>();
      try {
        await check();
        for (const { connection, act, change } of steps) {
          const client = clients[connection];
          if (!client) throw new Error('There is no such connection');
          const [mine, below] = [folder(2 * connection), folder(2 * connection + 1)];
          const changes = [
            grantOn(mine),
            revokeOn(mine),
            giveTo(userId, below),
            giveTo(null, below),
            // A move waits for every other, so that one connection alone moves.
            ...(connection === 0
              ? [moveInto(mine, below), moveToRoot(below)]
              : [grantOn(below), revokeOn(below)]),
          ];
          if (act === 'change') {
            if (!isOpen.has(connection)) await client.query('begin');
            isOpen.add(connection);
            await client.query(changes[change] ?? '');
          } else if (isOpen.delete(connection)) await client.query(act);
          await check();
        }
      } finally {
        for (const connection of isOpen) await clients[connection]?.query('rollback');
        for (const client of clients) client.release();
      }
    }),
    { numRuns: 25 },
  );
});

const byNumber = (one: number, other: number) => one - other;

test('the rows of connections that have ended are added up, and the version stays the same', async () => {
  const client = await database.pool.connect();
  await client.query(grantOn(folder(0)));
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.release(true);
  const isThere = async () => {
    const { rows } = await database.pool.query('select from pg_stat_activity where pid = $1', [own[0]?.pid]);
    return rows.length > 0;
  };
  while (await isThere());
  const before = await find();
  await database.pool.query('select fold_folder_access_versions($1)', [deploymentId]);
  assert.deepEqual(await find(), before);
  const { rows } = await database.pool.query<{ writer: number }>(
    'select writer from folder_access_versions where deployment_id = $1',
    [deploymentId],
  );
  const writers = rows.map(({ writer }) => writer);
  assert.ok(writers.includes(0));
  assert.ok(!writers.includes(own[0]?.pid ?? 0));
});

test('nothing stays of a deployment that was removed', async () => {
  await database.pool.query(grantOn(folder(0)));
  await database.pool.query('delete from deployments where id = $1', [deploymentId]);
  const { rows } = await database.pool.query('select from folder_access_versions where deployment_id = $1', [
    deploymentId,
  ]);
  assert.equal(rows.length, 0);
});

test('a list with folders of another version shows nothing, and says so', async () => {
  await database.pool.query(grantOn(folder(0)));
  await database.pool.query(
    "insert into reports (deployment_id, public_id, name, folder_id) values ($1, $2, 'r', $3)",
    [deploymentId, `stale-${deploymentId}`, folder(0)],
  );
  const list = async (folders: VisibleFolders) => {
    const order = columnOrder<{ id: number }>({ list: 'test', alias: 'r', by: { id: 'integer' } });
    const range = { limit: 10, offset: 0, after: undefined };
    const { expressions, isShown, count, facts } = visiblePage({ ...view(), folders }, order, range);
    const { rows } = await sql<{ ids: number[] | null; count: number; areFoldersCurrent: boolean }>`
      with ${expressions} facts as (select (${count}) as count ${facts})
      select (select array_agg(r.id) from reports r where ${isShown}) as ids, facts.* from facts`.execute(
      database.db,
    );
    return rows[0];
  };
  const found = await find();
  const shown = await list(found);
  assert.equal(shown?.ids?.length, 1);
  assert.equal(shown.areFoldersCurrent, true);
  await database.pool.query(revokeOn(folder(0)));
  for (const folders of [found, { ...found, folderIds: null }])
    assert.deepEqual(await list(folders), { ids: null, count: 0, areFoldersCurrent: false });
});
