import { defineTables } from '../db/schema/table-rules.ts';
import type { OAuthClient, OAuthGrantType, OAuthScope } from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends OAuthTables {}
}

/** The OAuth server. */
interface OAuthTables {
  oauthClients: {
    id: ColumnType<number, never, never>;
    tenantId: number;
    clientId: string;
    name: string;
    uri: string | null;
    applicationType: OAuthClient['applicationType'];
    tokenEndpointAuthMethod: OAuthClient['tokenEndpointAuthMethod'];
    secretHash: Buffer | null;
    grantTypes: OAuthGrantType[];
    redirectUris: string[];
    postLogoutRedirectUris: string[];
    scopes: OAuthScope[];
    userId: number | null;
    isDynamic: Generated<boolean>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  oauthGrants: {
    id: ColumnType<number, never, never>;
    key: string;
    tenantId: number;
    userId: number;
    clientId: string;
    scopes: OAuthScope[];
    deploymentIds: number[] | null;
    payload: Json;
    isRemembered: Generated<boolean>;
    createdAt: Generated<string>;
    lastUsedAt: string | null;
    expiresAt: string;
  };
  oauthAccessTokens: {
    id: ColumnType<number, never, never>;
    hash: Buffer;
    tenantId: number;
    clientId: string;
    userId: number | null;
    grantId: number | null;
    scopes: string[];
    deploymentIds: number[] | null;
    payload: Json;
    expiresAt: string;
  };
  oauthTickets: {
    kind: string;
    hash: Buffer;
    tenantId: number;
    clientId: string | null;
    grantId: number | null;
    userCodeHash: Buffer | null;
    payload: Json;
    consumedAt: string | null;
    expiresAt: string;
  };
}

/** What becomes of their rows. */
export const oauthTables = defineTables<OAuthTables>({
  oauthClients: { audited: { resource: 'oauthClient', secret: ['secretHash'] } },
  oauthGrants: {
    audited: { resource: 'oauthGrant', secret: ['key', 'payload'], kept: ['lastUsedAt'] },
    expires: {
      // What is left of a grant without refresh tokens is whether it is remembered.
      key: 'id',
      when: `expires_at < now() or not is_remembered and created_at < now() - interval '1 hour'
      and not exists (select from oauth_tickets t where t.grant_id = oauth_grants.id)
      and not exists (select from oauth_access_tokens t where t.grant_id = oauth_grants.id)`,
    },
  },
  oauthAccessTokens: {
    unaudited: 'It lasts minutes or an hour; what it rests on is in the log as the grant or the client.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  oauthTickets: {
    unaudited: 'It lasts minutes or an hour; what it rests on is in the log as the grant or the client.',
    expires: { key: 'ctid', when: 'expires_at < now()' },
  },
});
