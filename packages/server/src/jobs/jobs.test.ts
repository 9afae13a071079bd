import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { schemas } from '@oriel/contract';
import { endless } from '../test/processes/job-process.ts';
import { createTestDatabase, type TestDatabase } from '../test/data/test-database.ts';
import { untilTrue } from '../test/waiting.ts';
import { defineJob, handleJob, type HandledJob, type JobHandler, type JobOptions } from './job.ts';
import { startJobs } from '../test/processes/start-jobs.ts';
import type { Jobs, JobTiming } from './jobs.ts';

const logger = pino({ level: process.env['ORIEL_TEST_LOG'] ?? 'silent' });
const FAST: JobTiming = {
  superviseSeconds: 1,
  pollSeconds: 0.5,
  scheduleSeconds: 1,
  scheduledSeconds: 1,
  stopSeconds: 1,
};

let database: TestDatabase;
const running = new Set<Jobs>();
before(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all([...running].map((jobs) => jobs.stop()));
  running.clear();
});
after(() => database.close());

/** One server's background work, stopped with the test. */
async function startServer(...jobs: HandledJob[]): Promise<Jobs> {
  const started = await startJobs({ database, jobs, logger, timing: FAST });
  running.add(started);
  return started;
}

const Numbered = schemas.input('A number.', { number: schemas.integer('The number.') });

function numbered(name: string, options: Partial<JobOptions<typeof Numbered>> = {}) {
  return defineJob({
    name,
    data: Numbered,
    timeoutSeconds: 60,
    retry: { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 },
    ...options,
  });
}

interface StoredJob {
  state: string;
  retryCount: number;
  data: unknown;
  output: { message?: string } | null;
}

async function stored(name: string): Promise<StoredJob[]> {
  const { rows } = await database.pool.query<StoredJob>(
    "select state, retry_count, data, output from jobs.job where name = $1 order by created_on, data->>'number'",
    [name],
  );
  return rows;
}

const states = async (name: string) => (await stored(name)).map(({ state }) => state);
const isDone = (name: string) => async () => (await states(name)).every((state) => state === 'completed');

test('a job runs once when its transaction has committed, and never when it was rolled back', async () => {
  const job = numbered('kept');
  const runs: number[] = [];
  const handled = handleJob(job, async ({ number }) => void runs.push(number));
  const [jobs] = await Promise.all([startServer(handled), startServer(handled)]);
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  await Promise.allSettled(
    numbers.map((number) =>
      database.db.transaction().execute(async (tx) => {
        await jobs.send(tx, job, { number });
        if (number % 2 === 1) throw new Error('not this one');
      }),
    ),
  );
  await untilTrue(isDone('kept'));
  assert.deepEqual(
    runs.toSorted((a, b) => a - b),
    numbers.filter((number) => number % 2 === 0),
  );
});

test('jobs that wait are run one after the other, without a pause', async () => {
  const job = numbered('backlog', { concurrency: 2 });
  const runs: number[] = [];
  const seconds = { ...FAST, pollSeconds: 3_600 };
  const sender = await startServer(handleJob(numbered('something-else'), async () => {}));
  const boss = await startJobs({ database, jobs: [handleJob(job, async () => {})], logger, timing: seconds });
  await boss.stop();
  await database.db.transaction().execute(async (tx) => {
    for (let number = 0; number < 20; number += 1) await sender.send(tx, job, { number });
  });
  const handled = handleJob(job, async ({ number }) => void runs.push(number));
  running.add(await startJobs({ database, jobs: [handled], logger, timing: seconds }));
  await untilTrue(() => runs.length === 20);
  assert.equal(new Set(runs).size, 20);
});

test('a job does not run before its transaction commits', async () => {
  const job = numbered('waited-for');
  let runs = 0;
  const jobs = await startServer(handleJob(job, async () => void (runs += 1)));
  await database.db.transaction().execute(async (tx) => {
    await jobs.send(tx, job, { number: 1 });
    // Longer than a worker waits between two looks.
    await setTimeout(700);
    assert.equal(runs, 0);
  });
  await untilTrue(() => runs === 1);
});

