import { refuse, type Refusal } from '@oriel/contract';
import { ACCESS_VERSION_CONSTRAINT, refuseOutdatedAccess } from '../access/access-version.ts';

/** What a change asked for, for the refusal of a constraint that it violates. */
export interface AccountConflict {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly groupName?: string | undefined;
  readonly roleName?: string | undefined;
  readonly attributeName?: string | undefined;
  readonly providerSlug?: string | undefined;
}

/** The refusals that constraints on the people of an account stand for, by the name of the constraint. */
export const accountRefusals: Readonly<Record<string, (conflict: AccountConflict) => Refusal>> = {
  [ACCESS_VERSION_CONSTRAINT]: refuseOutdatedAccess,
  users_email: ({ email = '' }) => refuse('email_taken', { email }),
  groups_tenant_id_name_key: ({ groupName = '' }) => refuse('group_name_taken', { name: groupName }),
  roles_name: ({ roleName = '' }) => refuse('role_name_taken', { name: roleName }),
  user_attributes_name: ({ attributeName = '' }) => refuse('attribute_name_taken', { name: attributeName }),
  identity_providers_slug: ({ providerSlug = '' }) => refuse('provider_slug_taken', { slug: providerSlug }),
  authentication_settings_break_glass: () => refuse('break_glass_user_needed'),
  users_username: ({ username = '' }) => refuse('username_taken', { username }),
};
