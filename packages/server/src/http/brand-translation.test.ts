import { serverBrands } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

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

test('a body is taken in the names of its brand, and only in these', async () => {
  const create = (app: TestApp, cloudProvider: string) =>
    app.call({
      method: 'POST',
      path: '/build/api/v1/deployments',
      body: { name: crypto.randomUUID(), cloudProvider },
    });
  for (const [app, own, other] of [
    [apps.svc, 'svccloud', 'cubecloud'],
    [apps.cube, 'cubecloud', 'svccloud'],
  ] as const) {
    const answer = await create(app, own);
    assert.equal(answer.statusCode, 200, answer.body);
    const refused = await create(app, other);
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, new RegExp(`must be one of ${own}`));
    const stored = await app.database.db.selectFrom('deployments').select('cloudProvider').execute();
    assert.ok(stored.some(({ cloudProvider }) => cloudProvider === 'svccloud'));
  }
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
