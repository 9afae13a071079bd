import { refuse } from '@oriel/contract';
import type { Addressed, Authentication, CredentialCheck, Credentials } from '../http/authentication.ts';
import type { UserPrincipal } from '../http/principal.ts';
import type { CredentialRow, CredentialStore } from './credential-store.ts';
import { hashSecret } from './secrets.ts';

/** The checks of what identifies a console user: API keys and console sessions; and of no credential. */
export function createUserCredentials(
  store: CredentialStore,
): Pick<Credentials, 'apiKey' | 'consoleSession' | 'nobody'> {
  const check =
    (find: CredentialStore['findByApiKey'], via: UserPrincipal['via']): CredentialCheck =>
    async (secret, addressed) => {
      const row = await find(hashSecret(secret), addressed);
      if (!row) throw refuse('unauthenticated');
      if (row.is_expired) throw refuse('credential_expired');
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

function toAuthentication(
  row: CredentialRow,
  { deploymentId }: Addressed,
  via: UserPrincipal['via'],
): Authentication {
  const principal: UserPrincipal = {
    kind: 'user',
    tenantId: row.tenant_id,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    groupIds: row.group_ids,
    deploymentIds: row.deployment_ids,
    via,
    ...(row.policy_context && { policyContext: row.policy_context }),
  };
  if (deploymentId === undefined) return { principal, deployment: undefined };
  if (row.deployment_name === null) throw refuse('deployment_not_found', { id: deploymentId });
  if (row.deployment_ids && !row.deployment_ids.includes(deploymentId)) {
    throw refuse('deployment_out_of_scope', { deploymentId });
  }
  return {
    principal,
    deployment: {
      id: deploymentId,
      tenantId: row.tenant_id,
      name: row.deployment_name,
      deployBranch: row.deploy_branch ?? '',
    },
  };
}
