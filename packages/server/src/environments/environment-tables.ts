import { defineTables } from '../db/schema/table-rules.ts';
import type { DeploymentEnvironmentType, EnvironmentTokenScope } from '@oriel/contract';
import type { Generated } from 'kysely';
import type { Json } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends EnvironmentTables {}
}

/** Environments of deployments, with their tokens. */
interface EnvironmentTables {
  deploymentEnvironments: {
    id: Generated<number>;
    deploymentId: number;
    type: DeploymentEnvironmentType;
    /** Null of production. */
    branch: string | null;
    /** Of development. */
    userId: number | null;
    createdAt: Generated<string>;
  };
  environmentTokens: {
    id: number;
    deploymentId: number;
    environmentId: number;
    hash: Buffer;
    /** What is shown of it later. */
    ending: string;
    securityContext: Json;
    scopes: EnvironmentTokenScope[];
    createdBy: number;
    createdAt: Generated<string>;
    expiresAt: string;
  };
}

/** What becomes of their rows. */
export const environmentTables = defineTables<EnvironmentTables>({
  deploymentEnvironments: { audited: { resource: 'environment' } },
  environmentTokens: {
    audited: { resource: 'environmentToken', secret: ['hash', 'securityContext'] },
    expires: { key: 'id', when: 'expires_at < now()' },
  },
});
