import type { ProvisioningPlan } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { rolesOfNewUser } from '../../identity/role-mapping/mapped-roles.ts';
import { provisioningRefusals } from '../sign-on-failure.ts';
import { planProvisioning, type ProvisioningProvider } from './plan-provisioning.ts';
import type { ProviderIdentity } from './provider-identity.ts';

/** What a sign-in of a person would do, for an administrator. */
export async function describePlan(
  db: Db,
  provider: ProvisioningProvider,
  identity: ProviderIdentity,
): Promise<ProvisioningPlan> {
  const plan = await planProvisioning(db, provider, identity);
  const { outcome } = plan;
  const user = 'user' in plan ? plan.user : undefined;
  return {
    outcome,
    reason: outcome === 'REFUSED' ? provisioningRefusals[plan.refusal] : null,
    userId: user?.id ?? null,
    email: user?.email ?? identity.email ?? null,
    roles: outcome === 'CREATES' ? await roleNames(db, provider.tenantId, identity.groups) : [],
  };
}

async function roleNames(db: Db, tenantId: number, groups: readonly string[]): Promise<string[]> {
  const { role, roleIds } = await rolesOfNewUser(db, tenantId, groups);
  const rows =
    roleIds.length === 0
      ? []
      : await db.selectFrom('roles').select('name').where('id', 'in', roleIds).orderBy('name').execute();
  return [...(role === null ? [] : [role]), ...rows.map(({ name }) => name)];
}
