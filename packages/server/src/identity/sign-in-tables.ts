import { defineTables } from '../db/schema/table-rules.ts';
import type { Generated } from 'kysely';
import { limits } from '@oriel/contract';
import { LONGEST_FILL_SECONDS } from './sign-in/sign-in-limits.ts';

declare module '../db/tables.ts' {
  interface Tables extends SignInTables {}
}

/** API keys, providers of identities, sessions of the console, second factors. */
interface SignInTables {
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

/** What becomes of their rows. */
export const signInTables = defineTables<SignInTables>({
  apiKeys: { audited: { resource: 'apiKey', secret: ['hash'], kept: ['lastUsedAt'] } },
  signInBuckets: {
    unaudited: 'It counts requests.',
    expires: { key: 'key', when: `updated_at < now() - interval '${LONGEST_FILL_SECONDS} seconds'` },
  },
  knownDevices: {
    unaudited: 'It is noted by using something, which changes nothing.',
    expires: {
      key: 'id',
      when: `last_used_at < now() - interval '${limits.KNOWN_DEVICE_TTL_SECONDS} seconds'`,
    },
  },
  consoleSessions: {
    audited: {
      resource: 'consoleSession',
      secret: ['hash', 'providerSession'],
      kept: ['lastUsedAt', 'authenticatedAt', 'passkeyChallenge', 'passkeyChallengeExpiresAt'],
    },
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
  totpSecrets: {
    audited: {
      resource: 'totpSecret',
      key: ['userId'],
      secret: ['encryptedSecret'],
      kept: ['keyId', 'lastStep'],
    },
  },
  recoveryCodes: { audited: { resource: 'recoveryCode', secret: ['hash'] } },
  passkeys: {
    audited: {
      resource: 'passkey',
      secret: ['credentialId', 'publicKey'],
      kept: ['counter', 'lastUsedAt'],
    },
  },
  signInChallenges: {
    unaudited: 'It lasts for minutes; what comes of one is in the log as a session.',
    expires: { key: 'hash', when: 'expires_at < now()' },
  },
});
