import type { AuditEntryAction } from '@oriel/contract';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import { likePattern } from '../db/values/like-pattern.ts';
import { isStorableId } from '../db/values/storable-id.ts';
import type { Tables } from '../db/tables.ts';
import { columnOrder, type CursorKey } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

/** An entry as it is stored. */
export type AuditRow = Selectable<Tables['auditEntries']>;

/** Which entries are asked for; what is absent excludes nothing. */
export interface AuditFilters {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly search?: string | undefined;
  readonly eventName?: string | undefined;
  readonly userEmail?: string | undefined;
  readonly userId?: number | undefined;
  readonly apiKeyId?: number | undefined;
  readonly deploymentId?: number | undefined;
  readonly resource?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly action?: AuditEntryAction | undefined;
  readonly requestId?: string | undefined;
}

/** The order of the audit log. */
export const newestChangeFirst = columnOrder<AuditRow>({
  list: 'audit-log',
  alias: 'audit_entries',
  by: { at: 'time', id: 'bigint' },
  direction: 'desc',
});

/** In UTC, since PostgreSQL takes no offset of a day; the ends of what it takes stand for what is beyond them. */
function toStorableTime(time: string): string {
  const ms = Date.parse(time);
  if (!(ms > EARLIEST_MS)) return new Date(EARLIEST_MS).toISOString();
  return new Date(Math.min(ms, LATEST_MS)).toISOString();
}
const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The SQL of the audit log. */
export type AuditLogStore = ReturnType<typeof createAuditLogStore>;

/** Makes the store of the audit log, which is only read: triggers write it. */
export function createAuditLogStore(db: Db) {
  return {
    async list(
      tenantId: number,
      filters: AuditFilters,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<AuditRow[]> {
      const { requestId, search } = filters;
      const ids = [filters.userId, filters.apiKeyId, filters.deploymentId];
      if (ids.some((id) => id !== undefined && !isStorableId(id))) return [];
      if (requestId !== undefined && !UUID.test(requestId)) return [];
      let query = db
        .selectFrom('auditEntries')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where(newestChangeFirst.isBehind(after));
      const ofCaller = {
        operation: filters.eventName,
        requestId,
        userId: filters.userId,
        apiKeyId: filters.apiKeyId,
      };
      for (const [key, value] of Object.entries(ofCaller))
        if (value !== undefined) query = query.where(sql`caller ->> ${key}`, '=', String(value));
      for (const column of ['deploymentId', 'resource', 'resourceId', 'action'] as const) {
        const value = filters[column];
        if (value !== undefined) query = query.where(column, '=', value);
      }
      if (filters.start !== undefined) query = query.where('at', '>=', toStorableTime(filters.start));
      if (filters.end !== undefined) query = query.where('at', '<', toStorableTime(filters.end));
      if (filters.userEmail !== undefined)
        query = query.where(sql`lower(caller ->> 'userEmail')`, '=', filters.userEmail.toLowerCase());
      if (search !== undefined)
        query = query.where(
          sql<boolean>`concat_ws(' ', caller ->> 'operation', resource, resource_id, caller ->> 'userEmail') ilike ${likePattern(search)}`,
        );
      return query.orderBy(newestChangeFirst.orderBy).limit(limit).execute();
    },
    async getRetentionDays(tenantId: number): Promise<number> {
      const query = db.selectFrom('tenants').select('auditRetentionDays').where('id', '=', tenantId);
      return (await query.executeTakeFirstOrThrow()).auditRetentionDays;
    },
    async setRetentionDays(tenantId: number, auditRetentionDays: number): Promise<void> {
      await db.updateTable('tenants').set({ auditRetentionDays }).where('id', '=', tenantId).execute();
    },
  };
}
