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

/** `endless` would take hours, differently for each `n`. */
const endless: Record<string, string> = {
  duckdb:
    'SELECT a.range + b.range AS n FROM range(3000000) AS a, range(3000000) AS b WHERE (a.range * b.range) % 7 = 3',
  postgres: 'SELECT 1 AS n FROM (SELECT pg_sleep(3600)) AS waiting',
};
const modelOf = (name: string) => `
cubes:
  - name: endless
    sql: ${endless[name]}
    dimensions: [{ name: n, sql: n, type: number }]
    measures: [{ name: total, type: sum, sql: n }]
  - name: light
    sql: SELECT 1 AS n UNION ALL SELECT 2
    measures: [{ name: count, type: count }]
`;
const target = { deploymentId: 1, branch: 'master' };
const POLL_GRACE_MS = 300;

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let engine: Engine;
before(async () => {
  database = await createDataDatabase();
});
after(() => database.drop());
afterEach(() => engine.close());

/** Starts an engine and its runtime. */
async function start(name: string): Promise<void> {
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
    pollGraceMs: POLL_GRACE_MS,
  });
  assert.equal((await lightly(neighbour)).status, 200);
}

const heavy: Caller = { tenant: 'large', id: 'heavy' };
const neighbour: Caller = { tenant: 'small', id: 'neighbour' };

interface Asked extends Partial<Pick<LoadRequest, 'waitMs' | 'caller'>> {
  readonly signal?: AbortSignal;
}

const load = (query: object, { signal, ...more }: Asked): Promise<EncodedAnswer> =>
  engine.load(target, { query, securityContext: {}, ...more }, signal && { signal });
const lightly = (caller: Caller) => load({ measures: ['light.count'] }, { caller });
const endlessly = (index: number, asked: Asked) =>
  load(
    {
      measures: ['endless.total'],
      filters: [{ member: 'endless.n', operator: 'notEquals', values: [-1 - index] }],
    },
    { caller: heavy, ...asked },
  );
const many = (count: number, asked: Asked) =>
  Array.from({ length: count }, (_, index) => endlessly(index, asked));
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

function stats() {
  const [runtime] = engine.runtimes();
  assert.ok(runtime);
  return runtime.stats;
}

async function until(holds: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  while (!holds()) {
    assert.ok(!signal.aborted, JSON.stringify(engine.runtimes()));
    await new Promise(setImmediate);
  }
}

for (const name of ['duckdb', 'postgres'])
  describe(name, () => {
    test('150 endless queries of one viewer leave slots to the neighbour', async () => {
      await start(name);
      const gone = new AbortController();
      const answers = many(150, { signal: gone.signal });
      await until(() => stats().waiting === 148);
      assert.equal(stats().running, 2);
      const answer = await load(
        { measures: ['light.count'], timezone: 'Europe/Paris', limit: 7 },
        { caller: neighbour },
      );
      assert.equal(answer.status, 200);
      assert.deepEqual([stats().waiting, stats().running], [148, 2]);

      gone.abort();
      for (const each of await Promise.all(answers)) assert.equal(bodyOf(each).code, 'query.cancelled');
      await until(() => stats().waiting === 0 && stats().running === 0);
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
      await start(name);
      const gone = new AbortController();
      const before = many(2, { signal: gone.signal });
      await until(() => stats().running === 2);
      for (let poll = 0; poll < 4; poll += 1) {
        const answer = await endlessly(9, { waitMs: POLL_GRACE_MS / 2 });
        const { error, stage, timeElapsed } = bodyOf(answer);
        assert.deepEqual([error, stage], ['Continue wait', '#1 in queue']);
        assert.ok(timeElapsed >= (poll * POLL_GRACE_MS) / 2000 - 0.1, String(timeElapsed));
        assert.ok(answer.timing && answer.timing.queuedMs > 0);
      }
      gone.abort();
      await Promise.all(before);
      await until(() => stats().admitted >= 4);
      assert.equal(bodyOf(await endlessly(9, { waitMs: 1 })).stage, 'Executing query');
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
