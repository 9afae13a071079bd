import type { ColumnType, Generated } from 'kysely';
import type { AttributeValue, Json } from './column-types.ts';

/** Embed tenants with their users and groups, and sessions of embeds. */
export interface EmbeddingTables {
  embedTenants: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    displayName: string | null;
    createdAt: Generated<string>;
  };
  embedUsers: {
    id: Generated<number>;
    tenantId: number;
    embedTenantId: number;
    externalId: string;
    email: string | null;
    displayName: string | null;
    picture: string | null;
    isEphemeral: Generated<boolean>;
    createdAt: Generated<string>;
    lastLogin: string | null;
    keptUntil: string | null;
  };
  embedUserDeployments: {
    embedUserId: number;
    deploymentId: number;
    email: string | null;
    displayName: string | null;
    picture: string | null;
    hasGroups: Generated<boolean>;
    hasTenantGroups: Generated<boolean>;
    locale: string | null;
  };
  embedTenantDeployments: { embedTenantId: number; deploymentId: number; displayName: string };
  /** A deployment that is null is the whole account, here and below. */
  embedUserGroups: { embedUserId: number; groupId: number; deploymentId: number | null };
  embedTenantGroups: {
    id: Generated<number>;
    embedTenantId: number;
    name: string;
    description: string | null;
    createdAt: Generated<string>;
  };
  embedTenantGroupMembers: {
    groupId: number;
    embedUserId: number;
    deploymentId: number | null;
    createdAt: Generated<string>;
  };
  embedUserAttributeValues: {
    attributeId: number;
    embedUserId: number;
    deploymentId: number | null;
    /** Null: none in this deployment, whatever holds in the account. */
    value: ColumnType<AttributeValue | null, string | null, string | null>;
  };
  embedSignInCodes: {
    hash: Buffer;
    tenantId: number;
    sessionHash: Buffer;
    challenge: Buffer;
    expiresAt: string;
  };
  embedSessions: {
    hash: Buffer;
    tenantId: number;
    deploymentId: number;
    claims: Json;
    expiresAt: string;
  };
  refusedEmbedSessions: { hash: Buffer; expiresAt: string };
  refusedEmbedOrigins: {
    tenantId: number;
    origin: string;
    refusals: number;
    firstRefusedAt: string;
    lastRefusedAt: string;
  };
  revokedEmbedSessions: { tenantId: number; hash: Buffer; deploymentIds: number[] | null; expiresAt: string };
}
