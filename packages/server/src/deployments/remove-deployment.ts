import { schemas } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { removeModelRepository } from '../build/model-repository.ts';
import type { Db } from '../db/database.ts';
import { defineJob, handleJob, type HandledJob } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RuntimeLog } from '../runtime-logs/runtime-log.ts';
import { createDeploymentStore } from './deployment-store.ts';

/** What a deployment is removed from. */
export interface RemovalOptions {
  readonly db: Db;
  /** Where the data models lie. */
  readonly dataDir: string;
  readonly engine: Pick<Engine, 'stop'>;
  readonly runtimeLog?: Pick<RuntimeLog, 'forget'> | undefined;
  /** Makes up for a server that dies in the middle; absent: nothing does. */
  readonly jobs: Pick<Jobs, 'send'>;
}

/** Removes the files of a deployment after its rows. */
const removeDeploymentFiles = defineJob({
  name: 'remove-deployment-files',
  data: schemas.input('Which deployment.', { deploymentId: schemas.id('Id of the deployment.') }),
  timeoutSeconds: 300,
  retry: { limit: 10, delaySeconds: 10, maxDelaySeconds: 3_600 },
});

/** Binds the removal to the folder of the data models. */
export function handleDeploymentFiles(dataDir: string): HandledJob {
  return handleJob(removeDeploymentFiles, ({ deploymentId }) => removeModelRepository(dataDir, deploymentId));
}

/**
 * Removes a deployment with everything in it: its runtimes end, then its rows go, then its repository. Once the rows
 * are gone no runtime can start, and what is left of the files is removed by a job, whatever becomes of this server.
 */
export async function removeDeployment(
  { db, dataDir, engine, runtimeLog, jobs }: RemovalOptions,
  tenantId: number,
  deploymentId: number,
): Promise<void> {
  await engine.stop(deploymentId);
  await db.transaction().execute(async (tx) => {
    await createDeploymentStore(tx).remove(tenantId, deploymentId);
    await jobs.send(tx, removeDeploymentFiles, { deploymentId });
  });
  // What a query has started in between.
  await engine.stop(deploymentId);
  runtimeLog?.forget(deploymentId);
  await removeModelRepository(dataDir, deploymentId).catch((error: unknown) => {
    if (!jobs) throw error;
  });
}
