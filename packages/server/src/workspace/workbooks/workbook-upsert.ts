import { isRefusal, refuse, refuseFields, type CreateWorkbookInput } from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import { accessLevels } from '../../access/access-level.ts';
import { checkRole } from '../../access/may.ts';
import type { Db } from '../../db/database.ts';
import { levelOfMaker } from '../items/item-maker.ts';
import { createItemStore } from '../items/item-store.ts';
import { changeWorkspace, type WorkspaceChange } from '../batches/workspace-change.ts';
import type { WithAccess, WorkbookRow } from '../items/workspace-rows.ts';
import type { UserScope } from '../workspace-scope.ts';
import { readMeta } from './dashboards/dashboard-draft.ts';
import { checkTakeover, toSlug } from './slug-policy.ts';
import { createWorkbookStore } from './workbook-store.ts';

/**
 * Changes the workbook that has a slug, or creates one with it. Which of the two is decided while the workbook is held,
 * so access is checked for what is done; of two requests that create it at once the second is told.
 *
 * @throws `upsert_branch_changed`, `validation_failed`; 403 and 404, also for the folder
 */
export async function upsertWorkbook(
  db: Db,
  scope: UserScope,
  slugText: string,
  { meta, ...input }: CreateWorkbookInput,
): Promise<WithAccess<WorkbookRow>> {
  const slug = toSlug(slugText);
  if (slug === null) throw refuseFields([{ path: 'slug', message: 'must not be empty' }]);
  const request = { ...input, slug, meta: readMeta(meta ?? {}) };
  const conflict = { slug, folderId: input.folderId };
  try {
    return await changeWorkspace(db, scope, { conflict }, async (tx) => {
      const holder = await createWorkbookStore(tx.db).holdBySlug(scope, slug);
      return holder ? changeFound(tx, scope, { holder, request }) : create(tx, scope, request);
    });
  } catch (error) {
    // Nothing else than its creation by another gives the slug away meanwhile.
    throw isRefusal(error, 'slug_taken')
      ? refuse('upsert_branch_changed', undefined, { cause: error })
      : error;
  }
}

type UpsertRequest = Omit<CreateWorkbookInput, 'meta'> & { slug: string; meta: Record<string, unknown> };

async function create(
  { db, access }: WorkspaceChange,
  { actor, deploymentId }: UserScope,
  { slug, name, folderId = null, meta, calculatedFields }: UpsertRequest,
): Promise<WithAccess<WorkbookRow>> {
  checkRole(actor, 'Explorer');
  if (folderId !== null) await access.get('FOLDER', folderId, accessLevels.edit);
  const row = await createWorkbookStore(db).insert({
    deploymentId,
    userId: actor.userId,
    slug,
    name: name?.trim() || slug,
    folderId,
    meta: JSON.stringify(meta),
    calculatedFields: JSON.stringify(calculatedFields ?? {}),
  });
  return { ...row, level: levelOfMaker(actor) };
}

async function changeFound(
  { db, access }: WorkspaceChange,
  scope: UserScope,
  { holder, request }: { holder: WithAccess<WorkbookRow>; request: UpsertRequest },
): Promise<WithAccess<WorkbookRow>> {
  const { slug, name, folderId, meta, calculatedFields } = request;
  checkTakeover(holder, slug, true);
  if (folderId !== undefined) await access.get('WORKBOOK', holder.id, accessLevels.manage);
  if (folderId != null) await access.get('FOLDER', folderId, accessLevels.edit);
  const held = {
    name: holder.name,
    folderId: holder.folderId,
    meta: holder.meta,
    calculatedFields: holder.calculatedFields,
  };
  const wanted = {
    name: name?.trim() || held.name,
    folderId: folderId === undefined ? held.folderId : folderId,
    meta: { ...held.meta, ...meta },
    calculatedFields: calculatedFields ?? held.calculatedFields,
  };
  if (isDeepStrictEqual(held, wanted)) return holder;
  return createItemStore(db).update(scope, 'WORKBOOK', holder, {
    ...wanted,
    meta: JSON.stringify(wanted.meta),
    calculatedFields: JSON.stringify(wanted.calculatedFields),
  });
}
