import { refuse, type OperationTypes, type Workbook } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder } from '../../paging/list-order.ts';
import { readPage, toListAnswer, type ListAnswer } from '../../paging/page.ts';
import { constraintsChecked } from '../constraint-refusals.ts';
import { serializeOne, toWorkbooks } from '../serialize-items.ts';
import { recordView } from '../view-history-store.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { readDraft, readMeta } from './dashboard-draft.ts';
import { freeSlug, toSlug } from './slug-policy.ts';
import { createWorkbookStore } from './workbook-store.ts';

export interface WorkbookService {
  /** Newest change first. */
  list(scope: WorkspaceScope, query: OperationTypes['getWorkbooks']['query']): Promise<ListAnswer<Workbook>>;
  /** @throws `validation_failed` for a draft in the metadata; 404 and 403 for the folder */
  create(scope: WorkspaceScope, input: OperationTypes['createWorkbook']['body']): Promise<Workbook>;
  /** @throws `workbook_not_found` */
  get(scope: WorkspaceScope, id: number): Promise<Workbook>;
  /** @throws `slug_taken`, `validation_failed`; 404 and 403, also for the folder */
  update(
    scope: WorkspaceScope,
    id: number,
    input: OperationTypes['updateWorkbook']['body'],
  ): Promise<Workbook>;
  /**
   * With its reports and its dashboard.
   *
   * @throws 404 and 403
   */
  remove(scope: WorkspaceScope, id: number): Promise<void>;
  /**
   * Replaces the dashboard draft; null removes it, undefined leaves it.
   *
   * @throws `validation_failed`; 404 and 403
   */
  saveDraft(scope: WorkspaceScope, id: number, draft: unknown): Promise<Workbook>;
}

const newestFirst = columnOrder<WorkbookRow>({
  list: 'workbooks',
  alias: 'w',
  by: { updatedAt: 'time', id: 'integer' },
  direction: 'desc',
});

export function createWorkbookService(db: Db): WorkbookService {
  const store = createWorkbookStore(db);
  const accessFor = (scope: WorkspaceScope) => createWorkspaceAccess(db, scope);
  const serialize = (scope: WorkspaceScope, rows: readonly WorkbookRow[]) =>
    toWorkbooks(
      db,
      scope,
      rows.map((row) => ({ type: 'WORKBOOK', row })),
    );
  const one = (scope: WorkspaceScope, row: WorkbookRow) =>
    serializeOne(row, (rows) => serialize(scope, rows));
  return {
    async list(scope, { folderId, ...request }) {
      const filter = { ...scope, folderId: folderId ?? undefined };
      const [page, count] = await Promise.all([
        readPage(request, newestFirst, (range) => store.list(filter, newestFirst, range)),
        store.count(filter),
      ]);
      return toListAnswer(await serialize(scope, page.rows), page, count);
    },
    async create(scope, { name, folderId = null, meta }) {
      if (folderId !== null) await accessFor(scope).getFolder(folderId, accessLevels.edit);
      const values = {
        name: name?.trim() || 'Untitled workbook',
        folderId,
        meta: JSON.stringify(readMeta(meta ?? {})),
      };
      return one(
        scope,
        await constraintsChecked({ folderId }, () =>
          store.insert(scope.deploymentId, scope.actor.userId, values),
        ),
      );
    },
    async get(scope, id) {
      const row = await accessFor(scope).getWorkbook(id, accessLevels.read);
      const [workbook] = await Promise.all([
        one(scope, row),
        recordView(db, scope.actor.userId, { type: 'WORKBOOK', id }),
      ]);
      return workbook;
    },
    async update(scope, id, { name, meta, folderId, slug: wanted, slugTakeover }) {
      const access = accessFor(scope);
      await access.getWorkbook(id, folderId === undefined ? accessLevels.edit : accessLevels.manage);
      if (folderId != null) await access.getFolder(folderId, accessLevels.edit);
      const slug = toSlug(wanted);
      const values = {
        ...(name?.trim() && { name: name.trim() }),
        ...(meta !== undefined && { meta: JSON.stringify(readMeta(meta ?? {})) }),
        ...(folderId !== undefined && { folderId }),
        ...(wanted !== undefined && { slug }),
      };
      const row = await constraintsChecked({ slug, folderId }, () =>
        store.inTransaction(async (workbooks) => {
          if (slug !== null)
            await freeSlug(workbooks, scope, { workbookId: id, slug, takeover: slugTakeover ?? false });
          return workbooks.update(scope.deploymentId, id, values);
        }),
      );
      if (!row) throw refuse('workbook_not_found', { id });
      return one(scope, row);
    },
    async remove(scope, id) {
      await accessFor(scope).getWorkbook(id, accessLevels.manage);
      await store.remove(scope.deploymentId, id);
    },
    async saveDraft(scope, id, draft) {
      const workbook = await accessFor(scope).getWorkbook(id, accessLevels.edit);
      if (draft === undefined) return one(scope, workbook);
      const row = await store.saveDraft(scope.deploymentId, id, readDraft(draft, 'dashboardDraft'));
      if (!row) throw refuse('workbook_not_found', { id });
      return one(scope, row);
    },
  };
}
