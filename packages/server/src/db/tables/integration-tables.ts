import type { UserOAuthToken } from '@oriel/contract';
import type { Generated } from 'kysely';
import type { NullableJson } from './column-types.ts';

/** Users' credentials at services that deployments speak to. */
export interface IntegrationTables {
  oauthIntegrations: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    type: string;
    authUrl: string;
    tokenUrl: string;
    redirectUri: string;
    clientId: string;
    encryptedSecret: Buffer;
    keyId: string;
    scopes: string[] | null;
    config: NullableJson<Record<string, unknown>>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userOauthTokens: {
    id: Generated<number>;
    integrationId: number;
    userId: number;
    status: UserOAuthToken['status'];
    lastError: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    hasRefreshToken: Generated<boolean>;
    accessTokenExpiresAt: string | null;
    refreshTokenExpiresAt: string | null;
    connectionId: Generated<string>;
    nextRefreshAt: string | null;
    claimId: string | null;
    claimedUntil: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  oauthFlows: {
    stateHash: Buffer;
    integrationId: number;
    userId: number;
    sessionHash: Buffer | null;
    encryptedSecret: Buffer;
    keyId: string;
    expiresAt: string;
  };
}
