import type { DataSourceTest, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createRuntimeApp, type RuntimeApp } from '../test/index.ts';

let app: RuntimeApp;
before(async () => {
  app = await createRuntimeApp();
});
after(() => app.close());

async function createDeployment(variables: Record<string, string>): Promise<number> {
  const { id } = await app.createDeployment();
  const body = { env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })) };
  const set = await app.call({ method: 'PUT', path: `/api/v1/deployments/${id}/env-vars`, body });
  assert.equal(set.statusCode, 200, set.body);
  return id;
}

const ask = (id: number, name: string, key?: string) =>
  app.call({
    method: 'POST',
    path: `/api/v1/deployments/${id}/data-sources/${encodeURIComponent(name)}/test`,
    ...(key !== undefined && { key }),
  });

async function testOf(id: number, name = 'default'): Promise<DataSourceTest> {
  const answer = await ask(id, name);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const nowhere = {
  CUBEJS_DB_TYPE: 'postgres',
  CUBEJS_DB_HOST: '127.0.0.1',
  CUBEJS_DB_PORT: '9',
  CUBEJS_DB_NAME: 'shop',
  CUBEJS_DB_USER: 'reader',
  CUBEJS_DB_PASS: 'hunter2-secret',
};

test('a source that answers is ok, and one beside it that is away says why', async () => {
  const id = await createDeployment({
    CUBEJS_DATASOURCES: 'default,shop',
    CUBEJS_DB_TYPE: 'duckdb',
    ...Object.fromEntries(
      Object.entries(nowhere).map(([name, value]) => [name.replace('CUBEJS_DB', 'CUBEJS_DS_SHOP_DB'), value]),
    ),
  });
  const { elapsedMs, ...own } = await testOf(id);
  assert.deepEqual(own, { name: 'default', status: 'ok', reason: null });
  assert.ok(elapsedMs >= 0);
  const { status, reason } = await testOf(id, 'shop');
  assert.equal(status, 'failed');
  assert.match(reason ?? '', /nothing is reached at its host and port/);
  assert.ok(!reason?.includes('hunter2'));
});

test('a variable that is missing is named', async () => {
  const id = await createDeployment({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: '127.0.0.1' });
  const { status, reason } = await testOf(id);
  assert.equal(status, 'failed');
  assert.match(reason ?? '', /CUBEJS_DB_(NAME|USER)/);
});

test('a file that is broken is away until it is mended', async () => {
  const { id } = await app.createDeployment();
  const folder = join(app.dataDir, `deployments/${id}/files/lake`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'orders.parquet'), 'no parquet');
  const body = {
    env_variables: [
      { name: 'CUBEJS_DB_DUCKDB_DATABASE_PATH', value: `deployments/${id}/files/lake` },
      { name: 'CUBEJS_DB_TYPE', value: 'duckdb' },
    ],
  };
  await app.call({ method: 'PUT', path: `/api/v1/deployments/${id}/env-vars`, body });
  assert.match((await testOf(id)).reason ?? '', /orders\.parquet/);
  assert.ok(!(await testOf(id)).reason?.includes(app.dataDir));
});

test('a name that no source has is refused, also those of every object', async () => {
  const id = await createDeployment({ CUBEJS_DB_TYPE: 'duckdb' });
  for (const name of ['shop', 'constructor', '__proto__', 'x'.repeat(200), 'ä/b']) {
    const answer = await ask(id, name);
    assert.equal(answer.statusCode, 404, name);
    assert.equal((answer.json() as Problem).code, 'data_source_not_found');
  }
});

test('who may not see the variables learns nothing of sources', async () => {
  const id = await createDeployment({ CUBEJS_DB_TYPE: 'duckdb' });
  const { build, tenantId } = app;
  const viewer = await build.user({ tenantId, role: 'Viewer', email: 'viewer@example.com' });
  const key = await build.apiKey({ tenantId, userId: viewer });
  assert.ok([403, 404].includes((await ask(id, 'default', key)).statusCode));
  assert.equal((await ask(id, 'default', '')).statusCode, 401);
});
