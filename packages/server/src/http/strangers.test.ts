import { operations, type Operation } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

/**
 * Calls every operation of the contract as every kind of stranger. An operation is covered by being declared: whoever
 * may not call it gets 401, 403 or 404, and learns nothing.
 */
let world: TestApp;
let strangers: { name: string; headers: Record<string, string> }[];
let viewerKey: string;

const SECRET_NAME = 'Quarterly secrets';
before(async () => {
  world = await createTestApp();
  const { build, tenantId, deploymentId } = world;
  await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${deploymentId}/workbooks`,
    body: { name: SECRET_NAME },
  });
  await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${deploymentId}/reports`,
    body: { name: SECRET_NAME },
  });
  await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${deploymentId}/folders`,
    body: { name: SECRET_NAME },
  });
  const otherTenant = await build.tenant({ host: 'other.example.com' });
  const foreignKey = await build.apiKey({
    tenantId: otherTenant,
    userId: await build.user({ tenantId: otherTenant, role: 'Admin' }),
  });
  const otherDeployment = await build.deployment({ tenantId });
  const narrowKey = await build.apiKey({
    tenantId,
    userId: await build.user({ tenantId }),
    deploymentIds: [otherDeployment],
  });
  const embedToken = await makeEmbedToken(otherDeployment);
  viewerKey = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Viewer' }) });
  strangers = [
    { name: 'nobody', headers: {} },
    { name: 'a made-up key', headers: { authorization: 'Bearer orl_made-up' } },
    { name: 'a malformed header', headers: { authorization: 'Bearer' } },
    { name: "another tenant's key here", headers: { authorization: `Bearer ${foreignKey}` } },
    {
      name: "another tenant's key there",
      headers: { authorization: `Bearer ${foreignKey}`, host: 'other.example.com' },
    },
    { name: 'a key of another scope', headers: { authorization: `Bearer ${narrowKey}` } },
    {
      name: 'an embed session of another deployment',
      headers: { authorization: `Embed-Token ${embedToken}` },
    },
    { name: 'a made-up embed token', headers: { authorization: 'Embed-Token a.b.c' } },
    {
      name: 'a made-up cookie',
      headers: { cookie: 'oriel_session=made-up', 'sec-fetch-site': 'same-origin' },
    },
  ];
});
after(() => world.close());

async function makeEmbedToken(deploymentId: number): Promise<string> {
  const session = await world.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId, externalId: 'viewer' },
  });
  const exchanged = await world.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  return (exchanged.json() as { token: string }).token;
}

const entries = Object.entries(operations) as unknown as [string, Operation][];
const withDeployment = entries.filter(([, { path }]) => path.includes('{deploymentId}'));

const fill = (path: string) =>
  path
    .replace('{deploymentId}', String(world.deploymentId))
    .replace('{publicId}', 'AbCdEf012345')
    .replaceAll(/\{\w+\}/g, '1');
const send = ({ method, path }: Operation, headers: Record<string, string>) =>
  world.app.inject({
    method,
    url: fill(path),
    headers,
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });

for (const [id, operation] of withDeployment) {
  test(`${id} tells no stranger anything`, async () => {
    for (const { name, headers } of strangers) {
      const answer = await send(operation, headers);
      assert.ok([401, 403, 404].includes(answer.statusCode), `${name}: ${answer.statusCode} ${answer.body}`);
      assert.ok(!answer.body.includes(SECRET_NAME), name);
    }
  });
}

for (const [id, operation] of entries.filter(([, { access }]) => access.role === 'Admin')) {
  test(`${id} is refused to whoever is no administrator`, async () => {
    assert.equal((await send(operation, { authorization: `Bearer ${viewerKey}` })).statusCode, 403);
    assert.equal((await send(operation, {})).statusCode, 401);
  });
}

test('a plain viewer finds nothing in lists and nothing by id', async () => {
  for (const [, operation] of withDeployment.filter(([, { method }]) => method === 'GET')) {
    const answer = await send(operation, { authorization: `Bearer ${viewerKey}` });
    assert.ok(!answer.body.includes(SECRET_NAME), `${operation.path}: ${answer.body}`);
  }
});
