import { defineError } from './define-error.ts';

/** Refusals of requests about identity providers. */
export const identityProviderErrors = {
  identity_provider_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no identity provider ${id}`,
  ),
  identity_provider_untested: defineError(404, () => 'The identity provider has not been tested yet'),
  provider_slug_taken: defineError<{ slug: string }>(
    409,
    ({ slug }) => `Another identity provider has the slug ${JSON.stringify(slug)}; choose another`,
  ),
  too_many_identity_providers: defineError<{ max: number }>(
    409,
    ({ max }) => `The account has its ${max} identity providers; delete some first`,
  ),
  identity_provider_managed: defineError(
    409,
    () => 'The settings of the server have this identity provider; its operator changes it there',
  ),
  password_sign_in_needed: defineError(
    409,
    () => 'Passwords are needed until an enabled identity provider has been tested successfully',
  ),
  break_glass_user_needed: defineError(
    409,
    () =>
      'While passwords are switched off, an active administrator has to keep theirs; name another one as the break-glass administrator first',
  ),
};
