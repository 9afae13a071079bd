import {
  createEngine,
  type Caller,
  type EncodedAnswer,
  type Engine,
  type LoadRequest,
  type SourceConfig,
} from '@oriel/engine';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LONG_WORK_MS } from '../src/worker/queue/slot-use.ts';

/** `endless` would take hours, differently for each `n`. */
const endless: Record<string, string> = {
  duckdb:
    'SELECT a.range + b.range AS n FROM range(3000000) AS a, range(3000000) AS b WHERE (a.range * b.range) % 7 = 3',
  postgres: 'SELECT 1 AS n FROM (SELECT pg_sleep(3600)) AS waiting',
};
/** Takes a second or so; `n` is no less than 10. */
const long =
  'SELECT 10 + a.range AS n, a.range * b.range AS product FROM generate_series(0, 12000) AS a(range), generate_series(0, 12000) AS b(range)';
const modelOf = (name: string) => `
cubes:
  - name: endless
    sql: ${endless[name]}
    dimensions: [{ name: n, sql: n, type: number }]
    measures: [{ name: total, type: sum, sql: n }]
  - name: long
    sql: ${long}
    dimensions: [{ name: n, sql: n, type: number }]
    measures: [{ name: total, type: sum, sql: product }]
  - name: light
    sql: SELECT 1 AS n UNION ALL SELECT 2
    measures: [{ name: count, type: count }]
`;
const target = { deploymentId: 1, branch: 'master' };
const POLL_GRACE_MS = 300;
const POLL_MS = 150;
/** For what must come, however busy the machine is. */
const PATIENCE_MS = 300_000;

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let engine: Engine;
before(async () => {
  database = await createDataDatabase();
});
after(() => database.drop());
afterEach(() => engine.close());

/** Starts an engine and its runtime, which `first` asks something. */
async function start(name: string, { pollGraceMs = POLL_GRACE_MS, first = neighbour } = {}): Promise<void> {
  const source: SourceConfig =
    name === 'duckdb'
      ? { type: 'duckdb', path: ':memory:' }
      : { type: 'postgres', ...database.connection, maxConnections: 4 };
  engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'model.yml', content: modelOf(name) }],
      sources: { default: source },
      brandKey: 'svcCloud',
    }),
    pollGraceMs,
  });
  assert.equal((await lightly(first)).status, 200);
}

const heavy: Caller = { tenant: 'large', id: 'heavy' };
const neighbour: Caller = { tenant: 'small', id: 'neighbour' };

interface Asked extends Partial<Pick<LoadRequest, 'waitMs' | 'caller' | 'cache'>> {
  readonly signal?: AbortSignal;
}

const load = (query: object, { signal, ...more }: Asked): Promise<EncodedAnswer> =>
  engine.load(target, { query, securityContext: {}, ...more }, signal && { signal });
const lightly = (caller: Caller, asked: Asked = {}) =>
  load({ measures: ['light.count'] }, { caller, ...asked });
/** Is executed each time. */
const lightlyAnew = (caller: Caller) => lightly(caller, { cache: 'no-cache' });
const endlessQuery = (index: number) => ({
  measures: ['endless.total'],
  filters: [{ member: 'endless.n', operator: 'notEquals', values: [-1 - index] }],
});
const endlessly = (index: number, asked: Asked) => load(endlessQuery(index), { caller: heavy, ...asked });
const many = (count: number, asked: Asked) =>
  Array.from({ length: count }, (_, index) => endlessly(index, asked));
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

function stats() {
  const [runtime] = engine.runtimes();
  assert.ok(runtime);
  return runtime.stats;
}

async function until(holds: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  while (!holds()) {
    assert.ok(!signal.aborted, JSON.stringify(engine.runtimes()));
    // Without a pause this process would hold a core that the runtime needs.
    await pause(5);
  }
}

test('on DuckDB, where statements share the cores, a neighbour has a slot taken back from a viewer with long queries', async () => {
  await start('duckdb', { first: heavy });
  const gone = new AbortController();
  const answers = many(3, { signal: gone.signal });
  await until(() => stats().running === 2);
  await pause(2 * LONG_WORK_MS);
  assert.equal((await lightly(neighbour)).cache, 'hit');
  assert.equal(stats().running, 2);
  const executed = await lightlyAnew(neighbour);
  assert.equal(executed.status, 200);
  // Alone again, the viewer has two slots again, one of them for the second time, and loses nothing but time.
  await until(() => stats().admitted === 1 + 2 + 1 + 1);
  assert.deepEqual([stats().running, stats().waiting], [2, 1]);
  gone.abort();
  for (const each of await Promise.all(answers)) assert.equal(bodyOf(each).code, 'query.cancelled');
});

