import type { workspaceOperations } from '@oriel/contract';
import type { Handlers } from '../../http/handler.ts';
import { authorScopeOf } from '../workspace-scope.ts';
import type { MoveService } from './move-service.ts';

export function createMoveRoutes(
  service: MoveService,
): Handlers<Pick<typeof workspaceOperations, 'moveWorkspaceObject' | 'bulkMoveWorkspaceObjects'>> {
  return {
    moveWorkspaceObject: (call) =>
      service.move(
        { ...authorScopeOf(call), folderId: call.body.folderId ?? null },
        { type: call.body.type, id: call.body.id },
        call.log,
      ),
    bulkMoveWorkspaceObjects: (call) =>
      service.moveMany(
        { ...authorScopeOf(call), folderId: call.body.folderId ?? null },
        call.body.items,
        call.log,
        {
          isDryRun: call.body.dryRun === true,
        },
      ),
  };
}
