import { createModelChecker, type Engine, type ModelCheckerOptions } from '@oriel/engine';
import type { ProductionCommits } from '../build/production-commits.ts';
import { createModelRepositories, type ModelRepositories } from '../build/model-repositories.ts';
import type { Db } from '../db/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { OpenRepository } from './branches/model-branches.ts';
import { createModelBuilds, type ModelBuilds, type ModelBuildsOptions } from './builds/model-builds.ts';
import { createProductionCommits } from './builds/find-production.ts';
import { createCommitCheck, type CheckCommit } from './builds/commit-check.ts';

/** What the data models of all deployments are opened and built with. */
export interface ModelBuilding {
  /** One set for all, so that what was read is kept once. */
  readonly repositories: ModelRepositories;
  readonly openRepository: OpenRepository;
  readonly checkCommit: CheckCommit;
  readonly builds: ModelBuilds;
  /** For runtimes: what production answers by. */
  readonly production: ProductionCommits;
  close(): Promise<void>;
}

/** Where data models are kept, and who hears of their builds. */
export interface ModelBuildingOptions extends Pick<ModelBuildsOptions, 'onFault' | 'onEvent'> {
  readonly db: Db;
  /** Where the repositories lie. */
  readonly dataDir: string;
  readonly keyring: Keyring;
  readonly limits?: ModelCheckerOptions;
  /** The runtimes that answer by what is built. */
  readonly engine: Pick<Engine, 'invalidate' | 'runtimes'>;
}

/** Makes what builds data models. Nothing runs until something is built. */
export function createModelBuilding(options: ModelBuildingOptions): ModelBuilding {
  const { db, dataDir, limits } = options;
  const checker = createModelChecker(limits);
  const repositories = createModelRepositories({ dataDir, onChange: options.engine.invalidate });
  const openRepository: OpenRepository = repositories.open;
  const checkCommit = createCommitCheck({ ...options, checker });
  const builds = createModelBuilds({ ...options, openRepository, checkCommit });
  return {
    repositories,
    openRepository,
    checkCommit,
    builds,
    production: createProductionCommits(db, builds),
    async close() {
      await Promise.all([builds.close(), checker.close()]);
    },
  };
}
