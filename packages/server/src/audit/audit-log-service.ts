import { limits, type AuditEntry, type AuditLogSettings, type PageInfo } from '@oriel/contract';
import { neutralCsvLine } from '@oriel/dashboard/csv-text';
import type { UserPrincipal } from '../access/principal.ts';
import { toFieldName } from '../db/column-names.ts';
import { readPage, type PageRequest } from '../paging/page.ts';
import {
  newestChangeFirst,
  type AuditFilters,
  type AuditLogStore,
  type AuditRow,
} from './audit-log-store.ts';

const columns = [
  'id',
  'at',
  'eventName',
  'action',
  'resource',
  'resourceId',
  'deploymentId',
  'callerKind',
  'credential',
  'userId',
  'userEmail',
  'apiKeyId',
  'oauthClientId',
  'viewer',
  'clientAddress',
  'requestId',
  'before',
  'after',
] as const satisfies readonly (keyof AuditEntry)[];

/** Makes the service of the audit log. */
export function createAuditLogService(store: AuditLogStore) {
  const readEntries = async ({ tenantId }: UserPrincipal, filters: AuditFilters, request: PageRequest) => {
    const { rows, pageInfo } = await readPage(request, newestChangeFirst, (range) =>
      store.list(tenantId, filters, range),
    );
    return { items: rows.map(toEntry), pageInfo };
  };
  return {
    list: (
      actor: UserPrincipal,
      filters: AuditFilters,
      request: PageRequest,
    ): Promise<{ items: AuditEntry[]; pageInfo: PageInfo }> => readEntries(actor, filters, request),
    /** The lines of a CSV file, in portions: what was changed since the first is left out. */
    async *exportLines(actor: UserPrincipal, filters: AuditFilters): AsyncGenerator<string> {
      yield neutralCsvLine(columns);
      let after: string | undefined;
      do {
        // One portion after the other, at the pace of the reader.
        // oxlint-disable-next-line no-await-in-loop
        const { items, pageInfo } = await readEntries(actor, filters, { first: limits.MAX_PAGE_SIZE, after });
        yield items.map((entry) => neutralCsvLine(columns.map((column) => entry[column]))).join('');
        after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
      } while (after !== undefined);
    },
    getSettings: async ({ tenantId }: UserPrincipal): Promise<AuditLogSettings> => ({
      retentionDays: await store.getRetentionDays(tenantId),
    }),
    async updateSettings(
      { tenantId }: UserPrincipal,
      { retentionDays }: AuditLogSettings,
    ): Promise<AuditLogSettings> {
      await store.setRetentionDays(tenantId, retentionDays);
      return { retentionDays };
    },
  };
}

function toEntry(row: AuditRow): AuditEntry {
  const { id, at, deploymentId, action, resource, resourceId, caller, before, after } = row;
  const {
    operation,
    kind,
    credential,
    userId,
    userEmail,
    apiKeyId,
    oauthClientId,
    viewer,
    clientAddress,
    requestId,
  } = caller;
  const record = { id, at, eventName: operation, action, resource, resourceId, deploymentId };
  const who = {
    callerKind: kind,
    credential,
    userId,
    userEmail,
    apiKeyId,
    oauthClientId,
    viewer,
    clientAddress,
    requestId,
  };
  return { ...record, ...who, before: withFieldNames(before), after: withFieldNames(after) };
}

function withFieldNames(values: Record<string, unknown> | null): Record<string, unknown> | null {
  return (
    values &&
    Object.fromEntries(Object.entries(values).map(([column, value]) => [toFieldName(column), value]))
  );
}
