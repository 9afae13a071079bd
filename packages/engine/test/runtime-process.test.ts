import {
  createEngine,
  type EncodedAnswer,
  type Engine,
  type EngineOptions,
  type RuntimeTarget,
} from '@oriel/engine';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const ROWS = 40_000;
/** `endless` is interrupted by DuckDB, `unstoppable` goes on for seconds in one call and takes 2 GB. */
const model = `
cubes:
  - name: light
    sql: SELECT 1 AS n UNION ALL SELECT 2
    dimensions: [{ name: n, sql: n, type: number }]
    measures: [{ name: count, type: count }]
  - name: endless
    sql: SELECT a.range AS n FROM range(3000000) AS a, range(3000000) AS b WHERE (a.range * b.range) % 7 = 3
    measures: [{ name: total, type: sum, sql: n }]
  - name: unstoppable
    sql: SELECT length(printf('%2000000000d', range)) AS n FROM range(3)
    measures: [{ name: total, type: sum, sql: n }]
  - name: large
    sql: SELECT length(repeat(chr(60 + range::int), 300000000)) AS n FROM range(30)
    measures: [{ name: total, type: sum, sql: n }]
  - name: wide
    sql: SELECT n, repeat('wide ', 20) || n AS text FROM generate_series(1, ${ROWS}) AS s(n)
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
`;
const whole = { deploymentId: 1, branch: 'master' };
const other = { deploymentId: 2, branch: 'master' };

let engine: Engine;
let failures: string[] = [];
afterEach(async () => {
  await engine.close();
  failures = [];
});

function start(options: Omit<EngineOptions, 'resolve'> = {}): void {
  engine = createEngine({
    ...options,
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'model.yml', content: model }],
      sources: { default: { type: 'duckdb', path: ':memory:' } },
      brandKey: 'svcCloud',
      maxLimit: ROWS,
    }),
    onFailure: (_, message) => failures.push(message),
  });
}

const total = (cube: string, target: RuntimeTarget, signal?: AbortSignal) =>
  engine.load(target, { query: { measures: [`${cube}.total`] }, securityContext: {} }, signal && { signal });
const light = (target: RuntimeTarget) =>
  engine.load(target, {
    query: { measures: ['light.count'] },
    securityContext: {},
    cache: 'no-cache',
    caller: { tenant: 'other', id: 'other' },
  });
const wide = (target: RuntimeTarget) =>
  engine.load(target, {
    query: { dimensions: ['wide.n', 'wide.text'], ungrouped: true, order: [], limit: ROWS },
    securityContext: {},
  });
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());
const countOf = (answer: EncodedAnswer) => bodyOf(answer).data?.[0]['light.count'];

function runtimeOf({ deploymentId }: RuntimeTarget) {
  return engine.runtimes().find((runtime) => runtime.deploymentId === deploymentId);
}

function pidOf(target: RuntimeTarget): number {
  const pid = runtimeOf(target)?.processId;
  assert.ok(pid !== undefined);
  return pid;
}

