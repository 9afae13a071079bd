import type {
  CreateWorkbookInput,
  OperationTypes,
  UpdateWorkbookInput,
  Workbook,
  WorkbookDashboardInput,
  WorkbooksListResponse,
} from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Database } from '../../db/database.ts';
import { answerItems } from '../../paging/batched-answer.ts';
import { readPage } from '../../paging/page.ts';
import type { CursorKey } from '../../paging/list-order.ts';
import { readWhole } from '../items/deferred-rows.ts';
import type { ListedRow } from '../items/item-page.ts';
import { giveToMaker, levelOfMaker, ownerOf } from '../items/item-maker.ts';
import { createItemStore } from '../items/item-store.ts';
import { serializeOne, toWorkbooks, withoutCopies } from '../items/serialize-items.ts';
import { recordView } from '../view-history-store.ts';
import { checkVersion } from '../items/version-check.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { WithAccess, WorkbookRow } from '../items/workspace-rows.ts';
import type { UserScope, WorkspaceScope } from '../workspace-scope.ts';
import { readDraft, readMeta } from './dashboards/dashboard-draft.ts';
import { checkTakeover, toSlug } from './slug-policy.ts';
import { duplicateWorkbook } from './duplicate-workbook.ts';
import { restoreVersion, type RestoreRequest } from './restore-version.ts';
import { upsertWorkbook } from './workbook-upsert.ts';
import { createWorkbookList, newestFirst } from './workbook-list-store.ts';
import { createWorkbookStore } from './workbook-store.ts';

/** Reads and changes workbooks. */
export type WorkbookService = ReturnType<typeof createWorkbookService>;

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
      const page = await readPage<ListedRow<'WORKBOOK'>, CursorKey>(request, newestFirst, async (range) => {
        const found = await list(scope, folderId ?? undefined, range);
        ({ count } = found);
        return found.rows;
      });
      return answerItems<WorkbooksListResponse, ListedRow<'WORKBOOK'>>({
        fields: ['items', 'data'],
        refs: page.rows,
        bytesOf: ({ shownBytes }) => shownBytes,
        read: async (rows) =>
          (await serialize(scope, await readWhole(db, scope, 'WORKBOOK', rows))).map(withoutCopies),
        rest: { pageInfo: page.pageInfo, count },
      });
    },
    /** @throws `validation_failed` for a draft in the metadata; 404 and 403 for the folder */
    async create(scope: WorkspaceScope, input: CreateWorkbookInput): Promise<Workbook> {
      const { name, folderId = null, meta, calculatedFields } = input;
      const workbook = {
        deploymentId: scope.deploymentId,
        ...ownerOf(scope.actor),
        name: name?.trim() || 'Untitled workbook',
        folderId,
        meta: JSON.stringify(readMeta(meta ?? {})),
        calculatedFields: JSON.stringify(calculatedFields ?? {}),
      };
      const row = await changeWorkspace(db, scope, { conflict: { folderId } }, async (tx) => {
        if (folderId !== null) await tx.access.get('FOLDER', folderId, accessLevels.edit);
        return giveToMaker(tx.db, scope, 'WORKBOOK', await createWorkbookStore(tx.db).insert(workbook));
      });
      return one(scope, { ...row, level: levelOfMaker(scope.actor) });
    },
    /** By its slug, whether it is there or not. @throws as {@link upsertWorkbook} */
    async upsert(scope: UserScope, slug: string, input: CreateWorkbookInput): Promise<Workbook> {
      return one(scope, await upsertWorkbook(db, scope, slug, input));
    },
    /** As a copy of its own; see {@link duplicateWorkbook}. */
    async duplicate(scope: WorkspaceScope, id: number): Promise<Workbook> {
      return one(scope, await duplicateWorkbook(db, scope, id));
    },
    /** Its draft and its reports as a version of its dashboard has them; see {@link restoreVersion}. */
    async restore(scope: UserScope, request: RestoreRequest): Promise<Workbook> {
      return one(scope, await restoreVersion(db, scope, request));
    },
    /** @throws `workbook_not_found` */
    async getDashboard(scope: WorkspaceScope, id: number): Promise<Workbook> {
      return one(scope, await createWorkspaceAccess(db, scope).get('WORKBOOK', id, accessLevels.read));
    },
    /** @throws `workbook_not_found` */
    async get(scope: WorkspaceScope, id: number): Promise<Workbook> {
      const row = await createWorkspaceAccess(db, scope).get('WORKBOOK', id, accessLevels.read);
      const [workbook] = await Promise.all([
        one(scope, row),
        recordView(db, scope.actor, { type: 'WORKBOOK', id }),
      ]);
      return workbook;
    },
    /** @throws `slug_taken`, `version_conflict`, `validation_failed`; 404 and 403, also for the folder */
    async update(scope: WorkspaceScope, id: number, input: UpdateWorkbookInput): Promise<Workbook> {
      const { name, meta, folderId, slug: wanted, slugTakeover, calculatedFields } = input;
      const slug = toSlug(wanted);
      const change = {
        ...(name?.trim() && { name: name.trim() }),
        ...(meta !== undefined && { meta: JSON.stringify(readMeta(meta ?? {})) }),
        ...(folderId !== undefined && { folderId }),
        ...(calculatedFields != null && { calculatedFields: JSON.stringify(calculatedFields) }),
        ...(wanted !== undefined && { slug }),
      };
      const row = await changeWorkspace(db, scope, { conflict: { slug, folderId } }, async (tx) => {
        const items = createItemStore(tx.db);
        const holder = await createWorkbookStore(tx.db).hold(scope, id, slug);
        const least = folderId === undefined ? accessLevels.edit : accessLevels.manage;
        const workbook = await tx.access.get('WORKBOOK', id, least);
        checkVersion('workbook', workbook, input.expectedVersion);
        if (folderId != null) await tx.access.get('FOLDER', folderId, accessLevels.edit);
        if (slug !== null && holder && holder.id !== id) {
          checkTakeover(holder, slug, slugTakeover ?? false);
          await items.update(scope, 'WORKBOOK', holder, { slug: null });
        }
        const isMove = Object.keys(change).join() === 'folderId';
        if (isMove && folderId === workbook.folderId) return workbook;
        return items.update(scope, 'WORKBOOK', workbook, change);
      });
      return one(scope, row);
    },
    /**
     * Replaces the dashboard draft; null removes it, undefined leaves it.
     *
     * @throws `version_conflict`, `validation_failed`; 404 and 403
     */
    async saveDraft(
      scope: WorkspaceScope,
      id: number,
      { dashboardDraft: draft, expectedVersion }: WorkbookDashboardInput,
    ): Promise<Workbook> {
      const config = readDraft(draft, 'dashboardDraft');
      const row = await changeWorkspace(db, scope, {}, async (tx) => {
        const workbooks = createWorkbookStore(tx.db);
        await workbooks.hold(scope, id);
        const workbook = await tx.access.get('WORKBOOK', id, accessLevels.edit);
        checkVersion('workbook', workbook, expectedVersion);
        if (draft === undefined) return workbook;
        return createItemStore(tx.db).update(scope, 'WORKBOOK', workbook, {
          meta: workbooks.withDraft(config),
        });
      });
      return one(scope, row);
    },
  };
}
