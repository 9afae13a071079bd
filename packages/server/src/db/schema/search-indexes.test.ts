import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createDataDatabase } from '../../test/index.ts';
import { connectDatabase } from '../database.ts';
import { migrate } from './migrate.ts';
import { applicationTables } from '../../application-tables.ts';

test('a database that refuses the extension goes without it until it is installed', async () => {
  const made = await createDataDatabase();
  const owner = connectDatabase(made.connection);
  const user = `plain_${randomUUID().slice(0, 8)}`;
  const indexes = async () => {
    const { rows } = await owner.pool.query<{ indexname: string }>(
      "select indexname from pg_indexes where indexname like '%_search' order by 1",
    );
    return rows.map(({ indexname }) => indexname);
  };
  try {
    await owner.pool.query(`create role ${user} login`);
    await owner.pool.query(`grant all on schema public to ${user}`);

    assert.deepEqual(await migrate({ ...made.connection, user }, applicationTables), {
      missing: ['pg_trgm'],
    });
    assert.deepEqual(await indexes(), []);

    await owner.pool.query('create extension pg_trgm');
    assert.deepEqual(await migrate({ ...made.connection, user }, applicationTables), { missing: [] });
    assert.deepEqual(await indexes(), [
      'embed_tenants_name_search',
      'embed_user_deployments_display_name_search',
      'embed_users_display_name_search',
      'embed_users_email_search',
      'embed_users_external_id_search',
      'folders_name_search',
      'groups_name_search',
      'reports_name_search',
      'reports_title_search',
      'user_attributes_name_search',
      'users_email_search',
      'users_first_name_search',
      'users_username_search',
      'workbooks_name_search',
    ]);
  } finally {
    await owner.pool.query(`drop owned by ${user} cascade`);
    await owner.pool.query(`drop role ${user}`);
    await owner.close();
    await made.drop();
  }
});
