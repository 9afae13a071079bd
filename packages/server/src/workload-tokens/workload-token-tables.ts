import { defineTables } from '../db/schema/table-rules.ts';
import type { Generated } from 'kysely';
import type { NullableJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends WorkloadTokenTables {}
}

/** Workload tokens, and what they are issued by. */
interface WorkloadTokenTables {
  oidcTokenConfigs: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    audienceType: string;
    audience: string;
    subFormat: string | null;
    customClaims: NullableJson<Record<string, unknown>>;
    targetEnvVar: string | null;
    isEnabled: Generated<boolean>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  workloadTokens: {
    id: string;
    tenantId: number;
    configId: number | null;
    deploymentId: number | null;
    branch: string;
    audience: string;
    subject: string;
    issuedAt: Generated<string>;
    expiresAt: string;
  };
}

/** What becomes of their rows. */
export const workloadTokenTables = defineTables<WorkloadTokenTables>({
  oidcTokenConfigs: { audited: { resource: 'oidcTokenConfig' } },
  workloadTokens: {
    audited: { resource: 'workloadToken' },
    expires: { key: 'id', when: "expires_at < now() - interval '1 day'" },
  },
});
