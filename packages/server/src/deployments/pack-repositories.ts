import { isRefusal, refuse, schemas } from '@oriel/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineJob, handleJob, type HandledJob } from '../jobs/job.ts';
import { git } from '../build/git.ts';
import { toRepositoryFault, type RepositoryFaults } from '../build/repository-faults.ts';
import { inspectRepository, modelDirectory } from '../build/repository/make-repository.ts';
import { removeStaleLocks } from '../build/repository/stale-locks.ts';

/** Packs what was written one file at a time, and removes what nothing needs any more. */
const packModelRepositories = defineJob({
  name: 'pack-model-repositories',
  data: schemas.input('Nothing.', {}),
  schedule: '17 3 * * *',
  isExclusive: true,
  timeoutSeconds: 3_600,
  retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 },
});

/** Old drafts and removed branches can be had again for so long, by the ids of their commits. */
const KEPT = '2.weeks.ago';
const TIMEOUT_MS = 10 * 60_000;

/** Binds the job to the folder of the data models. One that is damaged is told of, and the others are packed. */
export function handlePacking(dataDir: string, faults: Pick<RepositoryFaults, 'note' | 'clear'>): HandledJob {
  return handleJob(packModelRepositories, async (_data, { signal, count }) => {
    for (const deploymentId of await deploymentsIn(dataDir)) {
      if (signal.aborted) return;
      try {
        await packRepository(modelDirectory(dataDir, deploymentId));
        faults.clear(deploymentId);
        count('packed', 1);
      } catch (error) {
        if (!isRefusal(error, 'model_repository_lost')) throw error;
        faults.note(deploymentId, error);
        count('damaged', 1);
      }
    }
  });
}

/** Packs one repository. @throws `model_repository_lost` where that fails because it is damaged */
export async function packRepository(directory: string): Promise<void> {
  if ((await inspectRepository(directory)) !== 'sound')
    throw refuse('model_repository_lost', { state: 'damaged' });
  await removeStaleLocks(directory);
  try {
    await git(directory, ['gc', '--quiet', `--prune=${KEPT}`], { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    await checkObjects(directory);
    throw error;
  }
}

/** @throws `model_repository_lost` where something is missing or cannot be read that a ref leads to */
async function checkObjects(directory: string): Promise<void> {
  await git(directory, ['fsck', '--no-progress', '--no-dangling', '--no-reflogs'], {
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw toRepositoryFault(error);
  });
}

async function deploymentsIn(dataDir: string): Promise<number[]> {
  const names = await readdir(join(dataDir, 'deployments')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names.map(Number).filter((id) => Number.isInteger(id));
  const found = await Promise.all(ids.map((id) => inspectRepository(modelDirectory(dataDir, id))));
  return ids.filter((_id, index) => found[index] !== 'missing');
}
