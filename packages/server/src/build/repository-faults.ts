import { isRefusal, refuse } from '@oriel/contract';
import { GitError } from './git.ts';
import { inspectRepository, modelDirectory } from './repository/make-repository.ts';

/** A repository of a data model that is not as it was left. */
export interface RepositoryFault {
  readonly deploymentId: number;
  /** Where it lies. */
  readonly directory: string;
  /** What is wrong with it, and what the operator does. */
  readonly message: string;
  readonly cause: unknown;
}

/** Knows which repositories are lost: the operator is told of each once, and it is forgotten when it is back. */
export interface RepositoryFaults {
  /** Notes why a repository could not be read, where it is lost. */
  note(deploymentId: number, error: unknown): void;
  /** Forgets what was noted of one that was read. */
  clear(deploymentId: number): void;
  /** How many are lost. Those that are back, and of deployments that are gone, are forgotten first. */
  count(): Promise<number>;
}

/** Where repositories lie, and who is told. */
interface RepositoryFaultsOptions {
  readonly dataDir: string;
  onFault(fault: RepositoryFault): void;
  /** Those of some deployments that are there still. */
  findDeployments(ids: readonly number[]): Promise<readonly number[]>;
}

/** Makes the list of faults, which is empty. */
export function createRepositoryFaults({
  dataDir,
  onFault,
  findDeployments,
}: RepositoryFaultsOptions): RepositoryFaults {
  /** Whether each was gone before anything of it was read. */
  const known = new Map<number, { isUnreadable: boolean }>();
  return {
    note(deploymentId, error) {
      if (!isRefusal(error, 'model_repository_lost') || known.has(deploymentId)) return;
      const directory = modelDirectory(dataDir, deploymentId);
      known.set(deploymentId, { isUnreadable: error.cause instanceof GitError });
      onFault({ deploymentId, directory, message: adviseOn(directory), cause: error.cause ?? error });
    },
    clear: (deploymentId) => void known.delete(deploymentId),
    async count() {
      if (known.size === 0) return 0;
      const present = new Set(await findDeployments([...known.keys()]));
      for (const [deploymentId, { isUnreadable }] of known) {
        const isBack =
          !isUnreadable && (await inspectRepository(modelDirectory(dataDir, deploymentId))) === 'sound';
        if (isBack || !present.has(deploymentId)) known.delete(deploymentId);
      }
      return known.size;
    },
  };
}

const adviseOn = (directory: string): string =>
  `The repository of a data model is missing or damaged: ${directory}. Nothing is written there, and what runs goes on with its last ` +
  `build. Look whether the disk of the data folder is there, or restore the folder from a backup. To begin with an empty model, move ` +
  `what is left away and run: git init --bare --initial-branch=master ${directory}`;

/** Why a repository could not be read: as git could not, it is damaged. What has stopped git says nothing of it. */
export function toRepositoryFault(error: unknown): unknown {
  const isOfGit = error instanceof GitError && error.exitCode !== null && !error.wroteTooMuch;
  return isOfGit ? refuse('model_repository_lost', { state: 'damaged' }, { cause: error }) : error;
}
