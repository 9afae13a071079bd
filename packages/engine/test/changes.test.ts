import { createEngine, type Engine, type EncodedAnswer, type RuntimeSource } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

const target = { deploymentId: 1, branch: 'master' };
const numbers = (measure: string) => ({
  path: 'numbers.yml',
  content: `cubes:\n  - name: numbers\n    sql_table: numbers\n    measures: [{ name: ${measure}, type: count }]\n`,
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
after(() => rm(directory, { recursive: true }));
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
const load = (measure: string, signal?: AbortSignal) =>
  engine.load(target, { query: { measures: [measure] }, securityContext: {} }, signal ? { signal } : {});
const count = async (measure: string) => bodyOf(await load(measure)).data[0][measure];

function change(changed: Partial<RuntimeSource>): void {
  source = { ...source, ...changed };
  engine.invalidate(target);
}

/** Begins a query that takes long, and gives a way to see that it has run until now. */
async function beginSlow(): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const answer = load('slow.count', controller.signal);
  while (!engine.runtimes().some(({ requestsInFlight }) => requestsInFlight > 0))
    await new Promise(setImmediate);
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
  assert.deepEqual(engine.runtimes(), [{ ...before, modelVersion: 'two' }]);
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
