import { setTimeout as pause } from 'node:timers/promises';
import { createModelChecker, type Engine, type ModelCheckerOptions } from '@oriel/engine';
import type { ProductionCommits } from '../build/production-commits.ts';
import { createModelRepositories, type ModelRepositories } from '../build/model-repositories.ts';
import {
  createRepositoryFaults,
  type RepositoryFault,
  type RepositoryFaults,
} from '../build/repository-faults.ts';
import type { Db } from '../db/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { OpenRepository } from './branches/model-branches.ts';
import { findDeployments, findHistory } from './builds/model-history.ts';
import { createModelBuilds, type ModelBuilds, type ModelBuildsOptions } from './builds/model-builds.ts';
import { createProductionCommits } from './builds/find-production.ts';
import { createCommitCheck, type CheckCommit } from './builds/commit-check.ts';

/** Is told of a branch. */
type BranchListener = (target: { readonly deploymentId: number; readonly branch: string }) => void;

/** What the data models of all deployments are opened and built with. */
export interface ModelBuilding {
  /** One set for all, so that what was read is kept once. */
  readonly repositories: ModelRepositories;
  /** Which of them are lost. */
  readonly faults: RepositoryFaults;
  readonly openRepository: OpenRepository;
  readonly checkCommit: CheckCommit;
  readonly builds: ModelBuilds;
  /** For runtimes: what production answers by. */
  readonly production: ProductionCommits;
  /** Has a function told of every branch that shows something else or is gone. Answers with what ends that. */
  onBranchChange(listener: BranchListener): () => void;
  /** Has a function do its work before branches of a deployment are merged or pulled. Answers with what ends that. */
  onMerge(prepare: PrepareMerge): () => void;
  /** Does all of that work, as long as it takes a bounded time; what it cannot do does not keep the merge. */
  readonly prepareMerge: PrepareMerge;
  close(): Promise<void>;
}

/** Brings in what a merge has to know of, such as commits of another host. */
export type PrepareMerge = (deploymentId: number) => Promise<void>;

const PREPARE_MS = 15_000;

/** Where data models are kept, and who hears of their builds. */
interface ModelBuildingOptions extends Pick<ModelBuildsOptions, 'onFault' | 'onEvent'> {
  readonly db: Db;
  /** Where the repositories lie. */
  readonly dataDir: string;
  readonly keyring: Keyring;
  readonly limits?: ModelCheckerOptions;
  /** Told of a repository that was there and is missing, or is damaged. */
  onLost?(fault: RepositoryFault): void;
  /** The runtimes that answer by what is built. */
  readonly engine: Pick<Engine, 'invalidate' | 'runtimes'>;
}

/** Makes what builds data models. Nothing runs until something is built. */
export function createModelBuilding(options: ModelBuildingOptions): ModelBuilding {
  const { db, dataDir, limits } = options;
  const checker = createModelChecker(limits);
  const listeners = new Set<BranchListener>();
  const preparing = new Set<PrepareMerge>();
  const faults = createRepositoryFaults({
    dataDir,
    onFault: options.onLost ?? (() => {}),
    findDeployments: (ids) => findDeployments(db, ids),
  });
  const repositories = createModelRepositories({
    dataDir,
    faults,
    findHistory: (id) => findHistory(db, id),
    onChange(target) {
      options.engine.invalidate(target);
      for (const listener of listeners) listener(target);
    },
  });
  const openRepository: OpenRepository = repositories.open;
  const checkCommit = createCommitCheck({ ...options, checker });
  const { read } = repositories;
  const builds = createModelBuilds({ ...options, openRepository, readRepository: read, checkCommit });
  return {
    repositories,
    faults,
    openRepository,
    checkCommit,
    builds,
    production: createProductionCommits(db, builds),
    onBranchChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMerge(prepare) {
      preparing.add(prepare);
      return () => preparing.delete(prepare);
    },
    async prepareMerge(deploymentId) {
      const late = new AbortController();
      const all = Promise.all([...preparing].map((prepare) => prepare(deploymentId)));
      await Promise.race([all, pause(PREPARE_MS, undefined, { signal: late.signal, ref: false })]).finally(
        () => late.abort(),
      );
    },
    async close() {
      await Promise.all([builds.close(), checker.close()]);
    },
  };
}
