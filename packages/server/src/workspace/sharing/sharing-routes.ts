import type { itemAccessOperations } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createSharingService, type SharingService } from './sharing-service.ts';
import { createTenantSharing } from './tenant-sharing.ts';

type Item = Parameters<SharingService['put']>[1];

/** The handlers of the operations of sharing. */
export function createSharingRoutes(
  database: Pick<Database, 'db' | 'pool'>,
): Handlers<typeof itemAccessOperations> {
  const service = createSharingService(database);
  const ofTenants = createTenantSharing(database.db);
  const get = (call: CallContext, item: Item) =>
    call.principal.kind === 'embed'
      ? ofTenants.get({ actor: call.principal, deploymentId: call.deployment.id }, item)
      : service.get(scopeOf(call), item);
  const put = async (call: CallContext & { body: Parameters<SharingService['put']>[2] }, item: Item) => {
    const { principal, deployment } = call;
    const access =
      principal.kind === 'embed'
        ? await ofTenants.put({ actor: principal, deploymentId: deployment.id }, item, call.body)
        : await service.put(scopeOf(call), item, call.body);
    logSecurityEvent(call, 'access_changed', {
      ...item,
      deploymentId: call.deployment.id,
      entries: call.body.entries,
    });
    return access;
  };
  const folder = (id: number) => ({ type: 'FOLDER', id }) as const;
  const workbook = (id: number) => ({ type: 'WORKBOOK', id }) as const;
  const report = (id: number) => ({ type: 'REPORT', id }) as const;
  return {
    getFolderAccess: (call) => get(call, folder(call.params.folderId)),
    updateFolderAccess: (call) => put(call, folder(call.params.folderId)),
    explainFolderAccess: (call) => service.explain(scopeOf(call), folder(call.params.folderId), call.query),
    getWorkbookAccess: (call) => get(call, workbook(call.params.workbookId)),
    updateWorkbookAccess: (call) => put(call, workbook(call.params.workbookId)),
    explainWorkbookAccess: (call) =>
      service.explain(scopeOf(call), workbook(call.params.workbookId), call.query),
    getReportAccess: (call) => get(call, report(call.params.reportId)),
    updateReportAccess: (call) => put(call, report(call.params.reportId)),
    explainReportAccess: (call) => service.explain(scopeOf(call), report(call.params.reportId), call.query),
    findAccessSubjects: (call) =>
      call.principal.kind === 'embed'
        ? ofTenants.findSubjects(
            { actor: call.principal, deploymentId: call.deployment.id },
            call.query.search,
          )
        : service.findSubjects(scopeOf(call), call.query.search),
  };
}
