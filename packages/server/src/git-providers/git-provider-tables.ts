import { defineTables } from '../db/schema/table-rules.ts';
import type { GitRemoteBranch, GitRemoteKind, GitRemoteState } from '@oriel/contract';
import type { Generated, JSONColumnType } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables extends GitProviderTables {}
}

/** Repositories of other hosts. */
interface GitProviderTables {
  gitRemotes: {
    deploymentId: number;
    kind: GitRemoteKind;
    url: string;
    username: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    publicKey: string | null;
    hostKeys: string | null;
    installationId: number | null;
    repositoryId: number | null;
    fullName: string | null;
    state: Generated<GitRemoteState>;
    errorText: string | null;
    branches: JSONColumnType<GitRemoteBranch[], string | undefined, string>;
    failures: Generated<number>;
    attemptedAt: string | null;
    syncedAt: string | null;
    nextSyncAt: Generated<string>;
    claimedUntil: string | null;
    connectedBy: number | null;
    createdAt: Generated<string>;
  };
  gitProviderLinks: {
    userId: number;
    login: string;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
  };
  gitWebhookDeliveries: {
    id: string;
    receivedAt: Generated<string>;
  };
}

/** What becomes of their rows. */
export const gitProviderTables = defineTables<GitProviderTables>({
  gitRemotes: {
    audited: {
      resource: 'gitRemote',
      key: ['deploymentId'],
      secret: ['encryptedSecret'],
      kept: [
        'keyId',
        'state',
        'errorText',
        'branches',
        'failures',
        'attemptedAt',
        'syncedAt',
        'nextSyncAt',
        'claimedUntil',
        'hostKeys',
      ],
    },
  },
  gitProviderLinks: {
    audited: {
      resource: 'gitProviderLink',
      key: ['userId'],
      secret: ['encryptedSecret'],
      kept: ['keyId'],
    },
  },
  gitWebhookDeliveries: {
    unaudited: 'It tells a webhook that is sent twice; what comes of one is in the builds.',
    expires: { key: 'id', when: "received_at < now() - interval '7 days'" },
  },
});
