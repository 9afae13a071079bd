import type { workspaceOperations } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createTreeService } from './tree-service.ts';

export function createTreeRoutes(
  database: Database,
): Handlers<Pick<typeof workspaceOperations, 'workspaceObjects'>> {
  const service = createTreeService(database);
  return { workspaceObjects: (call) => service.list(scopeOf(call), call.query) };
}
