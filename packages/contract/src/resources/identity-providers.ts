import { adminOnly, anyone } from '../access.ts';
import { MAX_IDENTITY_PROVIDERS, MAX_NAME_LENGTH, MAX_PROVIDER_SLUG_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  list,
  nullable,
  nullish,
  object,
  oneOf,
  optional,
  pick,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { SamlProviderSettings, SamlProviderSettingsInput } from './saml-providers.ts';

const name = { minLength: 1, maxLength: MAX_NAME_LENGTH };
const address = { ...name, maxLength: 2048, pattern: '^https?://[^\\s#]+$' };
const claimName = (description: string, example: string) => text(description, { ...name, example });

export const IdentityProviderKind = oneOf('The protocol that the provider speaks.', ['OIDC', 'SAML']);
export type IdentityProviderKind = Static<typeof IdentityProviderKind>;

export const OidcProviderSettings = object('How a provider is reached by OpenID Connect.', {
  issuer: text('Its issuer, exactly as its discovery document has it.', {
    ...address,
    example: 'https://login.example.com',
  }),
  clientId: text('The client id that it has given for this account.', { ...name, example: 'oriel' }),
  scopes: list(
    text('A scope.', { ...name, pattern: '^[!#-\\[\\]-~]+$', example: 'openid' }),
    'The scopes that are asked for; `openid` always.',
    {
      maxItems: 30,
      uniqueItems: true,
      example: ['openid', 'email', 'profile'],
    },
  ),
  endsProviderSession: boolean(
    'Whether signing out of the console signs people out at the provider as well, where its discovery document has an ' +
      '`end_session_endpoint`. `signedOutUrl` has to be registered there.',
  ),
});
export type OidcProviderSettings = Static<typeof OidcProviderSettings>;

export const OidcProviderSettingsInput = input('How a provider is reached by OpenID Connect.', {
  ...pick(OidcProviderSettings, 'issuer', 'clientId'),
  clientSecret: nullish(
    text(
      'The client secret. It is stored encrypted and never answered; absent: the one that is there; null: none.',
      {
        ...name,
        maxLength: 2048,
        example: 'a long secret of the provider',
      },
    ),
  ),
  scopes: optional(
    describe(
      OidcProviderSettings.properties.scopes,
      'The scopes that are asked for; default `openid`, `email` and `profile`.',
    ),
  ),
  endsProviderSession: optional(
    describe(
      OidcProviderSettings.properties.endsProviderSession,
      'Whether signing out of the console signs people out at the provider as well; default true of a new provider.',
    ),
  ),
});
export type OidcProviderSettingsInput = Static<typeof OidcProviderSettingsInput>;

export const ProviderClaims = object('The claims that say who a person is.', {
  email: claimName('The claim with the e-mail address.', 'email'),
  givenName: claimName('The claim with the given name.', 'given_name'),
  familyName: claimName('The claim with the family name.', 'family_name'),
  groups: claimName('The claim with the names of the groups, for roles by group.', 'groups'),
  externalId: nullable(
    claimName(
      'The claim with the `externalId` that SCIM has given the user, who is then found by it; null: by the e-mail address alone.',
      'oid',
    ),
  ),
});
export type ProviderClaims = Static<typeof ProviderClaims>;

export const ProviderClaimsInput = input(
  'The claims that say who a person is; what is absent has its default.',
  {
    ...pickNullish(ProviderClaims, 'email', 'givenName', 'familyName', 'groups', 'externalId'),
  },
);
export type ProviderClaimsInput = Static<typeof ProviderClaimsInput>;

export const AttributeByClaim = input(
  'An attribute of users that a claim gives its value, at each sign-in.',
  {
    claim: claimName('Name of the claim that the value is taken from.', 'department'),
    attribute: text('Name of the attribute.', { ...name, example: 'department' }),
  },
);
export type AttributeByClaim = Static<typeof AttributeByClaim>;

export const IdentityProvider = object('An identity provider of the account, by which people sign in.', {
  id: id('Id of the provider.'),
  kind: describe(IdentityProviderKind, 'The protocol that the provider speaks.'),
  slug: text('Names the provider in addresses; never changes.', {
    minLength: 1,
    maxLength: MAX_PROVIDER_SLUG_LENGTH,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    example: 'company-login',
  }),
  name: text('What its button on the sign-in page says.', { ...name, example: 'Company login' }),
  isEnabled: boolean('Whether people sign in by it.'),
  isManaged: boolean('Whether the settings of the server have it; then it is not changed here.'),
  oidc: nullable(describe(OidcProviderSettings, 'Its settings by OpenID Connect; null of another kind.')),
  saml: nullable(describe(SamlProviderSettings, 'Its settings by SAML 2.0; null of another kind.')),
  hasSecret: boolean('Whether a client secret is stored.'),
  callbackUrl: text('The address to register at the provider, where people come back to.', {
    example: 'https://oriel.example.com/api/v1/sso/oidc/callback',
  }),
  logoutUrl: nullable(
    text('The address to register at the provider for back-channel logout.', {
      example: 'https://oriel.example.com/api/v1/sso/oidc/company-login/backchannel-logout',
    }),
  ),
  signedOutUrl: nullable(
    text('The address to register at the provider, where people come back to after a sign-out there.', {
      example: 'https://oriel.example.com/sign-in',
    }),
  ),
  provisionsUsers: boolean('Whether people without a user get one when they first sign in.'),
  trustsEmails: boolean(
    'Whether its e-mail addresses count as verified without its saying so: for a provider of the company’s own, where nobody ' +
      'chooses an address.',
  ),
  domains: list(
    text('A domain, as after the @.', { ...name, pattern: '^[a-z0-9.-]+$', example: 'example.com' }),
    'The domains that its e-mail addresses count as verified in; none: in any.',
    { maxItems: 100, uniqueItems: true, example: ['example.com'] },
  ),
  claims: describe(ProviderClaims, 'The claims that say who a person is.'),
  attributes: list(AttributeByClaim, 'The attributes of users that claims give their values.', {
    maxItems: 100,
  }),
  testedAt: nullable(timestamp('When a test of these settings last succeeded; null: never.')),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was last changed.'),
});
export type IdentityProvider = Static<typeof IdentityProvider>;

export const IdentityProvidersListResponse = object('Identity providers.', {
  items: list(IdentityProvider, 'The providers, the oldest first.', { maxItems: MAX_IDENTITY_PROVIDERS }),
});
export type IdentityProvidersListResponse = Static<typeof IdentityProvidersListResponse>;

const changeable = {
  ...pickNullish(IdentityProvider, 'isEnabled', 'provisionsUsers', 'trustsEmails'),
  oidc: nullish(
    describe(
      OidcProviderSettingsInput,
      'The settings by OpenID Connect; required of a new provider of the kind `OIDC`.',
    ),
  ),
  saml: nullish(
    describe(
      SamlProviderSettingsInput,
      'The settings by SAML 2.0; required of a new provider of the kind `SAML`.',
    ),
  ),
  claims: nullish(
    describe(ProviderClaimsInput, 'The claims that say who a person is; default those of the standard.'),
  ),
  domains: nullish(IdentityProvider.properties.domains),
  attributes: nullish(IdentityProvider.properties.attributes),
};

export const IdentityProviderCreateInput = input(
  'An identity provider to create. It is enabled, provisions users and trusts no e-mail address that it has not verified, unless said otherwise.',
  { ...pick(IdentityProvider, 'kind', 'slug', 'name'), ...changeable },
);
export type IdentityProviderCreateInput = Static<typeof IdentityProviderCreateInput>;

export const IdentityProviderUpdateInput = input(
  'Changes of an identity provider; what is absent or null stays.',
  {
    ...pickNullish(IdentityProvider, 'name'),
    ...changeable,
  },
);
export type IdentityProviderUpdateInput = Static<typeof IdentityProviderUpdateInput>;

export const ProvisioningPlan = object('What a sign-in would do.', {
  outcome: oneOf(
    'What becomes of the person: the user they are, a user that is linked or created, or nothing.',
    ['SIGNS_IN', 'LINKS', 'CREATES', 'REFUSED'],
  ),
  reason: nullable(
    text('Why it is refused; null otherwise.', {
      example: 'The provider has not verified the e-mail address',
    }),
  ),
  userId: nullable(id('The user; null for one that is to be created, and for none.')),
  email: nullable(text('The e-mail address; null for none.', { example: 'ada@example.com' })),
  roles: list(
    text('Name of a role.', { example: 'Viewer' }),
    'The roles that a user who is created would have.',
    {
      example: ['Viewer'],
    },
  ),
});
export type ProvisioningPlan = Static<typeof ProvisioningPlan>;

export const IdentityProviderTest = object('The last test of an identity provider.', {
  isSuccessful: boolean('Whether the provider has signed the administrator in.'),
  error: nullable(text('What went wrong; null for nothing.', { example: 'The client secret is wrong' })),
  claims: nullable(freeObject('The claims that the provider has sent; null without a success.')),
  plan: nullable(
    describe(ProvisioningPlan, 'What a sign-in of the administrator would do; null without a success.'),
  ),
  testedBy: nullable(id('The administrator; null for one who is gone.')),
  testedAt: timestamp('When it was.'),
});
export type IdentityProviderTest = Static<typeof IdentityProviderTest>;

export const ProviderMethod = object('A provider that people sign in by.', {
  ...pick(IdentityProvider, 'kind', 'slug', 'name'),
  startUrl: text('Where the button leads. It takes `next`, the path to come back to.', {
    example: '/api/v1/sso/company-login/start',
  }),
});
export type ProviderMethod = Static<typeof ProviderMethod>;

export const SignInMethods = object('How people sign in.', {
  takesPasswords: boolean(
    'Whether passwords are taken. Where not, one administrator can still sign in by one.',
  ),
  canResetPassword: boolean(
    'Whether the server sends mail with links by which a forgotten password is set anew.',
  ),
  providers: list(ProviderMethod, 'Providers that one may sign in with.', {
    maxItems: MAX_IDENTITY_PROVIDERS,
  }),
});
export type SignInMethods = Static<typeof SignInMethods>;

export const AuthenticationSettings = object('How people may sign in to the account.', {
  requiresProvider: boolean(
    'Whether everybody has to sign in by an identity provider: passwords are taken of the break-glass administrator alone.',
  ),
  breakGlassUserId: nullable(
    id(
      'The administrator who can sign in by a password where nobody else can, when a provider is away; null for none.',
    ),
  ),
});
export type AuthenticationSettings = Static<typeof AuthenticationSettings>;

export const AuthenticationSettingsInput = input('Settings to change; what is absent stays.', {
  requiresProvider: optional(AuthenticationSettings.properties.requiresProvider),
  breakGlassUserId: optional(AuthenticationSettings.properties.breakGlassUserId),
});
export type AuthenticationSettingsInput = Static<typeof AuthenticationSettingsInput>;

const providers = '/api/v1/identity-providers';
const settings = '/api/v1/authentication-settings';
const operation = operationsTagged('Single Sign-On');

export const identityProviderOperations = {
  getSignInMethods: operation('GET /api/v1/sign-in-methods', {
    summary: 'Get how people sign in',
    description:
      'What the sign-in page shows: the enabled providers of the account, and whether passwords are taken.',
    access: anyone,
    answer: SignInMethods,
  }),
  getIdentityProviders: operation(`GET ${providers}`, {
    summary: 'List the identity providers',
    description: 'With what is to be registered at each. Secrets are not answered.',
    access: adminOnly,
    answer: IdentityProvidersListResponse,
  }),
  createIdentityProvider: operation(`POST ${providers}`, {
    summary: 'Create an identity provider',
    description:
      'The settings of its kind have to be there. The provider is asked nothing yet: test it in the console, where its claims are shown.',
    access: adminOnly,
    body: IdentityProviderCreateInput,
    status: 201,
    answer: IdentityProvider,
    refusals: ['provider_slug_taken', 'too_many_identity_providers', 'attributes_not_found'],
  }),
  getIdentityProvider: operation(`GET ${providers}/{identityProviderId}`, {
    summary: 'Get an identity provider',
    description: 'One provider, without its secret.',
    access: adminOnly,
    answer: IdentityProvider,
  }),
  updateIdentityProvider: operation(`PUT ${providers}/{identityProviderId}`, {
    summary: 'Change an identity provider',
    description:
      'Another issuer or client has to be tested again, and another issuer knows other people. Where it has another issuer or is disabled, ' +
      'the console sessions of people who have signed in by it end.',
    access: adminOnly,
    body: optionalJson(IdentityProviderUpdateInput),
    answer: IdentityProvider,
    refusals: ['identity_provider_managed', 'attributes_not_found'],
  }),
  deleteIdentityProvider: operation(`DELETE ${providers}/{identityProviderId}`, {
    summary: 'Delete an identity provider',
    description: 'The console sessions of people who have signed in by it end; their users stay.',
    access: adminOnly,
    refusals: ['identity_provider_managed'],
  }),
  getIdentityProviderTest: operation(`GET ${providers}/{identityProviderId}/test`, {
    summary: 'Get the last test of an identity provider',
    description:
      'A test is run in a browser, at `/api/v1/sso/SLUG/start?test=true`, by an administrator who is signed in to the console. It signs in at the ' +
      'provider and keeps the claims and what a sign-in would do; nothing else is changed.',
    access: adminOnly,
    answer: IdentityProviderTest,
    refusals: ['identity_provider_untested'],
  }),
  getAuthenticationSettings: operation(`GET ${settings}`, {
    summary: 'Get how people may sign in',
    description: 'Whether passwords are taken, and of whom in any case.',
    access: adminOnly,
    answer: AuthenticationSettings,
  }),
  updateAuthenticationSettings: operation(`PUT ${settings}`, {
    summary: 'Change how people may sign in',
    description:
      'Passwords are switched off only with an enabled provider that has been tested successfully, and with an active administrator who keeps ' +
      'theirs. API keys go on working.',
    access: adminOnly,
    body: optionalJson(AuthenticationSettingsInput),
    answer: AuthenticationSettings,
    refusals: ['password_sign_in_needed', 'break_glass_user_needed', 'user_not_found'],
  }),
};
