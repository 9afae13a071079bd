import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import type { MetricSource } from '../http/health/metrics.ts';
import type { HandledJob, SendJob } from './job.ts';
import { createJobCounters, queueMetric } from './job-metrics.ts';
import { alignQueues } from './job-queues.ts';
import { startWorkers } from './job-worker.ts';

/** The background work of a server: sends jobs and runs those that any server has sent. */
export interface Jobs {
  readonly send: SendJob;
  /** What has run here, and what waits in the database: the first is there also while the database is away. */
  readonly metrics: readonly MetricSource[];
  /** Takes jobs that any server has sent. Several servers may start at once; each job runs on one of them. */
  start(jobs: readonly HandledJob[]): Promise<void>;
  /**
   * Takes no more jobs and tells those that run to end; one that has not ended after {@link JobTiming.stopSeconds} is
   * tried again by another server, or at the next start.
   */
  stop(): Promise<void>;
}

/** What the background work needs. */
export interface JobsOptions {
  readonly database: Pick<Database, 'connection'>;
  readonly logger: FastifyBaseLogger;
  readonly timing?: Partial<JobTiming>;
}

/** How often the database is asked, in seconds. */
export interface JobTiming {
  /** For jobs of servers that have died, and for how many wait. */
  readonly superviseSeconds: number;
  /** For jobs that no notification has told of. */
  readonly pollSeconds: number;
  /** For schedules that are due; jobs come within this time and {@link JobTiming.scheduledSeconds}. */
  readonly scheduleSeconds: number;
  readonly scheduledSeconds: number;
  /** So long a run has to end when the server stops; at least a second. */
  readonly stopSeconds: number;
}

const TIMING: JobTiming = {
  superviseSeconds: 60,
  pollSeconds: 30,
  scheduleSeconds: 30,
  scheduledSeconds: 15,
  // Less than requests have, so that the rest is stopped within five.
  stopSeconds: 2.5,
};
/** pg-boss keeps its tables there, and brings them up to date at its start under a lock of its own. */
const SCHEMA = 'jobs';
/** Beside one that listens: enough to note what becomes of jobs while requests have all others. */
const MAX_CONNECTIONS = 2;
/** Features of pg-boss that are not used, which cannot be turned off. */
const SELDOM_SECONDS = 3_600;
/** For noting what became of the runs that were given up. */
const GRACE_MS = 300;

/** Makes the background work on a migrated database. Nothing is sent before it has started. */
export function createJobs({ database, logger, timing }: JobsOptions): Jobs {
  const seconds = { ...TIMING, ...timing };
  const boss = createBoss(database, seconds);
  let hasStopped = false;
  boss.on('error', (error) => {
    // Its connections close by themselves after it has stopped, and may hear that the database stops as well.
    if (!hasStopped) logger.error({ err: error }, 'The background work failed');
  });
  boss.on('warning', (warning) => logger.warn({ warning }, 'The background work is hindered'));
  const counters = createJobCounters();
  const stopping = new AbortController();
  let taken: readonly HandledJob[] = [];
  const send: SendJob = async (tx, job, data, options) => {
    job.check(data);
    // pg-boss takes any object; JSON is what is stored.
    const id = await boss.send(job.name, data as object, { ...options, db: fromKysely(tx) });
    return id ?? undefined;
  };
  const stop = async () => {
    // Before those that run are told to end: a worker at the end of its run would take the next job.
    const idle = taken.map(({ job }) => boss.offWork(job.name, { wait: false }));
    stopping.abort();
    // A database that does not answer would be waited for without end, and a stopping worker takes nothing more.
    await Promise.race([Promise.all(idle), afterMs(GRACE_MS)]);
    await stopBoss(boss, seconds.stopSeconds, logger);
    hasStopped = true;
  };
  // Who asks twice waits for the same end.
  let stopped: Promise<void> | undefined;
  return {
    send,
    metrics: [counters.metrics, async () => [queueMetric(await boss.getQueues())]],
    async start(jobs) {
      try {
        await boss.start();
        const kinds = jobs.map(({ job }) => job);
        await alignQueues(boss, kinds);
        const { pollSeconds } = seconds;
        const signal = stopping.signal;
        for (const handled of jobs) {
          await startWorkers(boss, handled, { counters, logger, send, stopping: signal, pollSeconds });
          taken = [...taken, handled];
        }
      } catch (error) {
        await boss.stop({ graceful: false });
        throw error;
      }
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Settles in any case: what is stopped after it does not depend on it. */
async function stopBoss(boss: PgBoss, timeoutSeconds: number, logger: FastifyBaseLogger): Promise<void> {
  const timeout = timeoutSeconds * 1_000;
  const stopped = boss
    .stop({ graceful: true, timeout })
    .catch((error: unknown) => logger.error({ err: error }, 'The background work did not stop in order'));
  // A database that does not answer would be waited for without end.
  await Promise.race([stopped, afterMs(timeout + GRACE_MS)]);
}

function createBoss({ connection }: Pick<Database, 'connection'>, seconds: JobTiming): PgBoss {
  return new PgBoss({
    // The driver's own settings, which pg-boss hands to the driver; it types fewer of them.
    ...(connection as object),
    max: MAX_CONNECTIONS,
    application_name: 'oriel jobs',
    schema: SCHEMA,
    useListenNotify: true,
    superviseIntervalSeconds: seconds.superviseSeconds,
    monitorIntervalSeconds: seconds.superviseSeconds,
    cronMonitorIntervalSeconds: seconds.scheduleSeconds,
    cronWorkerIntervalSeconds: seconds.scheduledSeconds,
    flowIntervalSeconds: SELDOM_SECONDS,
    bamIntervalSeconds: SELDOM_SECONDS,
  });
}

async function afterMs(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
