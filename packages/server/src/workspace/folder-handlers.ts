import { limits, refuse, type FieldIssue, type OperationTypes } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import { decodeCursor, toPage } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { isAdmin, userOf, type UserPrincipal } from '../http/principal.ts';
import { constraintsChecked } from './constraint-refusals.ts';
import { toFolders } from './serialize-items.ts';
import { createWorkspaceAccess, navigationFolders } from './workspace-access.ts';
import { foldersFor, rowsOf, type FolderRow, type WithAccess } from './workspace-rows.ts';

type FolderOperation = 'getFolders' | 'createFolder' | 'updateFolder' | 'deleteFolder' | 'getFolderAncestors';

export function createFolderHandlers(db: Db): Handlers<FolderOperation> {
  const one = async (row: FolderRow) => {
    const [folder] = await toFolders(db, [row]);
    if (!folder) throw new Error(`The folder ${row.id} was not serialised`);
    return folder;
  };
  return {
    async getFolders({ principal, deployment, query }) {
      const actor = userOf(principal);
      if (query.parentId != null)
        await createWorkspaceAccess(db, actor, deployment.id).getFolder(query.parentId, accessLevels.read);
      const { rows, pageInfo, count } = await listFolders(db, actor, deployment.id, query);
      const items = await toFolders(db, rows);
      return { items, data: items, count, pageInfo };
    },
    async createFolder({ principal, deployment, body }) {
      const actor = userOf(principal);
      const name = folderName(body.name);
      const parentId = body.parentId ?? null;
      if (parentId !== null)
        await createWorkspaceAccess(db, actor, deployment.id).getFolder(parentId, accessLevels.edit);
      const position = body.position ?? null;
      return one(await insertFolder(db, actor, { deploymentId: deployment.id, parentId, name, position }));
    },
    async updateFolder({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const folder = await createWorkspaceAccess(db, actor, deployment.id).getFolder(
        params.folderId,
        accessLevels.edit,
      );
      const name = body.name == null ? folder.name : folderName(body.name);
      const [row] = await constraintsChecked({ name }, () =>
        rowsOf(
          db,
          sql<FolderRow>`update folders set name = ${name}, position = ${body.position ?? folder.position}, updated_by = ${actor.userId}, updated_at = now()
          where id = ${folder.id} and deployment_id = ${deployment.id} returning *`,
        ),
      );
      if (!row) throw refuse('folder_not_found', { id: params.folderId });
      return one(row);
    },
    async deleteFolder({ principal, deployment, params }) {
      const folder = await createWorkspaceAccess(db, userOf(principal), deployment.id).getFolder(
        params.folderId,
        accessLevels.manage,
      );
      await deleteFolder(db, deployment.id, folder.id);
    },
    async getFolderAncestors({ principal, deployment, params }) {
      const folder = await createWorkspaceAccess(db, userOf(principal), deployment.id).getFolder(
        params.folderId,
        accessLevels.read,
      );
      const rows = await db.selectFrom('folders').selectAll().where('id', 'in', folder.path).execute();
      return toFolders(
        db,
        rows.toSorted((a, b) => folder.path.indexOf(a.id) - folder.path.indexOf(b.id)),
      );
    },
  };
}

/** Names begin and end with something that can be seen. */
export function folderName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '') return trimmed;
  const issues: FieldIssue[] = [{ path: 'name', message: 'must not be empty' }];
  throw refuse('validation_failed', { count: 1 }, { issues });
}

type ListQuery = OperationTypes['getFolders']['query'];

async function listFolders(db: Db, actor: UserPrincipal, deploymentId: number, query: ListQuery) {
  const first = query.first ?? limits.DEFAULT_PAGE_SIZE;
  const parent = query.parentId == null ? sql`f.parent_id is null` : sql`f.parent_id = ${query.parentId}`;
  const seen = isAdmin(actor)
    ? sql`true`
    : sql`(s.level > 0 or s.id in (${navigationFolders(actor, deploymentId)}))`;
  const visible = sql`select * from (${foldersFor(actor, deploymentId)} and ${parent}) s where ${seen}`;
  const [position, id] = query.after === undefined ? [] : decodeCursor(query.after, 2);
  const after = query.after === undefined ? sql`true` : sql`(v.position, v.id) > (${position}, ${id})`;
  const [rows, [counted]] = await Promise.all([
    rowsOf(
      db,
      sql<
        WithAccess<FolderRow>
      >`select * from (${visible}) v where ${after} order by v.position, v.id limit ${first + 1}`,
    ),
    rowsOf(db, sql<{ count: number }>`select count(*) from (${visible}) v`),
  ]);
  const page = toPage(rows, { first, ...(query.after !== undefined && { after: query.after }) }, (row) => [
    row.position,
    row.id,
  ]);
  return { ...page, count: counted?.count ?? 0 };
}

interface NewFolder {
  deploymentId: number;
  parentId: number | null;
  name: string;
  /** Behind the others, unless it is given. */
  position: number | null;
}

async function insertFolder(
  db: Db,
  actor: UserPrincipal,
  { deploymentId, parentId, name, position }: NewFolder,
): Promise<FolderRow> {
  return db.transaction().execute(async (tx) => {
    await lockFolders(tx, deploymentId);
    const parentPath = parentId === null ? [] : await pathOf(tx, deploymentId, parentId);
    if (parentPath.length + 1 > limits.MAX_FOLDER_DEPTH)
      throw refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH });
    const [row] = await constraintsChecked({ name, folderId: parentId }, () =>
      rowsOf(
        tx,
        sql<FolderRow>`
      with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
      insert into folders (id, deployment_id, parent_id, name, position, path, user_id, created_by, updated_by)
      overriding system value
      select fresh.id, ${deploymentId}, ${parentId}::integer, ${name},
        coalesce(${position}::integer, (select coalesce(max(position) + 1, 0) from folders where deployment_id = ${deploymentId} and parent_id is not distinct from ${parentId}::integer)),
        ${parentPath}::integer[] || fresh.id, ${actor.userId}, ${actor.userId}, ${actor.userId}
      from fresh returning *`,
      ),
    );
    if (!row) throw new Error('The new folder was not answered');
    return row;
  });
}

/** The number of the lock in `move_folder`, which whatever else changes the tree of folders takes as well. */
const FOLDERS_LOCK = 7_231_005;

async function lockFolders(tx: Db, deploymentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLDERS_LOCK}, ${deploymentId})`.execute(tx);
}

/** Where a folder lies now that nobody can move it. */
async function pathOf(tx: Db, deploymentId: number, id: number): Promise<number[]> {
  const folder = await tx
    .selectFrom('folders')
    .select('path')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!folder) throw refuse('folder_not_found', { id });
  return folder.path;
}

/** What lies directly in the folder moves to the root. */
async function deleteFolder(db: Db, deploymentId: number, folderId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFolders(tx, deploymentId);
    const [children] = await rowsOf(
      tx,
      sql<{ count: number }>`select count(*) from folders where parent_id = ${folderId}`,
    );
    if (children && children.count > 0) throw refuse('folder_has_subfolders', { count: children.count });
    await tx
      .deleteFrom('folders')
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', folderId)
      .execute();
  });
}
