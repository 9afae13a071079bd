import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connectDatabase, type Database } from '../db/database.ts';
import { migrate } from '../db/schema/migrate.ts';
import { migrationFiles } from '../db/schema/migration-files.ts';
import { createDataDatabase } from '../test/index.ts';
import { applicationTables } from '../application-tables.ts';

/** What an older server has stored of the places of folders and reports. */
let made: Awaited<ReturnType<typeof createDataDatabase>>;
let database: Database;
before(async () => {
  made = await createDataDatabase();
  database = connectDatabase(made.connection);
  const { pool } = database;
  await pool.query('create table migrations (name text primary key, applied_at timestamptz default now())');
  for (const file of (await migrationFiles()).filter((name) => name < '0184')) {
    await pool.query(await readFile(join(import.meta.dirname, '../db/migrations', file), 'utf8'));
    await pool.query('insert into migrations (name) values ($1)', [file]);
  }
  await pool.query(`
    insert into tenants (name, embed_secret) values ('t', 's');
    insert into users (tenant_id, email, username, role) values (1, 'a@example.com', 'a', 'Admin');
    insert into deployments (tenant_id, name, api_secret) values (1, 'd', 's');
    insert into folders (deployment_id, name, position, path, parent_id) values
      (1, 'a', 2147483647, '{1}', null), (1, 'b', 5, '{2}', null), (1, 'c', 2147483647, '{3}', null), (1, 'd', 2147483647, '{1,4}', 1);
    insert into workbooks (deployment_id, name, meta) values (1, 'w', '{"a": "€"}');
    insert into reports (deployment_id, public_id, name, workbook_id, folder_id) values
      (1, 'AAAAAAAAAAAA', 'tab in a folder', 1, 2), (1, 'BBBBBBBBBBBB', 'in a folder', null, 2);
    insert into trash (deployment_id, item_type, item_id, name, undo_id, content) values (1, 'WORKBOOK', 9, 'gone', gen_random_uuid(),
      '{"rows": {"workbooks": [{"id": 9}], "reports": [{"id": 8, "workbook_id": 9, "folder_id": 2}, {"id": 7, "workbook_id": null, "folder_id": 2}]}, "links": {}}')`);
  await migrate(database.connection, applicationTables);
});
after(async () => {
  await database.close();
  await made.drop();
});

const rowsOf = async (text: string): Promise<unknown[]> => (await database.pool.query<object>(text)).rows;

test('folders keep their order, behind those that were given a place', async () => {
  assert.deepEqual(await rowsOf('select name, position from folders order by id'), [
    { name: 'a', position: 6 },
    { name: 'b', position: 5 },
    { name: 'c', position: 7 },
    { name: 'd', position: 0 },
  ]);
});

test('a report in a workbook lies in no folder, also one that comes back from the trash', async () => {
  assert.deepEqual(await rowsOf('select workbook_id, folder_id from reports order by id'), [
    { workbookId: 1, folderId: null },
    { workbookId: null, folderId: 2 },
  ]);
  assert.deepEqual(
    await rowsOf(
      `select r ->> 'folder_id' as folder from trash, jsonb_array_elements(content #> '{rows,reports}') r`,
    ),
    [{ folder: null }, { folder: '2' }],
  );
  await assert.rejects(database.pool.query('update reports set folder_id = 2 where id = 1'), /reports_place/);
});

test('rows know the bytes of their documents', async () => {
  assert.deepEqual(await rowsOf('select content_bytes from workbooks'), [
    { contentBytes: Buffer.byteLength('{"a": "€"}') + Buffer.byteLength('{}') },
  ]);
});
