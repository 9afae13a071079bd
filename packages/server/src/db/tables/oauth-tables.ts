import type { OAuthClient, OAuthGrantType, OAuthScope } from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { PublicJwk } from '../stored-jwk.ts';
import type { Json } from './column-types.ts';

/** The OAuth server: clients, grants, tokens and keys. */
export interface OAuthTables {
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
  signingKeys: {
    kid: string;
    state: 'next' | 'current' | 'previous';
    publicJwk: ColumnType<PublicJwk, string, string>;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
    stateSince: Generated<string>;
  };
}
