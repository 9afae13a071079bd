import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestApp, type TestApp } from '../test/index.ts';
import { toColumnName, toFieldName } from './column-names.ts';
import { queryPrepared } from './statements/prepared.ts';

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

test('rows have field names whichever way they are read', async () => {
  const { db, pool, pipelined } = app.database;
  const expected = { embedSecret: 'kept', displayName: 'Shown' };
  await db.updateTable('tenants').set(expected).where('id', '=', app.tenantId).execute();
  const select = sql<
    typeof expected
  >`select embed_secret, display_name from tenants where id = ${app.tenantId}`;
  const text = `select embed_secret, display_name from tenants where id = ${app.tenantId}`;
  const answers = [
    await db
      .selectFrom('tenants')
      .select(['embedSecret', 'displayName'])
      .where('id', '=', app.tenantId)
      .execute(),
    (await select.execute(db)).rows,
    (await db.transaction().execute((tx) => select.execute(tx))).rows,
    await queryPrepared(app.database, select),
    await queryPrepared(app.database, select),
    (await pool.query(text)).rows,
    (await pipelined.query(text)).rows,
  ];
  for (const rows of answers) assert.deepEqual(rows, [expected]);
});

test('keys inside of JSON values stay as they are', async () => {
  const value = { snake_key: { camelKey: 1, deeper_key: [{ last_key: 2 }] } };
  const { db } = app.database;
  const { appConfig } = await db
    .updateTable('tenants')
    .set({ appConfig: JSON.stringify(value) })
    .where('id', '=', app.tenantId)
    .returning('appConfig')
    .executeTakeFirstOrThrow();
  assert.deepEqual(appConfig, value);
});

test('names of tables and columns survive the way to fields and back', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public'
     union select column_name from information_schema.columns where table_schema = 'public'`,
  );
  assert.ok(rows.length > 80);
  for (const { name } of rows) assert.equal(toColumnName(toFieldName(name)), name);
});
