import {
  refuse,
  type EmbedAccessResponse,
  type EmbedTenantWorkbooksListResponse,
  type OperationTypes,
  type UpdateEmbedAccessInput,
} from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import type { CursorKey } from '../../paging/list-order.ts';
import { readPage } from '../../paging/page.ts';
import { createItemStore } from '../../workspace/items/item-store.ts';
import { toWorkbooks, withoutCopies } from '../../workspace/items/serialize-items.ts';
import { createSharingStore } from '../../workspace/sharing/sharing-store.ts';
import { newestFirst } from '../../workspace/workbooks/workbook-list-store.ts';
import { createWorkspaceAccess } from '../../workspace/workspace-access.ts';
import { changeWorkspace } from '../../workspace/batches/workspace-change.ts';
import type { WorkspaceScope } from '../../workspace/workspace-scope.ts';
import type { DirectoryService } from '../embed-directory/directory-service.ts';
import { readChange, type EmbedAccessChange } from './embed-access-policy.ts';
import { createEmbedAccessStore, type SeenWorkbook } from './embed-access-store.ts';

/** As lists of workbooks; the name keeps cursors of the two apart. */
const newestOfTenant = { ...newestFirst, name: `embed-tenant ${newestFirst.name}` };

/** What the parts of the service work with. */
interface EmbedAccessNeeds {
  readonly db: Db;
  readonly directory: Pick<DirectoryService, 'getTenant'>;
}

/** Makes the service of what viewers of embed tenants see. */
export function createEmbedAccessService(db: Db, directory: Pick<DirectoryService, 'getTenant'>) {
  return bindFirst({ db, directory }, { get, update, listWorkbooks });
}

/** @throws `workbook_not_found` */
async function get(
  { db }: Pick<EmbedAccessNeeds, 'db'>,
  scope: WorkspaceScope,
  workbookId: number,
): Promise<EmbedAccessResponse> {
  await createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.read);
  return createEmbedAccessStore(db).find(scope.deploymentId, workbookId);
}

/**
 * Shares a workbook with viewers, or takes that back; allows or forbids that its dashboard is embedded.
 *
 * @throws `validation_failed`, `invalid_request`, `embed_tenant_not_found`; 404 and 403
 */
function update(
  needs: EmbedAccessNeeds,
  scope: WorkspaceScope,
  workbookId: number,
  input: UpdateEmbedAccessInput,
): Promise<EmbedAccessResponse> {
  const { target, level, allowEmbed } = readChange(input);
  const { actor, deploymentId } = scope;
  return changeWorkspace(needs.db, scope, { lock: 'exclusive' }, async (tx) => {
    await tx.access.get('WORKBOOK', workbookId, accessLevels.manage);
    const store = createEmbedAccessStore(tx.db);
    if (target) {
      const item = { deploymentId, type: 'WORKBOOK', id: workbookId } as const;
      await createSharingStore(tx.db).giveOne(item, await toSubject(needs, actor.tenantId, target), level);
    }
    if (allowEmbed !== undefined) {
      if (!(await store.setAllowEmbed(deploymentId, workbookId, allowEmbed)))
        throw refuse('invalid_request', {
          reason: `allowEmbed needs a published dashboard, which the workbook ${workbookId} has not`,
        });
    }
    return store.find(deploymentId, workbookId);
  });
}

/** @throws `embed_tenant_not_found`, `invalid_cursor` */
async function listWorkbooks(
  { db, directory }: EmbedAccessNeeds,
  scope: WorkspaceScope,
  name: string,
  { accessSource = null, ...request }: OperationTypes['listEmbedTenantWorkbooks']['query'],
): Promise<Batched<EmbedTenantWorkbooksListResponse>> {
  const { embedTenantId } = await directory.getTenant(scope.actor.tenantId, name);
  const { rows, pageInfo } = await readPage<SeenWorkbook, CursorKey>(request, newestOfTenant, (range) =>
    createEmbedAccessStore(db).listWorkbooks({ ...scope, embedTenantId, accessSource }, range),
  );
  const itemStore = createItemStore(db);
  return answerItems<EmbedTenantWorkbooksListResponse, SeenWorkbook>({
    fields: ['items'],
    refs: rows,
    bytesOf: ({ contentBytes }) => contentBytes,
    read: async (refs) =>
      (await toWorkbooks(db, scope, await itemStore.list(scope, refs))).map(withoutCopies),
    rest: { pageInfo },
  });
}

async function toSubject(
  { directory }: Pick<EmbedAccessNeeds, 'directory'>,
  tenantId: number,
  target: NonNullable<EmbedAccessChange['target']>,
) {
  return target === 'ALL_EMBED_USERS'
    ? { subjectType: target, subjectId: 0 }
    : {
        subjectType: 'EMBED_TENANT' as const,
        subjectId: (await directory.getTenant(tenantId, target.embedTenantName)).embedTenantId,
      };
}
