import { defineTables } from '../db/schema/table-rules.ts';
import type { AuditEntryAction } from '@oriel/contract';
import type { ColumnType } from 'kysely';
import type { AuditCaller } from '../db/audit-caller.ts';

declare module '../db/tables.ts' {
  interface Tables extends AuditTables {}
}

/** The audit log. */
interface AuditTables {
  /** Written by triggers. */
  auditEntries: {
    id: ColumnType<number, never, never>;
    tenantId: ColumnType<number, never, never>;
    deploymentId: ColumnType<number | null, never, never>;
    at: ColumnType<string, never, never>;
    caller: ColumnType<AuditCaller, never, never>;
    action: ColumnType<AuditEntryAction, never, never>;
    resource: ColumnType<string, never, never>;
    resourceId: ColumnType<string, never, never>;
    before: ColumnType<Record<string, unknown> | null, never, never>;
    after: ColumnType<Record<string, unknown> | null, never, never>;
  };
}

/** What becomes of their rows. */
export const auditTables = defineTables<AuditTables>({
  auditEntries: {
    unaudited: 'It is the log itself.',
    expires: {
      // By each account's own time, found through the index.
      key: 'ctid',
      when: `ctid = any(array(
      select old.ctid from tenants kept cross join lateral (
        select e.ctid from audit_entries e
        where e.tenant_id = kept.id and e.at < now() - make_interval(days => kept.audit_retention_days)
        order by e.at limit 1000
      ) old))`,
    },
  },
});
