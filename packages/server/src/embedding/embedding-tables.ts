import { limits } from '@oriel/contract';
import { defineTables } from '../db/schema/table-rules.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AttributeValue, Json } from '../db/values/column-types.ts';
import type { DashboardAppSource } from '@oriel/contract';

declare module '../db/tables.ts' {
  interface Tables extends EmbeddingTables {}
}

/** From the noted login of a viewer until the last token of its session has expired. */
const EMBED_SESSION_SECONDS =
  limits.EMBED_LOGIN_RESOLUTION_SECONDS + limits.EMBED_SESSION_TTL_SECONDS + limits.EMBED_TOKEN_TTL_SECONDS;

/** Embed tenants with their users and groups, and sessions of embeds. */
interface EmbeddingTables {
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
  dashboardAppAddresses: {
    hash: Buffer;
    tenantId: number;
    deploymentId: number;
    /** `CredentialClaims` of the access decisions, which lie above the tables. */
    claims: JSONColumnType<object>;
    versionId: number | null;
    workbookId: number | null;
    app: JSONColumnType<DashboardAppSource> | null;
    expiresAt: string;
  };
}

/** What becomes of their rows. */
export const embeddingTables = defineTables<EmbeddingTables>({
  embedTenants: { audited: { resource: 'embedTenant' } },
  embedUsers: {
    audited: { resource: 'embedUser', kept: ['lastLogin'] },
    expires: {
      key: 'id',
      when: `is_ephemeral and coalesce(kept_until < now(), true) and coalesce(last_login, created_at) < now() - interval '${EMBED_SESSION_SECONDS} seconds'`,
    },
  },
  embedUserDeployments: {
    audited: { resource: 'embedUserDeployment', key: ['embedUserId', 'deploymentId'] },
  },
  embedTenantDeployments: {
    audited: { resource: 'embedTenantDeployment', key: ['embedTenantId', 'deploymentId'] },
  },
  embedUserGroups: { audited: { resource: 'embedUserGroup', key: ['embedUserId', 'groupId'] } },
  embedTenantGroups: { audited: { resource: 'embedTenantGroup' } },
  embedTenantGroupMembers: {
    audited: { resource: 'embedTenantGroupMember', key: ['groupId', 'embedUserId'] },
  },
  embedUserAttributeValues: {
    audited: { resource: 'embedUserAttributeValue', key: ['attributeId', 'embedUserId'] },
  },
  embedSignInCodes: {
    unaudited: 'It lasts for a minute, and hands on the session in which it was made.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  embedSessions: {
    unaudited:
      'Every page that a viewer opens has one for some minutes; what it may show is in the log where it was given.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  refusedEmbedSessions: {
    unaudited: 'It is noted of pages that were refused, which changes nothing.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  refusedEmbedOrigins: { unaudited: 'It is noted of pages that were refused, which changes nothing.' },
  revokedEmbedSessions: {
    audited: { resource: 'revokedEmbedSession', key: ['hash'], secret: ['hash'] },
    expires: { key: 'ctid', when: 'expires_at < now()' },
  },
  dashboardAppAddresses: {
    unaudited: 'It lasts for an hour, and lets the files of an app be read.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
});
