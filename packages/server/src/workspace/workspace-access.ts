import { refuse, type Refusal } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import { isAdmin, type UserPrincipal } from '../http/principal.ts';
import {
  foldersFor,
  reportsFor,
  rowsOf,
  workbooksFor,
  type FolderRow,
  type ReportRow,
  type WithAccess,
  type WorkbookRow,
} from './workspace-rows.ts';

/**
 * Finds single things for a caller. What the caller cannot see at all is not there (404); what it can see but may not
 * handle is refused (403).
 */
export interface WorkspaceAccess {
  getFolder(id: number, least: AccessLevel): Promise<WithAccess<FolderRow>>;
  getWorkbook(id: number, least: AccessLevel): Promise<WithAccess<WorkbookRow>>;
  getReport(id: number, least: AccessLevel): Promise<WithAccess<ReportRow>>;
}

const verbs: Record<AccessLevel, string> = { 0: 'see', 1: 'read', 2: 'edit', 3: 'manage' };

function forbidden(least: AccessLevel, kind: 'folder' | 'workbook' | 'report', id: number): Refusal {
  return refuse('forbidden', { reason: `You may not ${verbs[least]} the ${kind} ${id}` });
}

export function createWorkspaceAccess(db: Db, actor: UserPrincipal, deploymentId: number): WorkspaceAccess {
  const check = <Row extends { level: AccessLevel }>(
    row: Row | undefined,
    least: AccessLevel,
    kind: 'folder' | 'workbook' | 'report',
    id: number,
  ): Row => {
    if (!row || row.level === accessLevels.none) throw refuse(`${kind}_not_found`, { id });
    if (row.level < least) throw forbidden(least, kind, id);
    return row;
  };
  return {
    async getFolder(id, least) {
      const [row] = await rowsOf(
        db,
        sql<WithAccess<FolderRow>>`${foldersFor(actor, deploymentId)} and f.id = ${id}`,
      );
      if (row?.level !== accessLevels.none) return check(row, least, 'folder', id);
      const isOnTheWay = (await findFoldersOnTheWay(db, actor, deploymentId, [id])).has(id);
      if (isOnTheWay && least <= accessLevels.read) return row;
      throw isOnTheWay ? forbidden(least, 'folder', id) : refuse('folder_not_found', { id });
    },
    async getWorkbook(id, least) {
      const [row] = await rowsOf(
        db,
        sql<WithAccess<WorkbookRow>>`${workbooksFor(actor, deploymentId)} and w.id = ${id}`,
      );
      return check(row, least, 'workbook', id);
    },
    async getReport(id, least) {
      const [row] = await rowsOf(
        db,
        sql<WithAccess<ReportRow>>`${reportsFor(actor, deploymentId)} and r.id = ${id}`,
      );
      return check(row, least, 'report', id);
    },
  };
}

/** The ids of folders that hold something the caller can see, at any depth: they are shown for navigation. */
export function navigationFolders(actor: UserPrincipal, deploymentId: number) {
  return sql<{ id: number }>`
    select unnest(f.path) as id from (${foldersFor(actor, deploymentId)}) f where f.level > 0
    union select unnest(h.path) from (${workbooksFor(actor, deploymentId)}) w join folders h on h.id = w.folder_id where w.level > 0
    union select unnest(h.path) from (${reportsFor(actor, deploymentId)}) r join folders h on h.id = r.folder_id where r.level > 0`;
}

/** Those of some folders that hold something the caller can see, at any depth. */
export async function findFoldersOnTheWay(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  // An administrator has more than the sight of every folder.
  if (ids.length === 0 || isAdmin(actor)) return new Set();
  const rows = await rowsOf(
    db,
    sql<{
      id: number;
    }>`select n.id from (${navigationFolders(actor, deploymentId)}) n where n.id = any(${[...ids]}::integer[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
