import { createEngine, type EncodedAnswer, type Engine, type RuntimeSource } from '@oriel/engine';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

const target = { deploymentId: 1, branch: 'master' };
/** Cubes of each file that take several times the processor time to compile that these tests allow. */
const MANY = 2_500;
const TIMEOUT_MS = 1_500;
const numbers = `cubes:
  - name: numbers
    sql: SELECT 1 AS n
    dimensions: [{ name: n, sql: n, type: number, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
`;
/** Files of as many cubes as the number, which may be an expression of a template. */
const filesOf = (cubes: string) => [
  { path: 'numbers.yml', content: numbers },
  ...['a', 'b', 'c', 'd'].map((name) => ({
    path: `${name}.yml`,
    content: `cubes:
{% for i in range(${cubes}) %}
  - name: ${name}_{{ i }}
    sql: SELECT 1 AS n
    joins: [{ name: numbers, relationship: many_to_one, sql: "{CUBE}.n = {numbers}.n" }]
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true }
      - { name: other, sql: "{n} + 1", type: number }
    measures: [{ name: total, sql: "{other}", type: sum }]
{% endfor %}
`,
  })),
];
const perCaller = filesOf('COMPILE_CONTEXT.securityContext.cubes');
const [tooMuch, simple] = [filesOf(String(MANY)), filesOf('1')];

let engine: Engine;
let source: RuntimeSource;
let failures: string[];
beforeEach(() => {
  failures = [];
  source = {
    modelVersion: 'one',
    files: perCaller,
    sources: { default: { type: 'duckdb', path: ':memory:' } },
    brandKey: 'svcCloud',
  };
});
afterEach(() => engine.close());

function start(limits: { compileTimeoutMs?: number; modelTimeoutMs?: number; compileMemoryMb?: number }) {
  const onFailure = (_: unknown, message: string) => failures.push(message);
  engine = createEngine({ resolve: async () => source, onFailure, ...limits });
}

const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const load = (cubes: number, id: string, query: object = { measures: ['numbers.count'] }) =>
  engine.load(target, { query, securityContext: { cubes }, caller: { tenant: id, id } });
const count = async (cubes: number, id: string) => bodyOf(await load(cubes, id)).data[0]['numbers.count'];

test('a query that takes too long to compile is refused, and holds up nobody who is answered from the cache', async () => {
  start({ compileTimeoutMs: TIMEOUT_MS });
  assert.equal(await count(1, 'neighbour'), '1');
  let isRefused = false;
  const heavy = load(MANY, 'heavy').finally(() => (isRefused = true));
  const kept = await load(1, 'neighbour');
  assert.deepEqual([kept.cache, isRefused], ['hit', false]);
  const refused = await heavy;
  assert.deepEqual([refused.status, bodyOf(refused).code], [400, 'query.too_complex']);

  // The thread that was ended is replaced.
  const fresh = await load(1, 'neighbour', { measures: ['numbers.count'], dimensions: ['numbers.n'] });
  assert.equal(fresh.status, 200);
  assert.equal(engine.runtimes().length, 1);
  assert.deepEqual(failures, []);
});

test('a query that takes too much memory to compile is refused, and costs nothing but its thread', async () => {
  start({ compileMemoryMb: 40 });
  assert.equal(await count(1, 'neighbour'), '1');
  const refused = await load(MANY, 'heavy');
  assert.deepEqual([refused.status, bodyOf(refused).code], [400, 'query.too_complex']);
  assert.equal(await count(2, 'neighbour'), '1');
});

test('a model that takes too long to compile says so at once, and another takes its place', async () => {
  source = { ...source, files: tooMuch };
  start({ modelTimeoutMs: TIMEOUT_MS });
  for (let round = 0; round < 2; round += 1) {
    const answer = await load(1, 'neighbour');
    assert.deepEqual([answer.status, bodyOf(answer).code], [500, 'model.too_complex']);
  }
  source = { ...source, modelVersion: 'two', files: simple };
  engine.invalidate(target);
  assert.equal(await count(1, 'neighbour'), '1');
});

test('many heavy queries of one caller are compiled in turn with those of the others', async () => {
  start({ compileTimeoutMs: TIMEOUT_MS });
  assert.equal(await count(1, 'neighbour'), '1');
  let refused = 0;
  const heavy = Array.from({ length: 6 }, (_, index) =>
    load(MANY - index, 'heavy').finally(() => (refused += 1)),
  );
  const answer = await load(1, 'neighbour', { dimensions: ['numbers.n'] });
  assert.equal(answer.status, 200);
  assert.ok(refused < heavy.length, String(refused));
  await engine.close();
  await Promise.all(heavy);
});
