import type { Db } from '../../db/database.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import type { ProviderRow } from '../providers/provider-store.ts';
import type { ProvisioningRefusal } from '../sign-on-failure.ts';
import { createIdentityStore, type SignOnUser } from './identity-store.ts';
import type { ProviderIdentity } from './provider-identity.ts';

/** What a sign-in by a provider does. */
type SignOnPlan =
  | { readonly outcome: 'SIGNS_IN' | 'LINKS'; readonly user: SignOnUser }
  | { readonly outcome: 'CREATES'; readonly email: string }
  | {
      readonly outcome: 'REFUSED';
      readonly refusal: ProvisioningRefusal;
      readonly user: SignOnUser | undefined;
    };

/** What of a provider decides who a person is. */
export type ProvisioningProvider = Pick<ProviderRow, 'id' | 'tenantId' | 'provisionsUsers' | 'attributes'>;

/**
 * Decides which user a person is, and changes nothing: the one whom the subject is linked with; else the one whom SCIM
 * has made for them; else the one with their e-mail address, if the provider has verified it and knows the user as
 * nobody else. An address that is not verified neither takes over a user nor makes one, which another person might be
 * given rights by later.
 */
export async function planProvisioning(
  db: Db,
  { id, tenantId, provisionsUsers }: ProvisioningProvider,
  identity: ProviderIdentity,
): Promise<SignOnPlan> {
  const store = createIdentityStore(db);
  const linked = await store.findBySubject(tenantId, id, identity.subject);
  if (linked)
    return linked.isDeactivated ? refused('deactivated', linked) : { outcome: 'SIGNS_IN', user: linked };
  const link = async (user: SignOnUser): Promise<SignOnPlan> => {
    if (await store.hasIdentity(id, user.id)) return refused('email_of_another', user);
    return user.isDeactivated ? refused('deactivated', user) : { outcome: 'LINKS', user };
  };
  const { externalId, email, isEmailVerified } = identity;
  const pushed = externalId === undefined ? undefined : await store.findByExternalId(tenantId, externalId);
  if (pushed) return link(pushed);
  if (email === undefined || !isMailAddress(email)) return refused('email_missing');
  if (!isEmailVerified) return refused('email_unverified');
  const known = await store.findByEmail(tenantId, email);
  if (known) return link(known);
  return provisionsUsers ? { outcome: 'CREATES', email } : refused('not_provisioned');
}

function refused(refusal: ProvisioningRefusal, user?: SignOnUser): SignOnPlan {
  return { outcome: 'REFUSED', refusal, user };
}
