import type { favoriteOperations, sharedWorkspaceOperations, workspaceOperations } from '@oriel/contract';
import { userOrViewerOf } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { createFavoriteService } from '../favorites/favorite-service.ts';
import { authorScopeOf } from '../workspace-scope.ts';
import { createTreeService } from './tree-service.ts';

/** The handlers of the feeds over all kinds of items, and of what users mark in them. */
export function createTreeRoutes(
  database: Database,
): Handlers<
  Pick<typeof workspaceOperations, 'workspaceObjects'> &
    typeof sharedWorkspaceOperations &
    typeof favoriteOperations
> {
  const service = createTreeService(database);
  const favorites = createFavoriteService(database.db);
  return {
    workspaceObjects: (call) => service.list(authorScopeOf(call), call.query),
    sharedWorkspaceObjects: (call) =>
      service.listShared(userOrViewerOf(call.principal), call.deployment.id, call.query),
    updateFavorite: (call) => favorites.update(authorScopeOf(call), call.body),
  };
}
