import type { AuditEntryAction } from '@oriel/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AuditCaller } from '../audit-caller.ts';
import type { GeneratedJson } from './column-types.ts';

/** Accounts with their settings, secrets and addresses, and what is known of every request. */
export interface AccountTables {
  tenants: {
    id: Generated<number>;
    name: string;
    displayName: string | null;
    /** Of a server before secrets were encrypted; see `embedSecrets`. */
    embedSecret: string | null;
    embedAllowedOrigins: Generated<string[]>;
    imageHosts: Generated<string[]>;
    appConfig: GeneratedJson;
    settings: GeneratedJson;
    auditRetentionDays: Generated<number>;
    createdAt: Generated<string>;
  };
  embedSecrets: { tenantId: number; encryptedSecret: Buffer; keyId: string };
  tenantHosts: { host: string; tenantId: number };
  rateLimitBuckets: { key: string; tokens: number; updatedAt: string };
  idempotencyKeys: {
    tenantId: number;
    caller: string;
    keyHash: Buffer;
    requestHash: Buffer;
    /** Null of a bulk request, of which the outcomes of its items are stored. */
    keyId: string | null;
    encryptedValue: Buffer | null;
    expiresAt: string;
  };
  itemOutcomes: {
    tenantId: number;
    caller: string;
    keyHash: Buffer;
    item: string;
    outcome: JSONColumnType<{ done?: unknown }>;
  };
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
