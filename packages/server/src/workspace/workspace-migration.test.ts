import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connectDatabase, type Database } from '../db/database.ts';
import { migrate } from '../db/schema/migrate.ts';
import { migrationFiles } from '../db/schema/migration-files.ts';
import { createDataDatabase } from '../test/index.ts';
import { applicationTables } from '../application-tables.ts';

let made: Awaited<ReturnType<typeof createDataDatabase>>;
let database: Database;
before(async () => {
  made = await createDataDatabase();
  database = connectDatabase(made.connection);
});
after(async () => {
  await database.close();
  await made.drop();
});

/** Runs the migrations before a numbered one, and says so in the table that `migrate` reads. */
async function migrateBefore(number: string): Promise<void> {
  await database.pool.query(
    'create table migrations (name text primary key, applied_at timestamptz default now())',
  );
  for (const file of (await migrationFiles()).filter((name) => name < number)) {
    await database.pool.query(await readFile(join(import.meta.dirname, '../db/migrations', file), 'utf8'));
    await database.pool.query('insert into migrations (name) values ($1)', [file]);
  }
}

const rowsOf = async <Row extends object>(text: string): Promise<Row[]> =>
  (await database.pool.query<Row>(text)).rows;

/** Two versions of a dashboard, of which each has its snapshots of the same reports; one row is damaged. */
const published = `
  insert into tenants (name, embed_secret) values ('t', 's');
  insert into users (tenant_id, email, username, role) values (1, 'a@example.com', 'a', 'Admin');
  insert into deployments (tenant_id, name, api_secret) values (1, 'd', 's');
  insert into workbooks (deployment_id, name) values (1, 'w'), (1, 'v');
  insert into reports (deployment_id, public_id, name, json_query, source, external_workbook_id, result_location, end_result_cell, created_by)
    values (1, 'AAAAAAAAAAAA', 'placed', '{}', 'EXCEL', 'book', 'Sheet1!A1', 'C9', 1),
      (1, 'BBBBBBBBBBBB', 'in a file alone', null, null, 'book', null, null, null),
      (1, 'CCCCCCCCCCCC', 'free', null, 'D3', null, null, null, null);
  insert into dashboards (deployment_id, workbook_id, public_id) values (1, 1, 'pub1'), (1, 2, 'pub2');
  insert into dashboard_versions (dashboard_id, version_number, config, report_snapshots) values
    (1, 1, '{}', '[{"id":7,"reportId":7,"versionNumber":1,"name":"x"},{"id":8,"reportId":8,"versionNumber":1}]'),
    (1, 2, '{}', '[{"id":7,"reportId":7,"versionNumber":2,"name":"y"}]'),
    (1, 3, '{}', '[]'),
    (2, 1, '{}', '{"not":"a list"}'),
    (2, 2, '{}', '[5,{"id":7,"reportId":7,"versionNumber":1}]');`;

test('published dashboards get snapshots with ids of their own, and everything else of them stays', async () => {
  await migrateBefore('0007');
  await database.pool.query(published);
  await migrate(database.connection, applicationTables);

  const versions = await rowsOf<{ snapshots: ({ id?: number } | number)[] }>(
    'select report_snapshots as snapshots from dashboard_versions order by id',
  );
  const snapshots = [0, 1, 4]
    .flatMap((index) => versions[index]?.snapshots ?? [])
    .filter((one) => typeof one === 'object');
  assert.equal(new Set(snapshots.map(({ id }) => id)).size, 4);
  assert.deepEqual(
    snapshots.map((snapshot) => ({ ...snapshot, id: undefined })),
    [
      { id: undefined, reportId: 7, versionNumber: 1, name: 'x' },
      { id: undefined, reportId: 8, versionNumber: 1 },
      { id: undefined, reportId: 7, versionNumber: 2, name: 'y' },
      { id: undefined, reportId: 7, versionNumber: 1 },
    ],
  );
  assert.deepEqual([versions[2]?.snapshots, versions[3]?.snapshots], [[], { not: 'a list' }]);
});

test('a report that a spreadsheet shows gets a placement there', async () => {
  const placements = await rowsOf<Record<string, unknown>>('select * from report_placements');
  assert.equal(placements.length, 1);
  const [{ id, placedAt, ...placement }] = placements as [Record<string, unknown>];
  assert.ok(id);
  assert.ok(placedAt);
  assert.deepEqual(placement, {
    reportId: 1,
    host: 'EXCEL',
    workbookId: 'book',
    workbookName: null,
    sheetId: null,
    sheetName: null,
    anchorCell: null,
    resultLocation: 'Sheet1!A1',
    endResultCell: 'C9',
    placedByUserId: 1,
    refreshedAt: null,
    refreshedByUserId: null,
    queryChecksum: null,
    resultChecksum: null,
  });
});

test('a favourite goes with what it marks', async () => {
  await database.pool.query(`
    insert into workspace_favorites (user_id, resource_type, resource_id) values
      (1, 'WORKBOOK', 1), (1, 'WORKBOOK', 2), (1, 'REPORT', 1);
    delete from workbooks where id = 1; delete from reports where id = 1;`);
  const left = await rowsOf<object>('select resource_type, resource_id from workspace_favorites');
  assert.deepEqual(left, [{ resourceType: 'WORKBOOK', resourceId: 2 }]);
});

test('the checksum of a query changes with each part of it', async () => {
  const checksum = async (change: string) => {
    await database.pool.query(`update reports set ${change} where id = 3`);
    return (
      await rowsOf<{ sum: string | null }>('select current_query_checksum as sum from reports where id = 3')
    )[0]?.sum;
  };
  const sums = [
    await checksum('name = name'),
    await checksum(`sql_query = 'ab'`),
    await checksum(`sql_query = 'a', json_query = 'b'`),
    await checksum(`json_query = 'b', pivot_items = '{}'`),
  ];
  assert.equal(sums[0], null);
  assert.equal(new Set(sums).size, 4);
  assert.equal(await checksum(`name = 'renamed'`), sums[3]);
});