/** Waits for a state, however busy the machine is. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, JSON.stringify(engine.runtimes()));
    await pause(5);
  }
}

const isRunning = (target: RuntimeTarget, statements = 1) => runtimeOf(target)?.stats.running === statements;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)
  test(`a runtime that ends by ${signal} costs its deployment the running queries, and another one nothing`, async () => {
    start({ cacheBytes: 1024 * 1024 });
    assert.equal(countOf(await light(whole)), '2');
    assert.equal(countOf(await light(other)), '2');
    const stream = await wide(whole);
    assert.ok(stream.rest);
    const reading = Array.fromAsync(stream.rest);
    const foreign = await wide(other);
    const running = [total('endless', whole), total('endless', whole)];
    await until(() => isRunning(whole) || isRunning(whole, 2));

    const [pid, otherPid] = [pidOf(whole), pidOf(other)];
    const cut = stream.rest[Symbol.asyncIterator]();
    process.kill(pid, signal);
    for (const answer of await Promise.all(running)) {
      assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_lost']);
      assert.ok((answer.retryAfterSeconds ?? 0) > 0);
    }
    // What was read before the end may have been everything.
    await reading.catch((error: Error) => assert.match(error.message, /runtime ended/));
    await cut.return?.(undefined);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? '', new RegExp(`The runtime ended: .*\n${signal}`, 's'));

    assert.equal(countOf(await light(whole)), '2');
    assert.notEqual(pidOf(whole), pid);
    assert.equal(pidOf(other), otherPid);
    assert.ok(foreign.rest);
    const chunks = [...foreign.body, ...(await Array.fromAsync(foreign.rest))];
    assert.equal(JSON.parse(Buffer.concat(chunks).toString()).data.length, ROWS);
  });

test('a stream is cut when its runtime is killed, and no whole answer', async () => {
  start({ cacheBytes: 1024 * 1024 });
  const stream = await wide(whole);
  assert.ok(stream.rest);
  const reader = stream.rest[Symbol.asyncIterator]();
  await reader.next();
  process.kill(pidOf(whole), 'SIGKILL');
  await until(() => engine.runtimes().length === 0);
  await assert.rejects(async () => {
    for (let next = await reader.next(); !next.done; next = await reader.next());
  }, /runtime ended/);
});

test('a statement that cannot be stopped ends its process; queries of others begin anew in the next one', async () => {
  start({ stopGraceMs: 300 });
  assert.equal(countOf(await light(whole)), '2');
  const pid = pidOf(whole);
  const gone = new AbortController();
  const stuck = total('unstoppable', whole, gone.signal);
  await until(() => isRunning(whole));
  gone.abort();
  assert.equal(bodyOf(await stuck).code, 'query.cancelled');
  const others = Array.from({ length: 3 }, () => light(whole));
  for (const answer of await Promise.all(others)) assert.equal(countOf(answer), '2');
  await until(() => !isAlive(pid));
  assert.equal(countOf(await light(whole)), '2');
  assert.notEqual(pidOf(whole), pid);
  assert.deepEqual(engine.failing(), []);
});

test('a query that takes more memory than its runtime may have ends the runtime, with the reason', async () => {
  start({ runtimeMemoryMb: 700 });
  assert.equal(countOf(await light(whole)), '2');
  assert.equal(countOf(await light(other)), '2');
  const otherPid = pidOf(other);
  const answer = await total('large', whole);
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_lost']);
  assert.match(bodyOf(answer).error, /more than the 700 MB of memory/);
  assert.match(failures.join('\n'), /more than the 700 MB of memory/);
  assert.equal(countOf(await light(whole)), '2');
  assert.equal(pidOf(other), otherPid);
});

test('a runtime that nobody asks ends, and with it the memory it had', async () => {
  start({ idleMs: 300 });
  assert.equal(countOf(await light(whole)), '2');
  const pid = pidOf(whole);
  await until(() => !isAlive(pid) && engine.runtimes().length === 0);
  assert.deepEqual(failures, []);
  assert.equal(countOf(await light(whole)), '2');
});

test(
  'the environment and the arguments of a runtime hold no secrets',
  { skip: process.platform !== 'linux' },
  async () => {
    process.env['DATABASE_URL'] = 'postgres://user:secret@localhost/oriel';
    start();
    try {
      assert.equal(countOf(await light(whole)), '2');
      for (const file of ['environ', 'cmdline'])
        assert.doesNotMatch(await readFile(`/proc/${pidOf(whole)}/${file}`, 'utf8'), /secret|DATABASE_URL/);
    } finally {
      delete process.env['DATABASE_URL'];
    }
  },
);

test('what a killed runtime has spilled to disk is removed', async () => {
  const spillDirectory = await mkdtemp(join(tmpdir(), 'oriel-spill-'));
  try {
    start({ duckdb: { spillDirectory } });
    assert.equal(countOf(await light(whole)), '2');
    const list = () => readdir(spillDirectory);
    assert.equal((await list()).length, 1);
    process.kill(pidOf(whole), 'SIGKILL');
    while ((await list()).length > 0) await pause(5);
  } finally {
    await rm(spillDirectory, { recursive: true, maxRetries: 10 });
  }
});

test('the end of the server ends its runtimes, also one that is in a statement which cannot be stopped', async () => {
  start();
  const server = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, 'engine-process.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, MODEL: model },
    },
  );
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const pids = JSON.parse(String(line)) as number[];
  assert.equal(pids.length, 2);
  assert.deepEqual(pids.map(isAlive), [true, true]);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await until(() => !pids.some(isAlive));
});

test(
  'a signal to the whole group of processes ends no runtime',
  { skip: process.platform === 'win32' },
  async () => {
    start();
    assert.equal(countOf(await light(whole)), '2');
    const pid = pidOf(whole);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    assert.equal(countOf(await light(whole)), '2');
    assert.equal(pidOf(whole), pid);
  },
);

test('a runtime that says nothing any more is replaced', { skip: process.platform === 'win32' }, async () => {
  start({ silentMs: 1_000 });
  // On a busy machine another one may be silent for so long as well.
  const untilAnswered = () => until(async () => countOf(await light(whole)) === '2');
  await untilAnswered();
  const pid = pidOf(whole);
  process.kill(pid, 'SIGSTOP');
  const answer = await light(whole);
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_lost']);
  assert.match(bodyOf(answer).error, /did not answer any more/);
  await untilAnswered();
  assert.notEqual(pidOf(whole), pid);
});

test(
  'threads that run statements give way to those that answer',
  { skip: process.platform !== 'linux' },
  async () => {
    start();
    assert.equal(countOf(await light(whole)), '2');
    const pid = pidOf(whole);
    const own = getPriority();
    const threads = await threadsOf(pid);
    const main = threads.find(({ id }) => id === pid)?.nice ?? Number.NaN;
    assert.ok(main > own || own >= LOWEST, JSON.stringify(threads));
    const workers = threads.filter(({ name }) => name === 'libuv-worker');
    assert.ok(workers.length > 0);
    assert.ok(
      workers.every(({ nice }) => nice > main || nice >= LOWEST),
      JSON.stringify(threads),
    );
  },
);

/** The lowest priority that Linux knows. */
const LOWEST = 19;

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
async function threadsOf(pid: number): Promise<{ id: number; name: string; nice: number }[]> {
  const folder = `/proc/${pid}/task`;
  const stats = await Promise.all(
    (await readdir(folder)).map((id) => readFile(join(folder, id, 'stat'), 'utf8').catch(() => '')),
  );
  return stats.flatMap((stat) => {
    const [, id, name, rest] = /^(\d+) \((.*)\) (.*)/.exec(stat) ?? [];
    // The third field is the first of the rest, the niceness the nineteenth.
    return name === undefined ? [] : [{ id: Number(id), name, nice: Number(rest?.split(' ')[16]) }];
  });
}
