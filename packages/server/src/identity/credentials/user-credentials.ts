import { refuse } from '@oriel/contract';
import type {
  Addressed,
  Authentication,
  CredentialCheck,
  Credentials,
} from '../../http/caller/authentication.ts';
import type { Narrowing, UserPrincipal } from '../../access/principal.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';
import { hashSecret, isAccessToken } from './secrets.ts';

/**
 * Checks a token that stands for a console session, which it is given the hash of. The user is there without being
 * present: such a token makes no credentials and changes nothing of people, as one of an application.
 */
export type HandedOnSession = (hash: Buffer, addressed: Addressed) => Promise<Authentication>;

const HANDED_ON: Narrowing = { isReadOnly: false, isDelegated: true, tags: null };

/** Makes the credential checks of console users: API keys, console sessions, and no credential. */
export function createUserCredentials(
  store: CredentialStore,
): Pick<Credentials, 'apiKey' | 'consoleSession' | 'nobody'> & { handedOnSession: HandedOnSession } {
  const authenticate = async (
    find: CredentialStore['findByApiKey'],
    hash: Buffer,
    addressed: Addressed,
  ): Promise<Authentication> => {
    const row = await find(hash, addressed);
    if (!row) throw refuse('unauthenticated');
    if (row.isExpired) throw refuse('credential_expired');
    return toAuthentication(row, addressed);
  };
  const check =
    (find: CredentialStore['findByApiKey']): CredentialCheck =>
    (secret, addressed) =>
      authenticate(find, hashSecret(secret), addressed);
  const [apiKey, accessToken] = [check(store.findByApiKey), check(store.findByAccessToken)];
  return {
    apiKey: (secret, addressed) => (isAccessToken(secret) ? accessToken : apiKey)(secret, addressed),
    consoleSession: check(store.findByConsoleSession),
    async handedOnSession(hash, addressed) {
      const { principal, deployment } = await authenticate(store.findByConsoleSession, hash, addressed);
      if (principal.kind !== 'user' || principal.consoleSession?.isEnrolling === true)
        throw refuse('unauthenticated');
      return { principal: { ...principal, via: 'access-token', narrowing: HANDED_ON }, deployment };
    },
    nobody: async ({ host }) => ({
      principal: { kind: 'anonymous', tenantId: await store.getTenantOfHost(host) },
      deployment: undefined,
    }),
  };
}

/** The user of a row, with the rights that they have now. */
export function toUserPrincipal(row: CredentialRow, via: UserPrincipal['via']): UserPrincipal {
  return {
    kind: 'user',
    tenantId: row.tenantId,
    userId: row.userId,
    email: row.email,
    rights: row.rights,
    accessVersion: row.accessVersion,
    groupIds: row.groupIds,
    deploymentIds: row.deploymentIds,
    via,
    ...(row.consoleSessionId !== null && {
      consoleSession: {
        id: row.consoleSessionId,
        expiresAtMs: timeOf(row.expiresAt),
        isEnrolling: row.isEnrolling,
      },
    }),
    ...(row.apiKeyId !== null && { apiKey: { id: row.apiKeyId, expiresAtMs: timeOf(row.expiresAt) } }),
    ...(row.accessTokenId !== null && {
      accessToken: {
        id: row.accessTokenId,
        clientId: row.clientId ?? '',
        expiresAtMs: timeOf(row.expiresAt),
      },
    }),
    ...(row.narrowing && { narrowing: row.narrowing }),
    ...(row.policyContext && { policyContext: row.policyContext }),
  };
}

/** What a user of a row has come with. */
export function viaOf({ apiKeyId, accessTokenId }: CredentialRow): UserPrincipal['via'] {
  if (apiKeyId !== null) return 'api-key';
  return accessTokenId === null ? 'console-session' : 'access-token';
}

function toAuthentication(row: CredentialRow, { deploymentId }: Addressed): Authentication {
  const principal = toUserPrincipal(row, viaOf(row));
  if (deploymentId === undefined) return { principal, deployment: undefined };
  // The scope first: its credential learns of no other deployment whether it exists.
  if (row.deploymentIds && !row.deploymentIds.includes(deploymentId)) {
    throw refuse('deployment_out_of_scope', { deploymentId });
  }
  if (row.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
  return {
    principal,
    deployment: {
      id: deploymentId,
      tenantId: row.tenantId,
      name: row.deploymentName,
      deployBranch: row.deployBranch ?? '',
    },
  };
}

function timeOf(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}
