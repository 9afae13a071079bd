import { createEngine, type Engine, type EncodedAnswer, type RuntimeSource } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const target = { deploymentId: 1, branch: 'master' };
const numbers = (measure: string) => ({
  path: 'numbers.yml',
  content: `cubes:\n  - name: numbers\n    sql_table: numbers\n    measures: [{ name: ${measure}, type: count }]\n`,
});
/** A cube that its caller names, of a table that a variable names. */
const callers = (measure: string) => ({
  path: 'callers.yml',
  content: `cubes:
  - name: {{ COMPILE_CONTEXT.securityContext.cube or 'none' }}
    sql_table: {{ env_var('TABLE', 'numbers') }}
    measures: [{ name: ${measure}, type: count }]
`,
});
const slow = {
  path: 'slow.yml',
  content:
    'cubes:\n  - name: slow\n    sql: SELECT 1 FROM range(300000) AS a, range(300000) AS b WHERE (a.range * b.range) % 7 = 3\n    measures: [{ name: count, type: count }]\n',
};

let directory: string;
let engine: Engine;
let source: RuntimeSource;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-changes-'));
  for (const count of [3, 5])
    await writeDuckDbFile(pathOf(count), `create table numbers as select range as n from range(${count})`);
});
after(() => rm(directory, { recursive: true, maxRetries: 10 }));
beforeEach(() => {
  source = {
    modelVersion: 'one',
    files: [numbers('count'), slow],
    sources: { default: { type: 'duckdb', path: pathOf(3) } },
    brandKey: 'svcCloud',
  };
  engine = createEngine({ resolve: async () => source });
});
afterEach(() => engine.close());

const pathOf = (count: number) => join(directory, `${count}.duckdb`);
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const load = (
  measure: string,
  { signal, securityContext = {} }: { signal?: AbortSignal; securityContext?: Record<string, unknown> } = {},
) => engine.load(target, { query: { measures: [measure] }, securityContext }, signal ? { signal } : {});
const count = async (measure: string, securityContext = {}) =>
  bodyOf(await load(measure, { securityContext })).data[0][measure];

function change(changed: Partial<RuntimeSource>): void {
  source = { ...source, ...changed };
  engine.invalidate(target);
}

/** Begins a query that takes long, and gives a way to see that it has run until now. */
async function beginSlow(securityContext = {}): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const answer = load('slow.count', { signal: controller.signal, securityContext });
  while (!engine.runtimes().some(({ requestsInFlight }) => requestsInFlight > 0)) await pause(5);
  return async () => {
    controller.abort();
    assert.equal(bodyOf(await answer).code, 'query.cancelled');
  };
}

test('a change of the model takes effect in the thread that is there', async () => {
  assert.equal(await count('numbers.count'), '3');
  const [before] = engine.runtimes();
  change({ modelVersion: 'two', files: [numbers('number'), slow] });
  assert.equal(await count('numbers.number'), '3');
  assert.equal((await load('numbers.count')).status, 400);
  const [after, ...more] = engine.runtimes();
  assert.deepEqual([after?.startedAt, after?.modelVersion, more], [before?.startedAt, 'two', []]);
});

test('files come, go and change places', async () => {
  assert.equal(await count('numbers.count'), '3');
  const other = {
    path: 'other.yml',
    content: slow.content.replace('slow', 'other').replace(/sql: .*/, 'sql_table: numbers'),
  };
  change({ files: [other, numbers('count')] });
  const meta = bodyOf(await engine.meta(target, { securityContext: {} }));
  assert.deepEqual(
    meta.cubes.map(({ name }: { name: string }) => name),
    ['other', 'numbers'],
  );
});

test('a model that breaks answers with its problems, and takes over again when it is mended', async () => {
  assert.equal(await count('numbers.count'), '3');
  change({ files: [{ path: 'numbers.yml', content: 'cubes: [{ name: numbers, colour: red }]' }] });
  const broken = await load('numbers.count');
  assert.deepEqual([broken.status, bodyOf(broken).code], [500, 'model.broken']);
  change({ files: [numbers('count')] });
  assert.equal(await count('numbers.count'), '3');
});

test('a query that runs ends on the model and the sources that it began on', async () => {
  const endSlow = await beginSlow();
  change({ files: [numbers('number')], sources: { default: { type: 'duckdb', path: pathOf(5) } } });
  assert.equal(await count('numbers.number'), '5');
  await endSlow();
  assert.equal(await count('numbers.number'), '5');
});

test('sources of the same settings are opened anew when they say that they have to be', async () => {
  assert.equal(await count('numbers.count'), '3');
  await rm(pathOf(3));
  await writeDuckDbFile(pathOf(3), 'create table numbers as select range as n from range(4)');
  change({ sourcesVersion: 'another file' });
  assert.equal(await count('numbers.count'), '4');
});

test('sources that cannot be opened are answered, and cost what runs nothing', async () => {
  const endSlow = await beginSlow();
  const { sources } = source;
  change({ sources: { default: { type: 'duckdb', path: join(directory, 'missing.duckdb') } } });
  assert.equal((await load('numbers.count')).status, 503);
  await endSlow();
  change({ sources });
  assert.equal((await load('numbers.count')).status, 200);
});

test('settings hold from the next query on', async () => {
  const limit = async () =>
    bodyOf(await engine.dryRun(target, { query: { dimensions: ['numbers.n'] }, securityContext: {} }))
      .normalizedQueries[0].limit;
  const content = `${numbers('count').content}    dimensions: [{ name: n, sql: n, type: number }]\n`;
  change({ files: [{ path: 'numbers.yml', content }] });
  assert.equal(await limit(), 10_000);
  change({ defaultLimit: 7 });
  assert.equal(await limit(), 7);
});

test('what each caller has of the model follows its changes', async () => {
  change({
    files: [numbers('count'), callers('first'), slow],
    sources: { default: { type: 'duckdb', path: pathOf(5) } },
  });
  const [one, other] = [{ cube: 'one' }, { cube: 'other' }];
  assert.equal(await count('one.first', one), '5');
  assert.equal(await count('other.first', other), '5');
  const endSlow = await beginSlow(one);
  change({ files: [numbers('number'), callers('second'), slow] });
  assert.equal(await count('one.second', one), '5');
  assert.equal(await count('other.second', other), '5');
  assert.equal(await count('numbers.number', other), '5');
  for (const gone of ['one.first', 'other.second', 'numbers.count'])
    assert.equal((await load(gone, { securityContext: one })).status, 400);
  await endSlow();
});

test('variables that templates read hold from the next query on', async () => {
  await writeDuckDbFile(pathOf(6), 'create table others as select range as n from range(6)');
  change({ files: [callers('count')], sources: { default: { type: 'duckdb', path: pathOf(6) } } });
  change({ environment: { TABLE: 'others' } });
  assert.equal(await count('none.count'), '6');
  change({ environment: { TABLE: 'missing' } });
  assert.equal((await load('none.count')).status, 400);
});

test('callers have one model again when no template asks who they are', async () => {
  change({ files: [callers('count')], sources: { default: { type: 'duckdb', path: pathOf(5) } } });
  assert.equal(await count('one.count', { cube: 'one' }), '5');
  change({ files: [numbers('count')] });
  assert.equal(await count('numbers.count', { cube: 'one' }), '5');
  assert.equal((await load('one.count', { securityContext: { cube: 'one' } })).status, 400);
});
