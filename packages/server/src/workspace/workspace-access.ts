import { refuse, type Refusal } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import { isAdmin } from '../access/principal.ts';
import { createItemStore } from './item-store.ts';
import type { FolderRow, ReportRow, WithAccess, WorkbookRow } from './workspace-rows.ts';
import type { WorkspaceLevel, WorkspaceScope } from './workspace-scope.ts';

/**
 * Finds single things for a caller. What the caller cannot see at all is not there (404); what it can see but may not
 * handle is refused (403). A folder that is shown for navigation only is seen, with level 0.
 */
export interface WorkspaceAccess {
  /** The content of a folder that the caller sees, or of the root for null. */
  getLevel(folderId: number | null): Promise<WorkspaceLevel>;
  getFolder(id: number, least: AccessLevel): Promise<WithAccess<FolderRow>>;
  getWorkbook(id: number, least: AccessLevel): Promise<WithAccess<WorkbookRow>>;
  getReport(id: number, least: AccessLevel): Promise<WithAccess<ReportRow>>;
}

type Kind = 'folder' | 'workbook' | 'report';

const verbs: Record<AccessLevel, string> = { 0: 'see', 1: 'read', 2: 'edit', 3: 'manage' };

export function createWorkspaceAccess(db: Db, { actor, deploymentId }: WorkspaceScope): WorkspaceAccess {
  const scope = { actor, deploymentId };
  const store = createItemStore(db);
  const access: WorkspaceAccess = {
    async getLevel(folderId) {
      if (folderId === null) return { ...scope, folderId, isSeen: isAdmin(actor) };
      const { level } = await access.getFolder(folderId, accessLevels.read);
      return { ...scope, folderId, isSeen: level > accessLevels.none };
    },
    async getFolder(id, least) {
      const row = await store.findFolder(scope, id);
      if (row?.level !== accessLevels.none) return check(row, { kind: 'folder', id, least });
      const isOnTheWay = (await store.findFoldersOnTheWay(scope, [id])).has(id);
      if (isOnTheWay && least <= accessLevels.read) return row;
      throw isOnTheWay ? forbidden({ kind: 'folder', id, least }) : refuse('folder_not_found', { id });
    },
    getWorkbook: async (id, least) =>
      check(await store.findWorkbook(scope, id), { kind: 'workbook', id, least }),
    getReport: async (id, least) => check(await store.findReport(scope, id), { kind: 'report', id, least }),
  };
  return access;
}

interface Wish {
  kind: Kind;
  id: number;
  least: AccessLevel;
}

function check<Row extends { level: AccessLevel }>(row: Row | undefined, wish: Wish): Row {
  if (!row || row.level === accessLevels.none) throw refuse(`${wish.kind}_not_found`, { id: wish.id });
  if (row.level < wish.least) throw forbidden(wish);
  return row;
}

function forbidden({ kind, id, least }: Wish): Refusal {
  return refuse('forbidden', { reason: `You may not ${verbs[least]} the ${kind} ${id}` });
}
