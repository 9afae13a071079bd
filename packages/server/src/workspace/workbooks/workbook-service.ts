import type { CreateWorkbookInput, OperationTypes, UpdateWorkbookInput, Workbook } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Database } from '../../db/database.ts';
import { readPage, toListAnswer } from '../../paging/page.ts';
import { createItemStore } from '../item-store.ts';
import { serializeOne, toWorkbooks } from '../serialize-items.ts';
import { recordView } from '../view-history-store.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../workspace-change.ts';
import type { WithAccess, WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { readDraft, readMeta } from './dashboard-draft.ts';
import { checkTakeover, toSlug } from './slug-policy.ts';
import { createWorkbookList, newestFirst } from './workbook-list-store.ts';
import { createWorkbookStore } from './workbook-store.ts';

/** Makes the service of workbooks. */
export function createWorkbookService(database: Pick<Database, 'db' | 'pool'>) {
  const { db } = database;
  const list = createWorkbookList(database);
  const serialize = (scope: WorkspaceScope, rows: readonly WithAccess<WorkbookRow>[]) =>
    toWorkbooks(
      db,
      scope,
      rows.map((row) => ({ type: 'WORKBOOK', row })),
    );
  const one = (scope: WorkspaceScope, row: WithAccess<WorkbookRow>) =>
    serializeOne(row, (rows) => serialize(scope, rows));
  return {
    /** Newest change first. @throws `invalid_cursor` */
    async list(scope: WorkspaceScope, { folderId, ...request }: OperationTypes['getWorkbooks']['query']) {
      let count = 0;
      const page = await readPage(request, newestFirst, async (range) => {
        const { rows, facts } = await list(scope, folderId ?? undefined, range);
        ({ count } = facts);
        return rows;
      });
      return toListAnswer(await serialize(scope, page.rows), page, count);
    },
    /** @throws `validation_failed` for a draft in the metadata; 404 and 403 for the folder */
    async create(scope: WorkspaceScope, input: CreateWorkbookInput): Promise<Workbook> {
      const { name, folderId = null, meta } = input;
      const workbook = {
        deploymentId: scope.deploymentId,
        userId: scope.actor.userId,
        name: name?.trim() || 'Untitled workbook',
        folderId,
        meta: JSON.stringify(readMeta(meta ?? {})),
      };
      const row = await changeWorkspace(db, scope, { conflict: { folderId } }, async (tx) => {
        if (folderId !== null) await tx.access.get('FOLDER', folderId, accessLevels.edit);
        return createWorkbookStore(tx.db).insert(workbook);
      });
      return one(scope, { ...row, level: accessLevels.manage });
    },
    /** @throws `workbook_not_found` */
    async get(scope: WorkspaceScope, id: number): Promise<Workbook> {
      const row = await createWorkspaceAccess(db, scope).get('WORKBOOK', id, accessLevels.read);
      const [workbook] = await Promise.all([
        one(scope, row),
        recordView(db, scope.actor.userId, { type: 'WORKBOOK', id }),
      ]);
      return workbook;
    },
    /** @throws `slug_taken`, `validation_failed`; 404 and 403, also for the folder */
    async update(scope: WorkspaceScope, id: number, input: UpdateWorkbookInput): Promise<Workbook> {
      const { name, meta, folderId, slug: wanted, slugTakeover } = input;
      const slug = toSlug(wanted);
      const change = {
        ...(name?.trim() && { name: name.trim() }),
        ...(meta !== undefined && { meta: JSON.stringify(readMeta(meta ?? {})) }),
        ...(folderId !== undefined && { folderId }),
        ...(wanted !== undefined && { slug }),
      };
      const row = await changeWorkspace(db, scope, { conflict: { slug, folderId } }, async (tx) => {
        const items = createItemStore(tx.db);
        const holder = await createWorkbookStore(tx.db).hold(scope, id, slug);
        const least = folderId === undefined ? accessLevels.edit : accessLevels.manage;
        const workbook = await tx.access.get('WORKBOOK', id, least);
        if (folderId != null) await tx.access.get('FOLDER', folderId, accessLevels.edit);
        if (slug !== null && holder && holder.id !== id) {
          checkTakeover(holder, slug, slugTakeover ?? false);
          await items.update('WORKBOOK', holder, { slug: null });
        }
        return items.update('WORKBOOK', workbook, change);
      });
      return one(scope, row);
    },
    /** Replaces the dashboard draft; null removes it, undefined leaves it. @throws `validation_failed`; 404 and 403 */
    async saveDraft(scope: WorkspaceScope, id: number, draft: unknown): Promise<Workbook> {
      const config = readDraft(draft, 'dashboardDraft');
      const row = await changeWorkspace(db, scope, {}, async (tx) => {
        const workbooks = createWorkbookStore(tx.db);
        await workbooks.hold(scope, id);
        const workbook = await tx.access.get('WORKBOOK', id, accessLevels.edit);
        if (draft === undefined) return workbook;
        return createItemStore(tx.db).update('WORKBOOK', workbook, { meta: workbooks.withDraft(config) });
      });
      return one(scope, row);
    },
  };
}
