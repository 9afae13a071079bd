import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { createFactories } from '../test/factories.ts';
import { compareFolderCounts } from '../test/data/folder-counts.ts';
import { createTestDatabase, type TestDatabase } from '../test/data/test-database.ts';

const FOLDERS = 24;
const WORKBOOKS = 12;
const REPORTS = 60;
const WRITERS = 6;
const CHANGES = 50;

let database: TestDatabase;
let deploymentId: number;
let userId: number;
before(async () => {
  database = await createTestDatabase();
  const build = createFactories(database.db);
  const tenantId = await build.tenant();
  deploymentId = await build.deployment({ tenantId });
  userId = await build.user({ tenantId });
});
after(() => database.close());

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;

const compareCounts = () => compareFolderCounts(database.pool);

async function assertExact(): Promise<void> {
  const { kept, counted } = await compareCounts();
  assert.deepEqual(kept, counted);
}

/** A tree, workbooks in it, and reports in folders, in workbooks, in both and in neither. */
async function fill(): Promise<void> {
  for (let index = 0; index < FOLDERS; index += 1)
    await query(
      `with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id),
         parent as (select id, path from folders where cardinality(path) < 6 order by random() limit $3)
       insert into folders (id, deployment_id, parent_id, name, path, user_id) overriding system value
       select fresh.id, $1, parent.id, 'f' || fresh.id, coalesce(parent.path, '{}') || fresh.id, $2 from fresh left join parent on true`,
      [deploymentId, userId, index % 4 === 0 ? 0 : 1],
    );
  await query(
    `insert into workbooks (deployment_id, name, user_id, folder_id)
     select $1, 'w', $2, ${anyFolder('n')} from generate_series(1, $3::integer) n`,
    [deploymentId, userId, WORKBOOKS],
  );
  await query(
    `insert into reports (deployment_id, public_id, name, user_id, folder_id, workbook_id)
     select $1, 'r' || n, 'r', $2, case when n % 6 = 0 then ${anyFolder('n')} end, case when n % 3 > 0 then ${anyWorkbook('n')} end
     from generate_series(1, $3::integer) n`,
    [deploymentId, userId, REPORTS],
  );
}

/** A random row, another for each row of the statement. */
const anyOf = (table: string) => (row: string) =>
  `(select id from ${table} where ${row} is not null order by random() limit 1)`;
const anyFolder = anyOf('folders');
const anyWorkbook = anyOf('workbooks');

/** What changes the numbers: each a statement by itself, of a random row. */
const changes = [
  `update reports set folder_id = ${anyFolder('1')}, workbook_id = null where id = ${anyOf('reports')('1')}`,
  `update reports set folder_id = null where id = ${anyOf('reports')('1')}`,
  `update reports set workbook_id = ${anyWorkbook('1')}, folder_id = null where id = ${anyOf('reports')('1')}`,
  `update workbooks set folder_id = ${anyFolder('1')} where id = ${anyWorkbook('1')}`,
  `update workbooks set folder_id = null where id = ${anyWorkbook('1')}`,
  `select move_folder((select max(deployment_id) from folders), ${anyFolder('1')}, ${anyFolder('1')}, null, 20)`,
  `select move_folder((select max(deployment_id) from folders), ${anyFolder('1')}, null, null, 20)`,
  `insert into reports (deployment_id, public_id, name, folder_id, workbook_id)
   select max(deployment_id), gen_random_uuid(), 'new', null, ${anyWorkbook('1')} from folders`,
  `insert into reports (deployment_id, public_id, name, folder_id) select max(deployment_id), gen_random_uuid(), 'new', ${anyFolder('1')} from folders`,
  `delete from reports where id = ${anyOf('reports')('1')}`,
  `delete from workbooks where id = (select id from workbooks where (select count(*) from workbooks) > 4 order by random() limit 1)`,
  `delete from folders where id = (select id from folders f where not exists (select from folders c where c.parent_id = f.id)
     and (select count(*) from folders) > 12 order by random() limit 1)`,
];

/**
 * What simultaneous changes may fail with, which leaves nothing behind: a deadlock, a reference to what has just gone.
 */
const expectedCodes = new Set(['40P01', '23503']);

