import { Refusal, schemas } from '@oriel/contract';
import type { DbtManifest } from '../db/stored-manifest.ts';
import { defineJob, handleJob, type HandledJob, type JobRun } from '../jobs/job.ts';
import { generateCubes, type GeneratedCubes } from './cubes/generate-cubes.ts';
import { createSyncLog, SyncEnded, SyncFailure, type SyncLog } from './sync-log.ts';
import type { RunningSync, TransformSyncTools } from './sync-tools.ts';
import { createTransformSyncStore } from './transform-sync-store.ts';
import { writeCubes } from './write-cubes.ts';

/** Does the work of a sync. Until its commit a try that was interrupted has changed nothing, and after it another changes nothing. */
export const runTransformSync = defineJob({
  name: 'transform-sync',
  data: schemas.input('A transform sync.', { syncId: schemas.text('Id of the sync.') }),
  timeoutSeconds: 900,
  retry: { limit: 2, delaySeconds: 5, maxDelaySeconds: 30 },
});

/** Binds the job of syncs. */
export function handleTransformSync(tools: TransformSyncTools): HandledJob {
  return handleJob(runTransformSync, async ({ syncId }, job) => {
    const store = createTransformSyncStore(tools.db);
    const sync = await store.findRunning(syncId);
    if (!sync) return;
    const log = createSyncLog(store, syncId);
    try {
      await work(sync, tools, { log, job });
    } catch (error) {
      if (error instanceof SyncEnded) return;
      job.signal.throwIfAborted();
      const isKnown = error instanceof SyncFailure || error instanceof Refusal;
      if (!isKnown && job.retryCount < runTransformSync.retry.limit) throw error;
      if (!isKnown) job.logger.error({ err: error, syncId }, 'A transform sync failed');
      const reason = isKnown ? error.message : 'Something went wrong in the server; its log says what';
      log.say(reason, { level: 'error' });
      await store.note(syncId, sync.stage, log);
      await store.fail(syncId, reason, log.failedPhase);
    }
  });
}

/** What a step is told besides. */
export interface SyncRun {
  readonly log: SyncLog;
  readonly job: Pick<JobRun, 'signal'>;
}

async function work(sync: RunningSync, tools: TransformSyncTools, run: SyncRun): Promise<void> {
  const { log } = run;
  const manifest = await manifestOf(sync, tools, run);
  await log.enter('PROCESSING_MANIFEST');
  const cubes = await log.phase('cube-generation', async () => generate(manifest, log));
  await log.enter('WRITING_CUBE_FILES');
  await log.phase('cube-files', () => writeCubes(sync, { manifest, cubes }, tools, log));
}

async function manifestOf(
  sync: RunningSync,
  _tools: TransformSyncTools,
  _run: SyncRun,
): Promise<DbtManifest> {
  if (sync.manifest) return sync.manifest;
  throw new SyncFailure('This server reads no dbt repositories yet');
}

function generate(manifest: DbtManifest, log: SyncLog): GeneratedCubes {
  const cubes = generateCubes(manifest);
  for (const note of cubes.notes) log.say(note);
  if (cubes.files.length === 0) throw new SyncFailure('The manifest has no model that is a table or a view');
  return cubes;
}
