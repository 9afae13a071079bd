import { serverBrands } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let apps: Record<'svc' | 'cube', TestApp>;
before(async () => {
  const [svc, cube] = await Promise.all([
    createTestApp({ brand: serverBrands.svc }),
    createTestApp({ brand: serverBrands.cube }),
  ]);
  apps = { svc, cube };
});
after(() => Promise.all(Object.values(apps).map((app) => app.close())));

const token = (app: TestApp) =>
  app.call({ method: 'POST', path: `/api/v1/deployments/${app.deploymentId}/token`, body: {} });

test('an answer has the names of its brand, and none of the other', async () => {
  for (const [brand, field] of [
    ['svc', 'svcApiToken'],
    ['cube', 'cubeApiToken'],
  ] as const) {
    const answer = await token(apps[brand]);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(Object.keys(answer.json()), [field]);
  }
});

const createDeployment = (app: TestApp, fields: object) =>
  app.call({
    method: 'POST',
    path: '/build/api/v1/deployments',
    body: { name: crypto.randomUUID(), ...fields },
  });

test('a value is taken in the spelling of either brand, stored once, and answered in its own', async () => {
  for (const [app, own] of [
    [apps.svc, 'svccloud'],
    [apps.cube, 'cubecloud'],
  ] as const) {
    for (const cloudProvider of ['svccloud', 'cubecloud']) {
      const answer = await createDeployment(app, { cloudProvider });
      assert.equal(answer.statusCode, 200, answer.body);
      const { id } = answer.json<{ id: number }>();
      const stored = await app.database.db
        .selectFrom('deployments')
        .select('cloudProvider')
        .where('id', '=', id)
        .executeTakeFirst();
      assert.equal(stored?.cloudProvider, 'svccloud');
      const settings = await app.call({ method: 'GET', path: `/api/v1/deployments/${id}/settings` });
      assert.equal(settings.json<{ cloudProvider: string }>().cloudProvider, own);
    }
    const refused = await createDeployment(app, { cloudProvider: 'CubeCloud' });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, new RegExp(`must be one of ${own}`));
  }
});

test('only values of enumerations have two spellings: names of other brands stay as they are in texts', async () => {
  const name = 'cubecloud';
  const answer = await createDeployment(apps.svc, { name });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json<{ name: string }>().name, name);
});

test('the OpenAPI document has the names of its brand, and none of the other', async () => {
  const documentOf = async (app: TestApp) =>
    (await app.call({ method: 'GET', path: '/api/v1/spec' })).body.replaceAll('cubejs', '');
  const [svc, cube] = [await documentOf(apps.svc), await documentOf(apps.cube)];
  for (const name of ['svcApiToken', 'svcNetworkConnect', 'svccloud']) {
    assert.ok(svc.includes(`"${name}"`), name);
    assert.ok(!cube.includes(`"${name}"`), name);
  }
  for (const name of ['cubeApiToken', 'CubeNetworkConnect', 'cubecloud']) {
    assert.ok(cube.includes(`"${name}"`), name);
    assert.ok(!svc.includes(`"${name}"`), name);
  }
});
