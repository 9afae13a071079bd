import { refuse } from '@oriel/contract';
import type { Addressed, Authentication, CredentialCheck, Credentials } from '../http/authentication.ts';
import type { UserPrincipal } from '../access/principal.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';
import { hashSecret } from './secrets.ts';

/** Makes the credential checks of console users: API keys, console sessions, and no credential. */
export function createUserCredentials(
  store: CredentialStore,
): Pick<Credentials, 'apiKey' | 'consoleSession' | 'nobody'> {
  const check =
    (find: CredentialStore['findByApiKey'], via: UserPrincipal['via']): CredentialCheck =>
    async (secret, addressed) => {
      const row = await find(hashSecret(secret), addressed);
      if (!row) throw refuse('unauthenticated');
      if (row.isExpired) throw refuse('credential_expired');
      return toAuthentication(row, addressed, via);
    };
  return {
    apiKey: check(store.findByApiKey, 'api-key'),
    consoleSession: check(store.findByConsoleSession, 'console-session'),
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
      consoleSession: { id: row.consoleSessionId, expiresAtMs: timeOf(row.expiresAt) },
    }),
    ...(row.apiKeyId !== null && { apiKey: { id: row.apiKeyId, expiresAtMs: timeOf(row.expiresAt) } }),
    ...(row.narrowing && { narrowing: row.narrowing }),
    ...(row.policyContext && { policyContext: row.policyContext }),
  };
}

function toAuthentication(
  row: CredentialRow,
  { deploymentId }: Addressed,
  via: UserPrincipal['via'],
): Authentication {
  const principal = toUserPrincipal(row, via);
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
