import type { auditLogOperations } from '@oriel/contract';
import { unscopedUserOf } from '../access/scope.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createAuditLogService } from './audit-log-service.ts';
import { createAuditLogStore } from './audit-log-store.ts';

/** Makes the handlers of the audit log. */
export function createAuditLogRoutes(db: Db): Handlers<typeof auditLogOperations> {
  const log = createAuditLogService(createAuditLogStore(db));
  return {
    getAuditLog: ({ principal, query: { first, after, ...filters } }) =>
      log.list(unscopedUserOf(principal), filters, { first, after }),
    exportAuditLog: async ({ principal, query }) => ({
      status: 200,
      headers: { 'content-disposition': 'attachment; filename="audit-log.csv"' },
      body: log.exportLines(unscopedUserOf(principal), query),
    }),
    getAuditLogSettings: ({ principal }) => log.getSettings(unscopedUserOf(principal)),
    updateAuditLogSettings: ({ principal, body }) => log.updateSettings(unscopedUserOf(principal), body),
  };
}
