// Runs what the guides show: the shell commands against a real server, the model in a real engine.
import { startTestServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../setup.mjs';

const examples = join(root, 'docs', 'guides', 'examples');
const target = { deploymentId: 1, branch: 'master' };

let server;
before(async () => {
  server = await startTestServer(await readModel(join(examples, 'orders')));
});
after(() => server.close());

async function readModel(directory) {
  const paths = globSync('*.yml', { cwd: directory });
  return Promise.all(
    paths.map(async (path) => ({ path, content: await readFile(join(directory, path), 'utf8') })),
  );
}

/** The rows of a query, as somebody with the given groups and attributes sees them. */
async function load(query, viewer = {}) {
  const securityContext = { svcCloud: { groups: [], userAttributes: {}, ...viewer } };
  const { status, body } = await server.engine.load(target, { query, securityContext });
  const answer = JSON.parse(Buffer.concat(body).toString());
  assert.equal(status, 200, JSON.stringify(answer));
  return answer.data;
}

test('the model of the guide answers, measure by measure', async () => {
  const analyst = { groups: ['analysts'] };
  const measures = ['sales.count', 'sales.total_amount', 'sales.paid_share'];
  const [row] = await load({ measures }, analyst);
  assert.deepEqual(
    measures.map((measure) => Number(row[measure]).toFixed(2)),
    ['3.00', '155.40', '0.67'],
  );
  const [large] = await load({ measures: ['sales.count'], segments: ['sales.large'] }, analyst);
  assert.equal(Number(large['sales.count']), 1);
});

test('the access policy of the guide shows each viewer its own rows', async () => {
  const query = { measures: ['sales.count'] };
  const count = async (viewer) => Number((await load(query, viewer))[0]['sales.count']);
  assert.equal(await count({}), 0);
  assert.equal(await count({ userAttributes: { states: ['CA'] } }), 2);
  assert.equal(await count({ userAttributes: { states: ['CA', 'NY'] } }), 3);
  assert.equal(await count({ userAttributes: {} }), 0);
  assert.equal(await count({ groups: ['analysts'] }), 3);
});

test('the cubes behind the view are not queried around its policy', async () => {
  const securityContext = { svcCloud: { groups: [], userAttributes: { states: ['CA'] } } };
  const { status } = await server.engine.load(target, {
    query: { measures: ['orders.count'] },
    securityContext,
  });
  assert.equal(status, 400);
});

const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'the commands need curl and bash';

test('the commands of the guides run', { skip }, async () => {
  assert.equal(server.deploymentId, 1, 'the commands name the first deployment');
  await server.database.db
    .insertInto('userAttributes')
    .values({
      tenantId: server.tenantId,
      name: 'states',
      type: 'string_array',
      displayName: 'States',
    })
    .execute();
  const { id: groupId } = await server.database.db
    .insertInto('groups')
    .values({ tenantId: server.tenantId, name: 'analysts' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.database.db.insertInto('groupMembers').values({ groupId, userId: server.adminId }).execute();
  const { code, stdout, stderr } = await runShell(join(examples, 'api.sh'), {
    ORIEL_URL: server.url,
    ORIEL_API_KEY: server.adminKey,
  });
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  for (const part of [
    '"deploymentUrl"',
    '"secret"',
    '"pageInfo"',
    '"sales.total_amount":"139.90"',
    '"sales.total_amount.previous_1_month":"55.50"',
    '"sales.created_at.month":"2026-03-01T00:00:00.000"',
    '"name":"Revenue by month"',
    '"sessionId"',
  ])
    assert.ok(stdout.includes(part), part);
});

async function runShell(file, env) {
  const child = spawn('bash', [file], { env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, ...output };
}
