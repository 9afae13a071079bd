import type { transformSyncOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import type { Handlers } from '../http/handler.ts';
import { createModelBranches } from '../model/branches/model-branches.ts';
import type { ModelBuilding } from '../model/model-building.ts';
import { createTransformSyncService, type TransformSyncOptions } from './transform-sync-service.ts';

/** What the handlers need. */
interface TransformSyncRouteOptions extends Omit<TransformSyncOptions, 'branches'> {
  readonly building: Pick<ModelBuilding, 'openRepository'>;
}

/** Makes the handlers of transform syncs. */
export function createTransformSyncRoutes(
  options: TransformSyncRouteOptions,
): Handlers<typeof transformSyncOperations> {
  const branches = createModelBranches(options.db, options.building.openRepository);
  const syncs = createTransformSyncService({ ...options, branches });
  return {
    listTransformSyncs: ({ deployment, query }) => syncs.list(deployment, query),
    startTransformSync: ({ principal, deployment, body }) => syncs.start(userOf(principal), deployment, body),
    getTransformSyncStatus: ({ deployment, params }) => syncs.status(deployment, params.syncJobId),
    cancelTransformSync: ({ deployment, params }) => syncs.cancel(deployment, params.syncJobId),
    getTransformSyncResult: ({ deployment, params }) => syncs.result(deployment, params.syncJobId),
    getTransformSyncLogs: ({ deployment, params }) => syncs.logs(deployment, params.syncJobId),
    getTransformSyncGeneratedFiles: ({ deployment, params, query }) =>
      syncs.generatedFiles(deployment, params.syncJobId, query),
  };
}
