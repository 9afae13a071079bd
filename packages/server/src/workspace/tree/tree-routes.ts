import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createTreeService } from './tree-service.ts';

export function createTreeRoutes(db: Db): Handlers<'workspaceObjects'> {
  const service = createTreeService(db);
  return { workspaceObjects: (call) => service.list(scopeOf(call), call.query) };
}
