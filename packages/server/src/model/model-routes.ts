import type {
  contentValidationOperations,
  deploymentOperations,
  modelBranchOperations,
  modelBuildOperations,
  modelChangeOperations,
  modelFileOperations,
  modelUploadOperations,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { userOf, type UserPrincipal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef, Handlers } from '../http/handler.ts';
import { createBranchService } from './branches/branch-service.ts';
import { createModelBranches } from './branches/model-branches.ts';
import { createBuildStatusReader } from './builds/build-status.ts';
import { createBuildService } from './builds/build-service.ts';
import { createBuildStore } from './builds/build-store.ts';
import { createChangeService } from './changes/change-service.ts';
import { createContentValidation } from './content-validation/content-validation.ts';
import { createModelValidation } from './files/model-validation.ts';
import { createFileService } from './files/file-service.ts';
import type { ModelBuilding } from './model-building.ts';
import { createUploadService } from './uploads/upload-service.ts';

/** What data models need of the server. */
interface ModelRouteOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly engine: Pick<Engine, 'invalidate' | 'meta' | 'runtimes'>;
  readonly building: ModelBuilding;
  readonly upstream: Upstream;
}

/** The repository of another host that a deployment may be connected with. */
interface Upstream {
  /** Undefined where it has nothing for the branch. */
  pull(actor: UserPrincipal, deployment: DeploymentRef, branchName: string): Promise<boolean | undefined>;
  removeBranch(deployment: DeploymentRef, branchName: string): Promise<void>;
}

const success = { success: true };

/** Makes the handlers of data models: files, branches and dev mode, commits and merges, uploads, builds. */
export function createModelRoutes(
  options: ModelRouteOptions,
): Handlers<
  typeof modelFileOperations &
    typeof modelBranchOperations &
    typeof modelChangeOperations &
    typeof modelUploadOperations &
    typeof modelBuildOperations &
    typeof contentValidationOperations &
    Pick<typeof deploymentOperations, 'buildStatus'>
> {
  const { db, building } = options;
  const branches = createModelBranches(db, building.openRepository);
  const branchService = createBranchService({ ...options, branches });
  const { builds, prepareMerge } = building;
  const shared = { ...options, branches, branchService, builds, prepareMerge };
  return {
    ...createFileRoutes(shared),
    ...createBranchRoutes(branchService, options.upstream),
    ...createChangeRoutes(shared),
    ...createUploadRoutes(shared),
    ...createBuildRoutes(shared),
    ...createContentRoutes(shared),
  };
}

type Shared = Parameters<typeof createChangeService>[0] & ModelRouteOptions;

function createFileRoutes({ branches, engine, building, db }: Shared): Handlers<typeof modelFileOperations> {
  const files = createFileService({ branches, engine, builds: createBuildStore(db) });
  const validate = createModelValidation(branches, building.checkCommit);
  return {
    listFiles: ({ principal, deployment, query }) => files.list(userOf(principal), deployment, query),
    async updateFiles({ principal, deployment, body }) {
      await files.update(userOf(principal), deployment, body);
      return success;
    },
    async removeFiles({ principal, deployment, body }) {
      await files.remove(userOf(principal), deployment, body);
      return success;
    },
    async renameFiles({ principal, deployment, body }) {
      await files.rename(userOf(principal), deployment, body);
      return success;
    },
    validateDataModel: ({ principal, deployment, query }) => validate(userOf(principal), deployment, query),
  };
}

function createBranchRoutes(
  service: ReturnType<typeof createBranchService>,
  upstream: Upstream,
): Handlers<typeof modelBranchOperations> {
  return {
    listBranches: ({ deployment, query }) => service.list(deployment, query),
    createBranch: ({ principal, deployment, body }) => service.create(userOf(principal), deployment, body),
    async removeBranch({ principal, deployment, query }) {
      await service.remove(userOf(principal), deployment, query.branchName);
      if (query.removeOnUpstream === true) await upstream.removeBranch(deployment, query.branchName);
      return success;
    },
    setBranchStagingEnvironment: async ({ principal, deployment, body }) => ({
      data: await service.setStaging(userOf(principal), deployment, body),
    }),
    startDevMode: ({ principal, deployment, body }) =>
      service.startDevMode(userOf(principal), deployment, body.branchName ?? undefined),
    async stopDevMode({ principal, deployment }) {
      await service.stopDevMode(userOf(principal), deployment);
      return success;
    },
  };
}

function createChangeRoutes(shared: Shared): Handlers<typeof modelChangeOperations> {
  const changes = createChangeService(shared);
  return {
    async commitChanges({ principal, deployment, body }) {
      await changes.commit(userOf(principal), deployment, body);
      return success;
    },
    pull: async ({ principal, deployment, body }) => ({
      buildTriggered:
        (await shared.upstream.pull(userOf(principal), deployment, body.branchName)) ??
        (await changes.pull(userOf(principal), deployment, body.branchName)),
    }),
    mergeIntoParentBranch: ({ principal, deployment, body }) =>
      changes.mergeIntoParent(userOf(principal), deployment, body),
    mergeToDefaultBranch: ({ principal, deployment, body }) =>
      changes.mergeToDefault(userOf(principal), deployment, body),
  };
}

function createUploadRoutes(shared: Shared): Handlers<typeof modelUploadOperations> {
  const uploads = createUploadService(shared);
  return {
    fileHashes: ({ principal, deployment, query }) => uploads.hashes(userOf(principal), deployment, query),
    startUpload: ({ principal, deployment, query }) => uploads.start(userOf(principal), deployment, query),
    async uploadFile({ principal, deployment, body }) {
      await uploads.putFile(userOf(principal), deployment, body);
      return success;
    },
    finishUpload: ({ principal, deployment, body }) => uploads.finish(userOf(principal), deployment, body),
  };
}

function createContentRoutes(shared: Shared): Handlers<typeof contentValidationOperations> {
  const validate = createContentValidation({ ...shared, checkCommit: shared.building.checkCommit });
  return {
    validateContent: ({ principal, deployment, query }) => validate(userOf(principal), deployment, query),
  };
}

function createBuildRoutes(
  shared: Shared,
): Handlers<typeof modelBuildOperations & Pick<typeof deploymentOperations, 'buildStatus'>> {
  const { branches } = shared;
  const builds = createBuildService(shared);
  const readStatus = createBuildStatusReader({ ...shared, repositories: shared.building.repositories });
  return {
    async buildStatus({ principal, deployment, query }) {
      const active = await branches.findActive(userOf(principal), deployment);
      return readStatus(deployment, query.branchName ?? active?.name);
    },
    listBuilds: ({ deployment, query }) => builds.list(deployment, query),
    getBuild: ({ deployment, params }) => builds.get(deployment, params.buildId),
    rollBack: ({ principal, deployment, params }) =>
      builds.rollBack(userOf(principal), deployment, params.buildId),
  };
}