test('a job that fails is tried again, each time later, and ends among the dead letters with its reason', async () => {
  const job = numbered('failing', { retry: { limit: 2, delaySeconds: 1, maxDelaySeconds: 60 } });
  const tries: number[] = [];
  const jobs = await startServer(
    handleJob(job, async (_data, { retryCount }) => {
      tries.push(retryCount);
      throw new Error(`try ${retryCount} went wrong`);
    }),
  );
  await database.db.transaction().execute((tx) => jobs.send(tx, job, { number: 7 }));
  const waits: number[] = [];
  for (const count of [1, 2]) {
    await untilTrue(async () => tries.length === count && (await states('failing'))[0] === 'retry');
    const { rows } = await database.pool.query<{ wait: number }>(
      "update jobs.job set start_after = now() where name = 'failing' returning extract(epoch from old.start_after - old.started_on)::double precision as wait",
    );
    waits.push(rows[0]?.wait ?? 0);
  }
  await untilTrue(async () => (await stored('dead-letters')).length === 1);
  assert.deepEqual(tries, [0, 1, 2]);
  const [first = 0, second = 0] = waits;
  assert.ok(first >= 1 && second >= 2, `waits of ${first} and ${second} s`);
  const [dead] = await stored('dead-letters');
  assert.deepEqual(dead?.data, { number: 7 });
  const [failed] = await stored('failing');
  assert.equal(failed?.state, 'failed');
  assert.equal(failed?.output?.message, 'try 2 went wrong');
});

test('the job of a server that was killed runs again on another one', async () => {
  const program = join(import.meta.dirname, '../test/processes/job-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const runs: number[] = [];
  const none = defineJob({ ...endless, name: 'none' });
  const jobs = await startServer(handleJob(none, async () => {}));
  await untilTrue(async () => (await queueNames()).includes('endless'));
  await database.db.transaction().execute((tx) => jobs.send(tx, endless, {}));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await exited;
  assert.deepEqual(await states('endless'), ['active']);
  // As if the time had passed after which a server that is silent counts as gone.
  await database.pool.query(
    "update jobs.job set heartbeat_on = now() - interval '1 hour' where name = 'endless'",
  );
  await startServer(handleJob(endless, async (_data, { retryCount }) => void runs.push(retryCount)));
  await untilTrue(isDone('endless'));
  assert.deepEqual(runs, [1]);
});

/** As if the time had passed after which a server that says nothing counts as gone. */
async function silence(name: string): Promise<void> {
  await database.pool.query("update jobs.job set heartbeat_on = now() - interval '1 hour' where name = $1", [
    name,
  ]);
}

async function queueNames(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from jobs.queue');
  return rows.map(({ name }) => name);
}

test('a job runs again when its end could not be recorded, and the next one is received', async () => {
  const job = numbered('cut-off');
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const runs: number[] = [];
  const jobs = await startServer(
    handleJob(job, async ({ number }) => {
      runs.push(number);
      entered.resolve();
      await leave.promise;
    }),
  );
  const send = (number: number) => database.db.transaction().execute((tx) => jobs.send(tx, job, { number }));
  await send(1);
  await entered.promise;
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'oriel jobs'",
  );
  leave.resolve();
  // Where the worker has found a new connection in time, it has been noted after all.
  await untilTrue(async () => {
    await silence('cut-off');
    return isDone('cut-off')();
  });
  await send(2);
  await untilTrue(() => runs.includes(2));
  assert.deepEqual([...new Set(runs)], [1, 2]);
});

test('a stop waits for a run that ends when it is told to, and takes no further job', async () => {
  const job = numbered('stopped');
  const entered = Promise.withResolvers<void>();
  const handler: JobHandler<{ number: number }> = async (_data, { signal }) => {
    entered.resolve();
    await once(signal, 'abort');
  };
  const jobs = await startServer(handleJob(job, handler));
  await database.db.transaction().execute(async (tx) => {
    for (const number of [1, 2]) await jobs.send(tx, job, { number });
  });
  await entered.promise;
  await jobs.stop();
  // Either may be the first.
  assert.deepEqual((await states('stopped')).toSorted(), ['completed', 'created']);
});

test('a stop gives up a run that does not end, and another server runs the job again', async () => {
  const job = numbered('given-up');
  const entered = Promise.withResolvers<void>();
  const jobs = await startServer(
    handleJob(job, async () => {
      entered.resolve();
      await new Promise(() => {});
    }),
  );
  await database.db.transaction().execute((tx) => jobs.send(tx, job, { number: 1 }));
  await entered.promise;
  await jobs.stop();
  assert.deepEqual(await states('given-up'), ['retry']);
  const runs: number[] = [];
  await startServer(handleJob(job, async (_data, { retryCount }) => void runs.push(retryCount)));
  await untilTrue(isDone('given-up'));
  assert.deepEqual(runs, [1]);
});

test('of an exclusive job one waits or runs, from any sender', async () => {
  const job = numbered('alone', { isExclusive: true });
  const leave = Promise.withResolvers<void>();
  const handled = handleJob(job, async () => leave.promise);
  const [one, other] = await Promise.all([startServer(handled), startServer(handled)]);
  const send = (jobs: Jobs) => database.db.transaction().execute((tx) => jobs.send(tx, job, { number: 1 }));
  const ids = await Promise.all([send(one), send(other), send(one)]);
  assert.equal(ids.filter((id) => id !== undefined).length, 1);
  leave.resolve();
  await untilTrue(isDone('alone'));
  assert.notEqual(await send(other), undefined);
});

