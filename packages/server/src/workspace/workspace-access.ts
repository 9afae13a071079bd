import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import type { UserPrincipal } from '../http/principal.ts';
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

export function createWorkspaceAccess(db: Db, actor: UserPrincipal, deploymentId: number): WorkspaceAccess {
  const check = <Row extends { level: AccessLevel }>(
    row: Row | undefined,
    least: AccessLevel,
    kind: 'folder' | 'workbook' | 'report',
    id: number,
  ): Row => {
    if (!row || row.level === accessLevels.none) throw refuse(`${kind}_not_found`, { id });
    if (row.level < least)
      throw refuse('forbidden', { reason: `You may not ${verbs[least]} the ${kind} ${id}` });
    return row;
  };
  return {
    async getFolder(id, least) {
      const [row] = await rowsOf(
        db,
        sql<WithAccess<FolderRow>>`${foldersFor(actor, deploymentId)} and f.id = ${id}`,
      );
      if (
        row &&
        row.level === accessLevels.none &&
        least <= accessLevels.read &&
        (await leadsSomewhere(db, actor, deploymentId, id))
      )
        return row;
      return check(row, least, 'folder', id);
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

async function leadsSomewhere(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  folderId: number,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql<{
      id: number;
    }>`select n.id from (${navigationFolders(actor, deploymentId)}) n where n.id = ${folderId} limit 1`,
  );
  return rows.length > 0;
}
