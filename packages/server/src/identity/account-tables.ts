import { defineTables } from '../db/schema/table-rules.ts';
import type { Generated } from 'kysely';
import type { GeneratedJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends AccountTables {}
}

/** Accounts, with their hosts and secrets. */
interface AccountTables {
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
}

/** What becomes of their rows. */
export const accountTables = defineTables<AccountTables>({
  tenants: { audited: { resource: 'account', secret: ['embedSecret'] } },
  embedSecrets: {
    audited: {
      resource: 'embedSecret',
      key: ['tenantId'],
      secret: ['encryptedSecret'],
      kept: ['keyId'],
    },
  },
  tenantHosts: { audited: { resource: 'accountHost', key: ['host'] } },
});
