import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { rolesOfNewUser } from '../../identity/role-mapping/mapped-roles.ts';
import { createUserStore } from '../../identity/users/user-store.ts';
import { nameFor } from '../../scim/users/user-values.ts';
import { setAttributesByClaim } from '../providers/provider-attributes.ts';
import { createIdentityStore } from './identity-store.ts';
import { SignOnFailure } from '../sign-on-failure.ts';
import { planProvisioning, type ProvisioningProvider } from './plan-provisioning.ts';
import type { ProviderIdentity } from './provider-identity.ts';

/** The user that a person is. */
interface ProvisionedUser {
  readonly userId: number;
  readonly isNew: boolean;
}

/**
 * Finds or makes the user of a person whom a provider has named, within a transaction; see {@link planProvisioning}.
 * Sign-ins of one account, and other changes of its people, wait for each other.
 *
 * @throws {@link SignOnFailure} for who may not sign in; `attribute_type_mismatch`
 */
export async function provision(
  tx: Db,
  provider: ProvisioningProvider,
  identity: ProviderIdentity,
): Promise<ProvisionedUser> {
  const { id: providerId, tenantId, attributes } = provider;
  // The lock of `enter_account`; nobody has been authenticated yet.
  await sql`select pg_advisory_xact_lock(7231006, ${tenantId}::integer)`.execute(tx);
  const plan = await planProvisioning(tx, provider, identity);
  if (plan.outcome === 'REFUSED') throw new SignOnFailure(plan.refusal);
  const userId = plan.outcome === 'CREATES' ? await create(tx, tenantId, plan.email, identity) : plan.user.id;
  await createIdentityStore(tx).noteUse(providerId, identity.subject, userId);
  await setAttributesByClaim(tx, { tenantId, userId, attributes, claims: identity.attributes });
  return { userId, isNew: plan.outcome === 'CREATES' };
}

async function create(
  tx: Db,
  tenantId: number,
  email: string,
  { givenName, familyName, externalId, groups }: ProviderIdentity,
): Promise<number> {
  const users = createUserStore(tx);
  const { role, roleIds } = await rolesOfNewUser(tx, tenantId, groups);
  const userId = await users.insert({
    tenantId,
    email,
    username: await freeUsername(tx, tenantId, email),
    firstName: nameFor({
      ...(givenName !== undefined && { givenName }),
      ...(familyName !== undefined && { familyName }),
    }),
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    externalId: externalId ?? null,
    role,
  });
  await users.replaceRoles(userId, roleIds);
  return userId;
}

/** The address, unless a user with another address has it as their username. */
async function freeUsername(tx: Db, tenantId: number, email: string): Promise<string> {
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where(sql<boolean>`lower(username) = ${email.toLowerCase()}`)
    .executeTakeFirst();
  return taken ? `${email} ${crypto.randomUUID()}` : email;
}
