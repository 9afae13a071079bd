import { refuse } from '@oriel/contract';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';

type WorkspaceOperation =
  | 'getFolders'
  | 'createFolder'
  | 'updateFolder'
  | 'deleteFolder'
  | 'getFolderAncestors'
  | 'getReports'
  | 'createReport'
  | 'getReport'
  | 'updateReport'
  | 'deleteReport'
  | 'refreshReport'
  | 'getWorkbooks'
  | 'createWorkbook'
  | 'getWorkbook'
  | 'updateWorkbook'
  | 'deleteWorkbook'
  | 'updateWorkbookDashboard'
  | 'publishDashboard'
  | 'workspaceObjects'
  | 'moveWorkspaceObject'
  | 'bulkMoveWorkspaceObjects';

export function createWorkspaceHandlers(_database: Database): Handlers<WorkspaceOperation> {
  const later = async (): Promise<never> => {
    throw refuse('unavailable', { reason: 'Not built yet' });
  };
  return {
    getFolders: later,
    createFolder: later,
    updateFolder: later,
    deleteFolder: later,
    getFolderAncestors: later,
    getReports: later,
    createReport: later,
    getReport: later,
    updateReport: later,
    deleteReport: later,
    refreshReport: later,
    getWorkbooks: later,
    createWorkbook: later,
    getWorkbook: later,
    updateWorkbook: later,
    deleteWorkbook: later,
    updateWorkbookDashboard: later,
    publishDashboard: later,
    workspaceObjects: later,
    moveWorkspaceObject: later,
    bulkMoveWorkspaceObjects: later,
  };
}
