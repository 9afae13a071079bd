import { isRefusal } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import {
  checkModelRepository,
  modelDirectory,
  openModelRepository,
  type ModelHistory,
  type ModelRepository,
} from './model-repository.ts';
import { toRepositoryFault, type RepositoryFaults } from './repository-faults.ts';
import { forgetLeftovers } from './repository/branches.ts';
import { inspectRepository } from './repository/make-repository.ts';
import { removeStaleLocks } from './repository/stale-locks.ts';

/** The repositories of all deployments. */
export interface ModelRepositories {
  /**
   * Opens the repository of a deployment, making it where there never was one. What was read of it last is kept.
   *
   * @throws `model_repository_lost` for one that was there and is missing, or is damaged; the operator is told
   */
  open(deploymentId: number): Promise<ModelRepository>;
  /**
   * Reads the repository of a deployment: that git cannot read it is the same fault.
   * @throws as {@link open}, and what `work` throws
   */
  read: ReadRepository;
  /**
   * Looks whether the repositories of some deployments are as they were left, and has the operator told of those that
   * are not.
   */
  check(deploymentIds: readonly number[]): Promise<void>;
  /**
   * Tells of a branch that git has moved by itself, for a push. What else the repository keeps of a branch that is gone
   * by that is forgotten.
   */
  noteMove(deploymentId: number, branch: string): Promise<void>;
}

/** Opens a repository for something that reads of it what has to be there. */
export type ReadRepository = <T>(
  deploymentId: number,
  work: (repository: ModelRepository) => Promise<T>,
) => Promise<T>;

/** Where repositories lie, and who is told of what changes. */
interface ModelRepositoriesOptions {
  readonly dataDir: string;
  readonly faults: RepositoryFaults;
  /** What is known of the model of a deployment, by which one that was lost is told from one that never was. */
  findHistory(deploymentId: number): Promise<ModelHistory>;
  /** A branch shows something else now, or is gone: what was made from it is outdated. */
  onChange?(target: { readonly deploymentId: number; readonly branch: string }): void;
}

const MAX_OPEN = 30;

/** Makes a set in which no repository is open. */
export function createModelRepositories({
  dataDir,
  faults,
  findHistory,
  onChange = () => {},
}: ModelRepositoriesOptions): ModelRepositories {
  const begin = async (deploymentId: number) => {
    const repository = await openModelRepository(dataDir, deploymentId, {
      onChange: (branch) => onChange({ deploymentId, branch }),
      findHistory: () => findHistory(deploymentId),
    });
    await removeStaleLocks(repository.directory);
    return repository;
  };
  const repositories = new LRUCache<number, ModelRepository>({
    max: MAX_OPEN,
    fetchMethod: begin,
  });
  /** Has what is wrong with a repository noted, and anything else passed on. */
  const noting = async <T>(deploymentId: number, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      faults.note(deploymentId, error);
      throw error;
    }
  };
  const open = (deploymentId: number) =>
    noting(deploymentId, async () => {
      const opened = repositories.peek(deploymentId);
      // Its folder may have gone since.
      if (opened && (await inspectRepository(opened.directory)) !== 'sound')
        repositories.delete(deploymentId);
      const repository = await repositories.fetch(deploymentId);
      if (!repository) throw new Error(`The repository of the deployment ${deploymentId} was not opened`);
      return repository;
    });
  return {
    open,
    async read(deploymentId, work) {
      const repository = await open(deploymentId);
      const result = await noting(deploymentId, () =>
        work(repository).catch((error: unknown) => {
          throw toRepositoryFault(error);
        }),
      );
      faults.clear(deploymentId);
      return result;
    },
    async check(deploymentIds) {
      for (const id of deploymentIds)
        await noting(id, () =>
          checkModelRepository(modelDirectory(dataDir, id), () => findHistory(id)),
        ).catch((error: unknown) => {
          if (!isRefusal(error, 'model_repository_lost')) throw error;
        });
    },
    async noteMove(deploymentId, branch) {
      await forgetLeftovers((await open(deploymentId)).directory, branch);
      onChange({ deploymentId, branch });
    },
  };
}
