import type {
  AttributeByClaim,
  IdentityProviderKind,
  ProviderClaims,
  ProvisioningPlan,
} from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedColumn, NullableJson } from './column-types.ts';

/** API keys, providers of identities, sessions of the console, second factors. */
export interface SignInTables {
  apiKeys: {
    id: Generated<number>;
    tenantId: number;
    userId: number;
    name: string;
    prefix: string;
    hash: Buffer;
    deploymentIds: number[] | null;
    isReadOnly: Generated<boolean>;
    /** Groups of operations; null: all. */
    tags: string[] | null;
    createdAt: Generated<string>;
    expiresAt: string | null;
    lastUsedAt: string | null;
    /** The key that it was made with, and goes with; null for one that a person made. */
    madeWith: number | null;
  };
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
  signInBuckets: { key: string; tokens: number; updatedAt: string };
  knownDevices: { id: Generated<number>; hash: Buffer; userId: number; lastUsedAt: Generated<string> };
  consoleSessions: {
    hash: Buffer;
    id: Generated<number>;
    userId: number;
    method: Generated<'password' | 'passkey' | 'oidc' | 'saml'>;
    identityProviderId: number | null;
    providerSubject: string | null;
    providerSession: string | null;
    userAgent: string | null;
    clientAddress: string | null;
    createdAt: Generated<string>;
    /** When the user last proved who they are. */
    authenticatedAt: Generated<string>;
    lastUsedAt: Generated<string>;
    expiresAt: string;
    isEnrolling: Generated<boolean>;
    passkeyChallenge: string | null;
    passkeyChallengeExpiresAt: string | null;
  };
  providerIdTokens: { sessionId: number; encryptedSecret: Buffer; keyId: string };
  totpSecrets: {
    userId: number;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
    confirmedAt: string | null;
    /** Of 30 seconds. */
    lastStep: Generated<number>;
  };
  recoveryCodes: { id: Generated<number>; userId: number; hash: Buffer };
  passkeys: {
    id: Generated<number>;
    userId: number;
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    name: string;
    isBackedUp: boolean;
    createdAt: Generated<string>;
    lastUsedAt: string | null;
  };
  signInChallenges: {
    hash: Buffer;
    tenantId: number;
    userId: number | null;
    passkeyChallenge: string | null;
    failures: Generated<number>;
    expiresAt: string;
  };
}
