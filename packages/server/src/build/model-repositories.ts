import { isRefusal } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { bindFirst } from '../db/bind-first.ts';
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

/** Opens a repository without the locks that a process has left which died. */
async function openUnlocked(
  { dataDir, findHistory, onChange }: Pick<ModelRepositoriesNeeds, 'dataDir' | 'findHistory' | 'onChange'>,
  deploymentId: number,
): Promise<ModelRepository> {
  const repository = await openModelRepository(dataDir, deploymentId, {
    onChange: (branch) => onChange({ deploymentId, branch }),
    findHistory: () => findHistory(deploymentId),
  });
  await removeStaleLocks(repository.directory);
  return repository;
}

/** What the parts of the service work with. */
interface ModelRepositoriesNeeds extends ModelRepositoriesOptions {
  readonly onChange: NonNullable<ModelRepositoriesOptions['onChange']>;
  readonly repositories: LRUCache<number, ModelRepository>;
}

/** Makes a set in which no repository is open. */
export function createModelRepositories({
  dataDir,
  faults,
  findHistory,
  onChange = () => {},
}: ModelRepositoriesOptions): ModelRepositories {
  const repositories = new LRUCache<number, ModelRepository>({
    max: MAX_OPEN,
    fetchMethod: (deploymentId) => openUnlocked({ dataDir, findHistory, onChange }, deploymentId),
  });
  const needs = { dataDir, faults, findHistory, onChange, repositories };
  return {
    ...bindFirst(needs, { open, check, noteMove }),
    read: (deploymentId, work) => read(needs, deploymentId, work),
  };
}

function open(needs: Pick<ModelRepositoriesNeeds, 'faults' | 'repositories'>, deploymentId: number) {
  return noting(needs, deploymentId, async () => {
    const opened = needs.repositories.peek(deploymentId);
    // Its folder may have gone since.
    if (opened && (await inspectRepository(opened.directory)) !== 'sound')
      needs.repositories.delete(deploymentId);
    const repository = await needs.repositories.fetch(deploymentId);
    if (!repository) throw new Error(`The repository of the deployment ${deploymentId} was not opened`);
    return repository;
  });
}

async function read<T>(
  needs: Pick<ModelRepositoriesNeeds, 'faults' | 'repositories'>,
  deploymentId: number,
  work: (repository: ModelRepository) => Promise<T>,
): Promise<T> {
  const repository = await open(needs, deploymentId);
  const result = await noting(needs, deploymentId, () =>
    work(repository).catch((error: unknown) => {
      throw toRepositoryFault(error);
    }),
  );
  needs.faults.clear(deploymentId);
  return result;
}

async function check(
  needs: Pick<ModelRepositoriesNeeds, 'dataDir' | 'faults' | 'findHistory'>,
  deploymentIds: readonly number[],
): Promise<void> {
  for (const id of deploymentIds)
    await noting(needs, id, () =>
      checkModelRepository(modelDirectory(needs.dataDir, id), () => needs.findHistory(id)),
    ).catch((error: unknown) => {
      if (!isRefusal(error, 'model_repository_lost')) throw error;
    });
}

async function noteMove(
  needs: Pick<ModelRepositoriesNeeds, 'faults' | 'onChange' | 'repositories'>,
  deploymentId: number,
  branch: string,
): Promise<void> {
  await forgetLeftovers((await open(needs, deploymentId)).directory, branch);
  needs.onChange({ deploymentId, branch });
}

/** Has what is wrong with a repository noted, and anything else passed on. */
async function noting<T>(
  { faults }: Pick<ModelRepositoriesNeeds, 'faults'>,
  deploymentId: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    faults.note(deploymentId, error);
    throw error;
  }
}