test('the numbers of folders are exact after simultaneous changes of all kinds', async () => {
  await fill();
  await assertExact();
  const write = async (writer: number) => {
    for (let index = 0; index < CHANGES; index += 1) {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          changes[(index * 7 + writer * 5 + Math.floor(Math.random() * changes.length)) % changes.length] ??
            '',
        );
        await client.query(Math.random() < 0.1 ? 'rollback' : 'commit');
      } catch (error) {
        await client.query('rollback');
        if (!expectedCodes.has((error as pg.DatabaseError).code ?? '')) throw error;
      } finally {
        client.release();
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await assertExact();
});

test('changes are folded into the numbers, which stay the same', async () => {
  const before = await compareCounts();
  await query('select fold_folder_changes($1)', [deploymentId]);
  assert.deepEqual(await query('select * from folder_changes'), []);
  assert.deepEqual(await compareCounts(), before);
});

test('changes are not folded while a folder may be moved, and none waits for it', async () => {
  const mover = await database.pool.connect();
  try {
    await mover.query('begin');
    await mover.query('select pg_advisory_xact_lock(7231005, $1)', [deploymentId]);
    await query(changes[0] ?? '');
    const waiting = await query('select * from folder_changes');
    await query('select fold_folder_changes($1)', [deploymentId]);
    assert.deepEqual(await query('select * from folder_changes'), waiting);
    await assertExact();
  } finally {
    await mover.query('rollback');
    mover.release();
  }
});

test('the numbers stay exact when a folder is moved or removed before its changes are folded', async () => {
  for (const index of [5, 11, 5, 11]) {
    for (const change of changes.slice(0, 5)) await query(change);
    await query(changes[index] ?? '');
    await assertExact();
    await query('select fold_folder_changes($1)', [deploymentId]);
    await assertExact();
  }
});

test('a folder that comes back with its id has the numbers of what is filed into it, and no others', async () => {
  const [folder] = await query<{ id: number; parentId: number | null; path: number[] }>(
    `select id, parent_id, path from folders f where not exists (select from folders c where c.parent_id = f.id) limit 1`,
  );
  assert.ok(folder);
  for (const table of ['reports', 'workbooks'])
    await query(
      `update ${table} set folder_id = $1 ${table === 'reports' ? ', workbook_id = null' : ''}
       where id in (select id from ${table} order by id limit 5)`,
      [folder.id],
    );
  await query(
    `insert into reports (deployment_id, public_id, name, folder_id)
     select $1, gen_random_uuid(), 'filed by itself', $2 from generate_series(1, 4)`,
    [deploymentId, folder.id],
  );
  await query(
    `insert into workbooks (deployment_id, name, folder_id) select $1, 'filed by itself', $2 from generate_series(1, 4)`,
    [deploymentId, folder.id],
  );
  const itemsOf = async (table: string) =>
    (await query<{ id: number }>(`select id from ${table} where folder_id = $1`, [folder.id])).map(
      ({ id }) => id,
    );
  const [reports, workbooks] = [await itemsOf('reports'), await itemsOf('workbooks')];
  assert.ok(reports.length > 3 && workbooks.length > 3);
  await query('delete from folders where id = $1', [folder.id]);
  await assertExact();
  await query(
    `insert into folders (id, deployment_id, parent_id, name, path) overriding system value values ($1, $2, $3, 'back', $4)`,
    [folder.id, deploymentId, folder.parentId, folder.path],
  );
  await assertExact();
  await query(`select file_items('REPORT', $1, $2)`, [folder.id, reports]);
  await assertExact();
  await query(`select file_items('WORKBOOK', $1, $2)`, [folder.id, workbooks]);
  await assertExact();
  assert.deepEqual(await itemsOf('reports'), reports);
});

test('a change that its connection does not survive counts nothing', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  for (const change of changes.slice(0, 9)) await client.query(change);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  client.release(true);
  await assertExact();
});

test('a database from before gets the numbers of what it has', async () => {
  const { kept } = await compareCounts();
  assert.ok(kept.length > 0);
  await query('drop table folder_counts, folder_changes');
  const text = await readFile(join(import.meta.dirname, 'migrations/0020_folder_counts.sql'), 'utf8');
  // The functions and triggers are there already; what makes the table and fills it comes before them.
  await query(text.slice(0, text.indexOf('-- Adds the changes')));
  assert.deepEqual((await compareCounts()).kept, kept);
  await assertExact();
});

test('a deployment takes its numbers along', async () => {
  await query('delete from deployments where id = $1', [deploymentId]);
  assert.deepEqual(
    await query('select folder_id from folder_counts union all select folder_id from folder_changes'),
    [],
  );
});
