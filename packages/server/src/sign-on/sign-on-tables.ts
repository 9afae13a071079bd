import { defineTables } from '../db/schema/table-rules.ts';
import type {
  AttributeByClaim,
  IdentityProviderKind,
  ProviderClaims,
  ProvisioningPlan,
} from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedColumn, NullableJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends SignOnTables {}
}

/** Sign-in by identity providers. */
interface SignOnTables {
  identityProviders: {
    id: Generated<number>;
    tenantId: number;
    kind: IdentityProviderKind;
    slug: string;
    name: string;
    isEnabled: Generated<boolean>;
    isManaged: Generated<boolean>;
    /** By its kind; the readers of each kind know which. */
    settings: ColumnType<Record<string, unknown>, string, string>;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    provisionsUsers: Generated<boolean>;
    trustsEmails: Generated<boolean>;
    domains: Generated<string[]>;
    claims: ColumnType<ProviderClaims, string, string>;
    attributes: GeneratedColumn<AttributeByClaim[]>;
    testedAt: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userIdentities: {
    id: Generated<number>;
    providerId: number;
    subject: string;
    userId: number;
    createdAt: Generated<string>;
    lastUsedAt: Generated<string>;
  };
  identityProviderTests: {
    providerId: number;
    userId: number | null;
    isSuccessful: boolean;
    error: string | null;
    claims: NullableJson<Record<string, unknown>>;
    plan: NullableJson<ProvisioningPlan>;
    testedAt: Generated<string>;
  };
  signOnTransactions: {
    hash: Buffer;
    browserHash: Buffer;
    providerId: number;
    testerId: number | null;
    next: string;
    details: GeneratedColumn<Record<string, string>>;
    expiresAt: string;
  };
  spentProviderTokens: { providerId: number; hash: Buffer; expiresAt: string };
  authenticationSettings: {
    tenantId: number;
    requiresProvider: Generated<boolean>;
    breakGlassUserId: number | null;
  };
  providerIdTokens: { sessionId: number; encryptedSecret: Buffer; keyId: string };
}

/** What becomes of their rows. */
export const signOnTables = defineTables<SignOnTables>({
  identityProviders: {
    audited: {
      resource: 'identityProvider',
      secret: ['encryptedSecret'],
      kept: ['keyId', 'testedAt'],
    },
  },
  userIdentities: {
    audited: { resource: 'userIdentity', key: ['providerId', 'subject'], kept: ['lastUsedAt'] },
  },
  identityProviderTests: { unaudited: 'It holds what a provider has said of an administrator.' },
  signOnTransactions: {
    unaudited: 'It is a sign-in that has begun; the log has the session that it ends in.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  spentProviderTokens: {
    unaudited: 'It tells a token that is sent twice.',
    expires: { key: 'ctid', when: 'expires_at < now()' },
  },
  authenticationSettings: { audited: { resource: 'authenticationSettings', key: ['tenantId'] } },
  providerIdTokens: { unaudited: 'It goes with the console session that it is of.' },
});