test('a schedule that is due runs on one of the servers, once', async () => {
  await untilSecondBelow(45);
  const now = new Date();
  const schedule = `${now.getUTCMinutes()} ${now.getUTCHours()} * * *`;
  const job = defineJob({ ...numbered('scheduled'), data: schemas.object('Nothing.', {}), schedule });
  let runs = 0;
  const handled = handleJob(job, async () => void (runs += 1));
  await Promise.all([startServer(handled), startServer(handled)]);
  await untilTrue(() => runs > 0);
  const passes = await schedulePass();
  for (let last = passes, seen = 0; seen < 2;) {
    const next = await schedulePass();
    if (next !== last) seen += 1;
    last = next;
    await setTimeout(50);
  }
  assert.equal(runs, 1);
  assert.equal((await stored('scheduled')).length, 1);
});

/** When the schedules were last looked at. */
async function schedulePass(): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ cronOn: string }>('select cron_on from jobs.version');
  return rows[0]?.cronOn;
}

/** A minute's schedule is due for a minute: near its end the test might miss it. */
async function untilSecondBelow(second: number): Promise<void> {
  await untilTrue(() => new Date().getSeconds() < second);
}

test('a schedule goes with its job, and follows its changes', async () => {
  const timed = (schedule: string) =>
    defineJob({ ...numbered('timed'), data: schemas.object('Nothing.', {}), schedule });
  const schedules = async () =>
    (await database.pool.query<{ cron: string }>("select cron from jobs.schedule where name = 'timed'")).rows;
  for (const schedule of ['0 3 1 1 *', '0 4 1 1 *']) {
    const jobs = await startServer(handleJob(timed(schedule), async () => {}));
    assert.deepEqual(await schedules(), [{ cron: schedule }]);
    await jobs.stop();
  }
  await startServer(handleJob(numbered('another'), async () => {}));
  assert.deepEqual(await schedules(), []);
});

test('a second start finds the queues as they should be, a change of a job reaches its queue', async () => {
  const job = numbered('changing');
  const queue = async () =>
    (
      await database.pool.query<{ updatedOn: string; retryLimit: number }>(
        "select updated_on, retry_limit from jobs.queue where name = 'changing'",
      )
    ).rows[0];
  const restart = async (changed: typeof job) => {
    await (await startServer(handleJob(changed, async () => {}))).stop();
    return queue();
  };
  const first = await restart(job);
  assert.deepEqual(await restart(job), first);
  assert.equal((await restart({ ...job, retry: { ...job.retry, limit: 5 } }))?.retryLimit, 5);
  await assert.rejects(
    startServer(handleJob({ ...job, isExclusive: true }, async () => {})),
    /Give it another name/,
  );
});

test('data that do not fit are not sent, and what an older version sent fails without being run', async () => {
  const job = numbered('checked', { retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 1 } });
  let runs = 0;
  const jobs = await startServer(handleJob(job, async () => void (runs += 1)));
  await assert.rejects(
    database.db.transaction().execute((tx) => jobs.send(tx, job, { number: 1.5 })),
    /The data of a job checked do not fit: \/number must be integer/,
  );
  const older = defineJob({
    ...job,
    data: schemas.object('A count.', { count: schemas.integer('The count.') }),
  });
  await database.db.transaction().execute((tx) => jobs.send(tx, older, { count: 1 }));
  await untilTrue(async () => (await states('checked'))[0] === 'failed');
  assert.equal(runs, 0);
});

test('a job that starts later waits until then', async () => {
  const job = numbered('later');
  const jobs = await startServer(handleJob(job, async () => {}));
  await database.db
    .transaction()
    .execute((tx) => jobs.send(tx, job, { number: 1 }, { startAfter: new Date(Date.now() + 3_600_000) }));
  await untilTrue(async () => {
    const metrics = (await Promise.all(jobs.metrics.map(async (source) => source()))).flat();
    const queue = metrics.find(({ name }) => name === 'oriel_jobs');
    return (queue?.samples ?? []).some(
      ({ labels, value }) => labels?.['job'] === 'later' && labels['state'] === 'deferred' && value === 1,
    );
  });
  assert.deepEqual(await states('later'), ['created']);
});

test('servers that start together on a new database set it up once', async () => {
  const fresh = await createTestDatabase();
  try {
    const job = numbered('together', { schedule: '0 0 1 1 *' });
    const handled = handleJob(job, async () => {});
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => startJobs({ database: fresh, jobs: [handled], logger, timing: FAST })),
    );
    const { rows } = await fresh.pool.query<{ name: string }>('select name from jobs.schedule');
    assert.deepEqual(rows, [{ name: 'together' }]);
    await Promise.all(all.map((jobs) => jobs.stop()));
  } finally {
    await fresh.close();
  }
});
