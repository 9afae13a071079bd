import { LRUCache } from 'lru-cache';
import { GitError } from '../../build/git.ts';
import { filesBelow } from '../../build/sources/runtime-sources.ts';
import { modelDirectory, type ModelRepository } from '../../build/model-repository.ts';
import type { ProductionCommits } from '../../build/production-commits.ts';
import { findBranchState, shownCommit } from '../../build/repository/branch-state.ts';
import type { Db } from '../../db/database.ts';
import { NO_CONFIGURATION } from '../../agent-files/agent-configuration.ts';
import { readConfiguration, type ReadConfiguration } from '../../agent-files/read-configuration.ts';
import { reconcileAgents } from './reconcile-agents.ts';

/** Reads the configuration of the agents of deployments. */
export interface ConfigurationSource {
  /**
   * What a branch says; of the deployed one the commit that production answers by, by which the records of agents are
   * brought in line. Nothing where there is no such branch.
   */
  read(deployment: {
    readonly id: number;
    readonly tenantId: number;
    readonly deployBranch: string;
  }): Promise<ReadConfiguration>;
}

/** Where configurations are read. */
export interface ConfigurationSourceOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly production: ProductionCommits;
  openRepository(deploymentId: number): Promise<ModelRepository>;
}

/** Configurations that are kept; one is at most a few hundred kilobytes. */
const MAX_KEPT = 100;
const NOTHING: ReadConfiguration = { configuration: NO_CONFIGURATION, problems: [] };

/** Makes the source. What a commit says never changes, so it is read once. */
export function createConfigurationSource(options: ConfigurationSourceOptions): ConfigurationSource {
  const { db, dataDir, production, openRepository } = options;
  const kept = new LRUCache<string, ReadConfiguration>({ max: MAX_KEPT });
  return {
    async read({ id, tenantId, deployBranch: branch }) {
      const state = await findBranchState(modelDirectory(dataDir, id), branch);
      if (!state) return NOTHING;
      const { deployBranch, deployProjectRoot } = await db
        .selectFrom('deployments')
        .select(['deployBranch', 'deployProjectRoot'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const isDeployed = branch === deployBranch;
      const commit = isDeployed
        ? ((await production.find(id, branch, state.head)) ?? state.head)
        : shownCommit(state);
      const key = `${id} ${commit} ${isDeployed} ${deployProjectRoot}`;
      const known = kept.get(key);
      if (known) return known;
      const repository = await openRepository(id);
      const files = await readFiles(repository, commit);
      if (!files) return NOTHING;
      const read = await readConfiguration(filesBelow(deployProjectRoot, files));
      if (isDeployed) await reconcileAgents(db, id, read.configuration);
      kept.set(key, read);
      return read;
    },
  };
}

/**
 * The files of a commit; undefined for one that the repository has lost, which keeps nobody from the agents that are
 * known.
 */
async function readFiles(repository: ModelRepository, commit: string) {
  try {
    return await repository.readFiles(commit);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
