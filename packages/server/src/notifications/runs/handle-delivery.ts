import type { NotificationRunStatus } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { handleJob, type HandledJob, type JobRun } from '../../jobs/job.ts';
import { NO_MAIL_SERVER } from './no-mail-server.ts';
import { deliverNotification } from './deliver-notification.ts';
import { deliverTo, type DeliveryTools } from './deliver-to-recipient.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import {
  createDeliveryStore,
  type ClaimedDelivery,
  type DeliveryCounts,
  type RunContext,
} from './delivery-store.ts';

/** What runs are carried out with. */
interface RunTools extends Omit<DeliveryTools, 'mailRoom'> {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Undefined without a mail server. */
  readonly mailRoom: DeliveryTools['mailRoom'] | undefined;
}

/** Deliveries under way at a time in one run. */
const AT_ONCE = 8;
/** Deliveries that are claimed together; within the time of a claim all of them are tried. */
const BATCH = 32;

/**
 * Binds the job that carries out a run. It may be run again at any point: a delivery that was recorded as sent is not
 * tried again, and each try has a delivery once.
 */
export function handleDelivery(tools: RunTools): HandledJob {
  return handleJob(deliverNotification, (data, job) => carryOut(data.runId, tools, job));
}

async function carryOut(runId: number, tools: RunTools, job: JobRun): Promise<void> {
  const store = createDeliveryStore(tools.db);
  const run = await store.findRun(runId, tools.keyring);
  if (!run || isOver(run.status)) return;
  if (run.publicId === null) return store.finish(runId, 'skipped', 'The dashboard is not published');
  await store.setRunning(runId);
  const { mailRoom } = tools;
  const { open } = await store.count(runId);
  if (open === 0) return finish(run, tools, job);
  if (!mailRoom) {
    await store.failRest(runId);
    return store.finish(runId, 'not_delivered', NO_MAIL_SERVER);
  }
  await deliverAll(run, { ...tools, mailRoom }, job);
  await finish(run, tools, job);
}

function isOver(status: NotificationRunStatus): boolean {
  return !['pending', 'running', 'retrying'].includes(status);
}

/** @throws so that the job is tried again, where something is left to try */
async function finish(run: RunContext, tools: RunTools, job: JobRun): Promise<void> {
  const store = createDeliveryStore(tools.db);
  const before = await store.count(run.runId);
  if (before.open > 0 && !isLastTry(job)) {
    const reason = before.error ?? 'Another try is under way';
    await store.setRetrying(run.runId, reason);
    throw new Error(`${before.open} of the deliveries of the run ${run.runId} are left: ${reason}`);
  }
  if (before.open > 0) await store.failRest(run.runId);
  const counts = await store.count(run.runId);
  if (counts.sent + counts.failed === 0) await refresh(run, tools, job);
  await store.finish(run.runId, statusOf(counts), counts.failed > 0 ? counts.error : null);
}

function statusOf({ sent, failed }: DeliveryCounts): NotificationRunStatus {
  if (failed === 0) return 'succeeded';
  return sent === 0 ? 'failed' : 'partial';
}

function isLastTry({ retryCount }: JobRun): boolean {
  return retryCount >= deliverNotification.retry.limit;
}

/** A run that sends nothing asks what the dashboard asks, so that its rows are kept for the next who opens it. */
async function refresh(
  run: RunContext,
  { rendering, subjects }: RunTools,
  { signal }: JobRun,
): Promise<void> {
  const creator =
    run.createdBy === null ? undefined : await subjects.find(run, { type: 'USER', userId: run.createdBy });
  if (!creator) return;
  const target = { deploymentId: run.deploymentId, branch: run.deployBranch };
  await rendering.render(creator, { publicId: run.publicId ?? '', target, controls: run, signal });
}

async function deliverAll(
  run: RunContext,
  tools: DeliveryTools & Pick<RunTools, 'db'>,
  job: JobRun,
): Promise<void> {
  const store = createDeliveryStore(tools.db);
  const tries = job.retryCount + 1;
  for (;;) {
    job.signal.throwIfAborted();
    const claimed = await store.claim(run.runId, tries, BATCH);
    if (claimed.length === 0) return;
    const left = [...claimed];
    const work = async () => {
      for (let next = left.shift(); next && !job.signal.aborted; next = left.shift())
        await deliverOne(next, run, tools, job);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (left.length > 0)
      await store.release(
        left.map(({ id }) => id),
        tries,
      );
  }
}

async function deliverOne(
  delivery: ClaimedDelivery,
  run: RunContext,
  tools: DeliveryTools & Pick<RunTools, 'db'>,
  job: JobRun,
): Promise<void> {
  const store = createDeliveryStore(tools.db);
  try {
    const attempt = { signal: job.signal, logger: job.logger, isLast: isLastTry(job) };
    await store.setSent(delivery.id, await deliverTo(delivery, run, tools, attempt));
    job.count('sent', 1);
  } catch (error) {
    if (job.signal.aborted) return store.release([delivery.id], job.retryCount + 1);
    const isKnown = error instanceof DeliveryFailure;
    if (!isKnown) job.logger.error({ err: error, deliveryId: delivery.id }, 'A delivery failed');
    const reason = isKnown ? error.message : 'Something went wrong on the server';
    await store.setFailed(delivery.id, reason, isKnown && error.isPermanent);
    job.count('failed', 1);
  }
}
