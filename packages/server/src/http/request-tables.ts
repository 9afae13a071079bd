import { defineTables } from '../db/schema/table-rules.ts';
import type { JSONColumnType } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables extends RequestTables {}
}

/** What is kept of requests. */
interface RequestTables {
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
}

/** What becomes of their rows. */
export const requestTables = defineTables<RequestTables>({
  rateLimitBuckets: {
    unaudited: 'It counts requests.',
    expires: {
      // What stands longer than a bucket takes to fill says no more than a missing row.
      key: 'key',
      when: "updated_at < now() - interval '1 minute'",
    },
  },
  idempotencyKeys: {
    unaudited: 'It holds answers, each beside the change that it is of.',
    expires: { key: 'ctid', when: 'expires_at < now()' },
  },
  itemOutcomes: { unaudited: 'It holds parts of answers, each beside the change that it is of.' },
});
