import { limits, Refusal, schemas } from '@oriel/contract';
import type { DbtManifest } from '../db/values/stored-manifest.ts';
import { defineJob, handleJob, type HandledJob, type JobRun } from '../jobs/job.ts';
import { generateCubes, type GeneratedCubes } from './cubes/generate-cubes.ts';
import { createVariableStore } from '../variables/variable-store.ts';
import { toBlockList } from '@oriel/engine/address-list';
import type { RemoteSettings } from '../build/remotes/open-remote.ts';
import { findDbt } from './source/find-dbt.ts';
import { readRepository } from './source/read-repository.ts';
import { createSyncLog, SyncEnded, SyncFailure, type SyncLog } from './sync-log.ts';
import type { RunningSync, TransformSyncTools } from './sync-tools.ts';
import { createTransformSyncStore } from './transform-sync-store.ts';
import { readTransformSettings } from './transform-settings.ts';
import { watchCancel } from './watch-cancel.ts';
import { writeCubes } from './write-cubes.ts';

/**
 * Does the work of a sync. Until its commit a try that was interrupted has changed nothing, and after it another
 * changes nothing.
 */
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
interface SyncRun {
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

const publicOnly: RemoteSettings = { allowedNetworks: toBlockList([]), caFile: undefined };

/** The manifest that was sent along, or that of the dbt repository. */
async function manifestOf(
  sync: RunningSync,
  { db, keyring, dataDir, remotes = publicOnly, findDbt: find = () => findDbt() }: TransformSyncTools,
  { log, job }: SyncRun,
): Promise<DbtManifest> {
  if (sync.manifest) return sync.manifest;
  const variables = await createVariableStore(db, keyring).readAll(sync.deploymentId);
  const settings = readTransformSettings(variables);
  if (typeof settings === 'string') throw new SyncFailure(settings);
  const watch = watchCancel(createTransformSyncStore(db), sync.id, job.signal);
  try {
    const ref = sync.gitRef ?? settings.branch;
    return await readRepository({
      settings,
      ref,
      variables,
      remotes,
      findDbt: find,
      hidden: [dataDir],
      log,
      signal: watch.signal,
    });
  } catch (error) {
    throw watch.isCancelled() ? new SyncEnded('The sync was cancelled', { cause: error }) : error;
  } finally {
    watch.stop();
  }
}

function generate(manifest: DbtManifest, log: SyncLog): GeneratedCubes {
  const cubes = generateCubes(manifest);
  for (const note of cubes.notes) log.say(note);
  if (cubes.files.length === 0) throw new SyncFailure('The manifest has no model that is a table or a view');
  if (cubes.files.length > limits.MAX_MODEL_FILES)
    throw new SyncFailure(
      `The manifest has ${cubes.files.length} models, and a data model has at most ${limits.MAX_MODEL_FILES} files; sync fewer of them`,
    );
  return cubes;
}