test('a query with a slot that was taken back is answered in full', async () => {
  await start('duckdb');
  const long = (n: number) =>
    load(
      { measures: ['long.total'], filters: [{ member: 'long.n', operator: 'gte', values: [n] }] },
      { caller: heavy },
    );
  const alone = bodyOf(await long(0)).data;
  const admitted = stats().admitted;
  const both = [long(1), long(2)];
  await until(() => stats().admitted >= admitted + 2);
  let others = 0;
  const asking = (async () => {
    for (let isOver = false; !isOver; others += 1) {
      await lightlyAnew(neighbour);
      isOver = stats().running === 0 && stats().waiting === 0;
    }
  })();
  const answers = await Promise.all(both);
  await asking;
  assert.ok(others > 0);
  for (const answer of answers) assert.deepEqual(bodyOf(answer).data, alone);
});

for (const name of ['duckdb', 'postgres'])
  describe(name, () => {
    test('150 endless queries of one viewer leave slots to the neighbour', async () => {
      await start(name);
      const gone = new AbortController();
      const answers = many(150, { signal: gone.signal });
      // Slots are taken back while the first queries run and the others come, until the neighbour has not asked for a
      // while.
      await until(() => stats().waiting === 148 && stats().running === 2);
      const answer = await lightlyAnew(neighbour);
      assert.equal(answer.status, 200);
      await until(() => stats().waiting + stats().running === 150);
      gone.abort();
      for (const each of await Promise.all(answers)) assert.equal(bodyOf(each).code, 'query.cancelled');
      await until(() => stats().waiting === 0 && stats().running === 0);
    });

    test('endless queries of 150 viewers of one tenant leave slots to the neighbour', async () => {
      await start(name, { first: heavy });
      const gone = new AbortController();
      const answers = Array.from({ length: 150 }, (_, index) =>
        endlessly(index, { caller: { tenant: 'large', id: `viewer ${index}` }, signal: gone.signal }),
      );
      await until(() => stats().running === 3 && stats().waiting === 147);
      await pause(2 * LONG_WORK_MS);
      const executed = await lightlyAnew(neighbour);
      assert.equal(executed.status, 200);
      // Where statements share the cores, two of the three were taken back, and have begun anew.
      const again = name === 'duckdb' ? 2 : 0;
      await until(() => stats().running === 3 && stats().admitted === 1 + 3 + 1 + again);
      gone.abort();
      for (const each of await Promise.all(answers)) assert.equal(bodyOf(each).code, 'query.cancelled');
    });

    test('what is too much to wait is refused, with the time to come back', async () => {
      await start(name);
      const gone = new AbortController();
      const answers = many(250, { signal: gone.signal });
      await until(() => stats().running === 2 && stats().waiting + stats().refused >= 240);
      gone.abort();
      const refused = (await Promise.all(answers)).filter(({ status }) => status === 429);
      assert.equal(refused.length, stats().refused);
      assert.ok(refused.length >= 40, String(refused.length));
      for (const answer of refused) {
        assert.equal(bodyOf(answer).code, 'query.queue_full');
        assert.equal(answer.retryAfterSeconds, 2);
      }
    });

    test('a query that nobody asks for again is stopped, with its statement', async () => {
      await start(name);
      while (stats().admitted < 3)
        for (const answer of await Promise.all(many(6, { waitMs: 1 })))
          assert.equal(bodyOf(answer).error, 'Continue wait');
      await until(() => stats().waiting === 0 && stats().running === 0);
      assert.equal((await lightly(neighbour)).status, 200);
    });

    test('a query that is asked for again goes on, and says how far it is', async () => {
      await start(name, { pollGraceMs: PATIENCE_MS, first: heavy });
      const gone = new AbortController();
      const before = many(2, { signal: gone.signal });
      await until(() => stats().running === 2);
      await engine.sql(target, { query: endlessQuery(9), securityContext: {} });
      for (let poll = 0; poll < 4; poll += 1) {
        const answer = await endlessly(9, { waitMs: POLL_MS });
        const { error, stage, timeElapsed } = bodyOf(answer);
        assert.deepEqual([error, stage], ['Continue wait', '#1 in queue']);
        assert.ok(timeElapsed >= (poll * POLL_MS) / 1000 - 0.1, String(timeElapsed));
        assert.ok(answer.timing && answer.timing.queuedMs > 0);
      }
      gone.abort();
      await Promise.all(before);
      await until(() => stats().running === 1 && stats().waiting === 0);
      assert.equal(bodyOf(await endlessly(9, { waitMs: POLL_MS })).stage, 'Executing query');
    });

    test('the neighbour brings a query forward that another viewer waits for', async () => {
      await start(name);
      const gone = new AbortController();
      const answers = many(5, { signal: gone.signal });
      await until(() => stats().running === 2 && stats().waiting === 3);
      const shared = endlessly(4, { caller: neighbour, signal: gone.signal });
      await until(() => stats().running === 3);
      gone.abort();
      await Promise.all([...answers, shared]);
    });
  });
