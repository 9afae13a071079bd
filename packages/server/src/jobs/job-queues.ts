import type { PgBoss, Queue, QueueResult } from 'pg-boss';
import type { Job } from './job.ts';

/** Where jobs end that failed for good, with what was asked of them and why they failed. */
const DEAD_LETTERS = 'dead-letters';

/** A server that is not heard of for so long has lost its jobs to the others. */
const HEARTBEAT_SECONDS = 30;
/** What was done is forgotten after a day, what failed after four weeks. */
const KEEP_DONE_SECONDS = 24 * 3_600;
const KEEP_DEAD_SECONDS = 28 * 24 * 3_600;
/** What nobody has run within two weeks is deleted. */
const KEEP_WAITING_SECONDS = 14 * 24 * 3_600;

type QueueSettings = Omit<Queue, 'name'>;

/**
 * Brings the queues and the schedules in the database in line with the jobs. Servers that start together may do so at
 * once.
 */
export async function alignQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const settings = new Map<string, QueueSettings>([
    [DEAD_LETTERS, { retentionSeconds: KEEP_DEAD_SECONDS, deleteAfterSeconds: KEEP_DEAD_SECONDS }],
    ...jobs.map((job) => [job.name, settingsOf(job)] as const),
  ]);
  for (const [name, wanted] of settings) await alignQueue(boss, name, wanted, known.get(name));
  await alignSchedules(boss, jobs);
}

function settingsOf(job: Job): QueueSettings {
  return {
    policy: job.isExclusive ? 'exclusive' : 'standard',
    retryLimit: job.retry.limit,
    retryBackoff: true,
    retryDelay: job.retry.delaySeconds,
    retryDelayMax: job.retry.maxDelaySeconds,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: KEEP_WAITING_SECONDS,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

async function alignQueue(
  boss: PgBoss,
  name: string,
  wanted: QueueSettings,
  known: QueueResult | undefined,
): Promise<void> {
  if (!known) return boss.createQueue(name, wanted);
  const { policy, ...changeable } = wanted;
  if (policy !== undefined && policy !== known.policy)
    throw new Error(
      `The job ${name} cannot become ${policy}: its queue is ${known.policy}. Give it another name`,
    );
  const isAligned = Object.entries(changeable).every(
    ([option, value]) => known[option as keyof typeof changeable] === value,
  );
  if (!isAligned) await boss.updateQueue(name, changeable);
}

async function alignSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const schedules = await boss.getSchedules();
  for (const { name } of schedules)
    if (!jobs.some((job) => job.name === name && job.schedule !== undefined)) await boss.unschedule(name);
  for (const { name, schedule } of jobs) {
    const known = schedules.find((other) => other.name === name);
    if (schedule !== undefined && known?.cron !== schedule)
      await boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' });
  }
}
