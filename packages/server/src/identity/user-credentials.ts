import { refuse } from '@oriel/contract';
import type { Addressed, Authentication, CredentialCheck, Credentials } from '../http/authentication.ts';
import type { UserPrincipal } from '../access/principal.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';
import { hashSecret, isAccessToken } from './secrets.ts';

/** Makes the credential checks of console users: API keys, console sessions, and no credential. */
export function createUserCredentials(
  store: CredentialStore,
): Pick<Credentials, 'apiKey' | 'consoleSession' | 'nobody'> {
  const check =
    (find: CredentialStore['findByApiKey']): CredentialCheck =>
    async (secret, addressed) => {
      const row = await find(hashSecret(secret), addressed);
      if (!row) throw refuse('unauthenticated');
      if (row.isExpired) throw refuse('credential_expired');
      return toAuthentication(row, addressed);
    };
  const [apiKey, accessToken] = [check(store.findByApiKey), check(store.findByAccessToken)];
  return {
    apiKey: (secret, addressed) => (isAccessToken(secret) ? accessToken : apiKey)(secret, addressed),
    consoleSession: check(store.findByConsoleSession),
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
  if (row.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
  if (row.deploymentIds && !row.deploymentIds.includes(deploymentId)) {
    throw refuse('deployment_out_of_scope', { deploymentId });
  }
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
