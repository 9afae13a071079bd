import type { FastifyBaseLogger } from 'fastify';
import type { Job as FetchedJob, PgBoss } from 'pg-boss';
import type { HandledJob, SendJob } from './job.ts';
import type { JobCounters, JobOutcome } from './job-metrics.ts';

/** What workers share. */
interface WorkerOptions {
  readonly counters: JobCounters;
  readonly logger: FastifyBaseLogger;
  readonly send: SendJob;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  /** How often a worker looks for jobs by itself, in seconds. */
  readonly pollSeconds: number;
}

/** How often a worker looks while no notifications arrive, in seconds. */
const BLIND_POLL_SECONDS = 2;

/** Starts the workers of one job. */
export async function startWorkers(boss: PgBoss, handled: HandledJob, options: WorkerOptions): Promise<void> {
  const { concurrency = 1 } = handled.job;
  for (let started = 0; started < concurrency; started += 1) await startWorker(boss, handled, options);
}

/** Starts one worker: it runs one job after the other, and waits to be notified when none is left. */
async function startWorker(boss: PgBoss, handled: HandledJob, options: WorkerOptions): Promise<void> {
  const { pollSeconds } = options;
  const polling = {
    pollingIntervalSeconds: Math.min(BLIND_POLL_SECONDS, pollSeconds),
    notifyPollingIntervalSeconds: pollSeconds,
  };
  let worker: string | undefined;
  worker = await boss.work<object>(handled.job.name, polling, async (fetched) => {
    // Without it the next job would wait for the next poll, although it is there already.
    if (worker !== undefined) boss.notifyWorker(worker);
    for (const job of fetched) await run(handled, job, options);
  });
}

async function run(
  { job, handle }: HandledJob,
  { id, data, retryCount, signal }: FetchedJob,
  { counters, logger: parent, send, stopping }: WorkerOptions,
): Promise<void> {
  const { name } = job;
  const logger = parent.child({ job: name, jobId: id, retryCount });
  const startedAt = performance.now();
  const record = (outcome: JobOutcome) =>
    counters.recordRun({ name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    // It was being fetched when the server began to stop.
    stopping.throwIfAborted();
    await handle(data, {
      id,
      signal: AbortSignal.any([signal, stopping]),
      retryCount,
      logger,
      send,
      count: (kind, items) => counters.recordItems(name, kind, items),
    });
    record('done');
  } catch (error) {
    record(stopping.aborted ? 'interrupted' : 'failed');
    if (retryCount < job.retry.limit) logger.warn({ err: error }, 'A job failed, and is tried again');
    else logger.error({ err: error }, 'A job failed for good');
    throw error;
  }
}
