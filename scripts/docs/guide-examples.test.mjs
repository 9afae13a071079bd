// Runs the model of the guides in a real engine.
import { startTestServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
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

/** The rows of a query, as a user with the given groups and attributes sees them. */
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
