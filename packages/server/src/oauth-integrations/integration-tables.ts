import { defineTables } from '../db/schema/table-rules.ts';
import type { UserOAuthToken } from '@oriel/contract';
import type { Generated } from 'kysely';
import type { NullableJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends IntegrationTables {}
}

/** Users' credentials at services that deployments speak to. */
interface IntegrationTables {
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

/** What becomes of their rows. */
export const integrationTables = defineTables<IntegrationTables>({
  oauthIntegrations: {
    audited: { resource: 'oauthIntegration', secret: ['encryptedSecret'], kept: ['keyId'] },
  },
  userOauthTokens: {
    audited: {
      resource: 'userOauthToken',
      key: ['integrationId', 'userId'],
      // No secret but the first; a column with such a name is never shown.
      secret: ['encryptedSecret', 'hasRefreshToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'],
      kept: [
        'keyId',
        'hasRefreshToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        'connectionId',
        'nextRefreshAt',
        'claimId',
        'claimedUntil',
      ],
    },
  },
  oauthFlows: {
    unaudited: 'The log has the connection that comes of one.',
    expires: { key: 'state_hash', when: 'expires_at < now()' },
  },
});
