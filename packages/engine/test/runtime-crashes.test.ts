import { createEngine, type EncodedAnswer, type Engine, type RuntimeSource } from '@oriel/engine';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

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
/** Deployments with a runtime that cannot start. */
let broken: Set<number>;
let failures: [deploymentId: number, message: string][];
beforeEach(() => {
  broken = new Set();
  failures = [];
  engine = createEngine({
    resolve: async () => source,
    onFailure: ({ deploymentId }, message) => failures.push([deploymentId, message]),
  });
});
afterEach(() => engine.close());

/** Ends a process at its start, as a machine without memory does. */
function killBroken(): void {
  for (const { deploymentId, processId } of engine.runtimes())
    if (broken.has(deploymentId) && processId !== undefined) process.kill(processId, 'SIGKILL');
}

const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const load = (target: typeof whole) =>
  engine.load(target, { query: { measures: ['numbers.count'] }, securityContext: {}, seesModel: true });

test('a runtime that fails at its start again and again says why and when it starts again; others are not touched', async () => {
  broken.add(1);
  const killing = setInterval(killBroken, 5);
  let answer = await load(whole);
  while (bodyOf(answer).code === 'engine.runtime_lost') answer = await load(whole);
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_failing']);
  assert.match(bodyOf(answer).error, /has ended \d times in a row: it was killed/);
  assert.ok((answer.retryAfterSeconds ?? 0) >= 2);
  const [failing] = engine.failing();
  assert.deepEqual([failing?.deploymentId, failing?.branch, engine.failing().length], [1, 'master', 1]);
  assert.equal(failures.length, failing?.times);
  assert.equal((await load(other)).status, 200);

  // Asking does not start it before its time, and then it comes back by itself.
  broken.clear();
  clearInterval(killing);
  const times = failures.length;
  while ((await load(whole)).status === 503) await pause(100);
  assert.equal(failures.length, times);
  assert.deepEqual(engine.failing(), []);
});
