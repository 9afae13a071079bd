import { LRUCache } from 'lru-cache';
import { openModelRepository, type ModelRepository } from './model-repository.ts';
import { forgetLeftovers } from './repository/branches.ts';
import { removeStaleLocks } from './repository/stale-locks.ts';

/** The repositories of all deployments. */
export interface ModelRepositories {
  /** Opens the repository of a deployment, making it where there is none. What was read of it last is kept. */
  open(deploymentId: number): Promise<ModelRepository>;
  /**
   * Tells of a branch that git has moved by itself, for a push. What else the repository keeps of a branch that is gone by that
   * is forgotten.
   */
  noteMove(deploymentId: number, branch: string): Promise<void>;
}

/** Where repositories lie, and who is told of what changes. */
export interface ModelRepositoriesOptions {
  readonly dataDir: string;
  /** A branch shows something else now, or is gone: what was made from it is outdated. */
  onChange?(target: { readonly deploymentId: number; readonly branch: string }): void;
}

const MAX_OPEN = 30;

/** Makes a set in which no repository is open. */
export function createModelRepositories({
  dataDir,
  onChange = () => {},
}: ModelRepositoriesOptions): ModelRepositories {
  const begin = async (deploymentId: number) => {
    const repository = await openModelRepository(dataDir, deploymentId, {
      onChange: (branch) => onChange({ deploymentId, branch }),
    });
    await removeStaleLocks(repository.directory);
    return repository;
  };
  const repositories = new LRUCache<number, ModelRepository>({
    max: MAX_OPEN,
    fetchMethod: begin,
  });
  const open = async (deploymentId: number) => {
    const repository = await repositories.fetch(deploymentId);
    if (!repository) throw new Error(`The repository of the deployment ${deploymentId} was not opened`);
    return repository;
  };
  return {
    open,
    async noteMove(deploymentId, branch) {
      await forgetLeftovers((await open(deploymentId)).directory, branch);
      onChange({ deploymentId, branch });
    },
  };
}
