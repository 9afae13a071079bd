import { createEngine, type EncodedAnswer, type Engine, type RuntimeSource } from '@oriel/engine';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const whole = { deploymentId: 1, branch: 'master' };
const other = { deploymentId: 2, branch: 'master' };
const model = `
cubes:
  - name: numbers
    sql: SELECT 1 AS n
    measures: [{ name: count, type: count }]
`;
const source: RuntimeSource = {
  modelVersion: 'one',
  files: [{ path: 'model.yml', content: model }],
  sources: { default: { type: 'duckdb', path: ':memory:' } },
  brandKey: 'svcCloud',
};

let engine: Engine;
/** Deployments whose runtime cannot start. */
let broken: Set<number>;
let failures: [deploymentId: number, message: string][];
beforeEach(() => {
  broken = new Set();
  failures = [];
  engine = createEngine({
    resolve: async ({ deploymentId }) =>
      broken.has(deploymentId) ? { ...source, sources: NO_SOURCES } : source,
    onFailure: ({ deploymentId }, message) => failures.push([deploymentId, message]),
  });
});
afterEach(() => engine.close());

// Ends the thread at its start, as a bug would.
const NO_SOURCES = null as unknown as RuntimeSource['sources'];

const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const load = (target: typeof whole) =>
  engine.load(target, { query: { measures: ['numbers.count'] }, securityContext: {}, seesModel: true });

test('a runtime that fails at its start again and again says why and when it starts again; others are not touched', async () => {
  broken.add(1);
  let answer = await load(whole);
  while (bodyOf(answer).code === 'engine.runtime_lost') answer = await load(whole);
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_failing']);
  assert.match(bodyOf(answer).error, /has ended \d times in a row: it failed/);
  assert.ok((answer.retryAfterSeconds ?? 0) >= 2);
  const [failing] = engine.failing();
  assert.deepEqual([failing?.deploymentId, failing?.branch, engine.failing().length], [1, 'master', 1]);
  assert.equal(failures.length, failing?.times);
  assert.equal((await load(other)).status, 200);

  // Asking does not start it before its time, and then it comes back by itself.
  broken.clear();
  const times = failures.length;
  while ((await load(whole)).status === 503) await setTimeout(100);
  assert.equal(failures.length, times);
  assert.deepEqual(engine.failing(), []);
});
