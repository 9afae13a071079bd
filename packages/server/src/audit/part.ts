import { databasePart } from '../db/part.ts';
import { part } from '../parts/part.ts';
import { createAuditLogRoutes } from './audit-log-routes.ts';
import { auditTables } from './audit-tables.ts';

/** The audit log. */
export const auditPart = part({
  name: 'audit log',
  tables: auditTables,
  needs: { database: databasePart },
  make: ({ database }) => ({ operations: createAuditLogRoutes(database.db) }),
});
