import { signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import { MAX_INTEGRATION_CONFIG_BYTES, MAX_NAME_LENGTH, MAX_OAUTH_INTEGRATIONS } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  freeObject,
  id,
  input,
  list,
  nullish,
  object,
  optional,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';

const url = (description: string, example: string) => text(description, { format: 'uri', example });

const scopesOf = (description: string) =>
  list(
    text('A scope.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: '^[!#-\\[\\]-~]+$',
      example: 'offline_access',
    }),
    description,
    { maxItems: 100 },
  );

const config = boundedTo(
  MAX_INTEGRATION_CONFIG_BYTES,
  freeObject(
    'What providers differ in: `issuer` (what the provider names itself in its answers, default the origin of `authUrl`), ' +
      '`revocationUrl`, `tokenEndpointAuthMethod` (`client_secret_basic` or, by default, `client_secret_post`), ' +
      '`authorizationParams` (further parameters of `authUrl`, by name), and `dataSourceHosts` (the hosts of data sources that ' +
      'may be sent the tokens; without it none). Anything else is kept as it is. ' +
      'At most 64 KiB as JSON.',
  ),
);

export const OAuthIntegration = object(
  'A provider that gives each user tokens of their own for data sources.',
  {
    id: id('Id of the integration.'),
    name: text('Its name, which data sources refer to; unique within the account in any case.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: 'warehouse',
    }),
    type: text('Kind of provider, for people.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: 'custom',
    }),
    authUrl: url('Where people agree.', 'https://login.example.com/oauth2/authorize'),
    tokenUrl: url('Where codes and refresh tokens are exchanged.', 'https://login.example.com/oauth2/token'),
    redirectUri: url(
      'Where the provider sends people back to, as it is registered there: this server’s `/api/v1/user-oauth-tokens/callback`.',
      'https://analytics.example.com/api/v1/user-oauth-tokens/callback',
    ),
    clientId: text('Id of the client at the provider.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: 'oriel',
    }),
    scopes: nullish(scopesOf('What is asked for.')),
    config: nullish(config),
    createdAt: timestamp('When it was created.'),
    updatedAt: timestamp('When it was last changed.'),
  },
);
export type OAuthIntegration = Static<typeof OAuthIntegration>;

const given = {
  ...pick(OAuthIntegration, 'name', 'type', 'authUrl', 'tokenUrl', 'redirectUri', 'clientId'),
  scopes: optional(scopesOf('What is asked for; default nothing.')),
  config: optional(config),
};
const MAX_SECRET_LENGTH = 4_096;

export const CreateOAuthIntegrationInput = input('An integration to create.', {
  ...given,
  clientSecret: text('Secret of the client. It is stored encrypted and never answered.', {
    minLength: 1,
    maxLength: MAX_SECRET_LENGTH,
    example: 'kX2vQ0p7',
  }),
});
export type CreateOAuthIntegrationInput = Static<typeof CreateOAuthIntegrationInput>;

export const UpdateOAuthIntegrationInput = input('An integration as it is to be.', {
  ...given,
  clientSecret: nullish(
    text('Another secret of the client; null or absent: it stays.', {
      minLength: 1,
      maxLength: MAX_SECRET_LENGTH,
      example: 'kX2vQ0p7',
    }),
  ),
});
export type UpdateOAuthIntegrationInput = Static<typeof UpdateOAuthIntegrationInput>;

export const OAuthIntegrationDeleted = object('The integration is gone.', {
  success: boolean('Always true: failures are answered as problems.'),
});
export type OAuthIntegrationDeleted = Static<typeof OAuthIntegrationDeleted>;

const path = '/api/v1/oauth-integrations';
const operation = operationsTagged('OAuth Integrations');
const managing = { ...signedIn, permission: 'OAuthIntegrationsManage' } as const;

export const oauthIntegrationOperations = {
  listOAuthIntegrations: operation(`GET ${path}`, {
    summary: 'List the OAuth integrations',
    description: 'The providers that you can connect with, by name. Secrets are not answered.',
    access: signedIn,
    answer: list(OAuthIntegration, 'All of them.', { maxItems: MAX_OAUTH_INTEGRATIONS }),
  }),
  createOAuthIntegration: operation(`POST ${path}`, {
    summary: 'Create an OAuth integration',
    description:
      'Registers a provider with authorization code and PKCE. A data source uses it by the variable `CUBEJS_DB_OAUTH_INTEGRATION`. ' +
      `An account has at most ${MAX_OAUTH_INTEGRATIONS}.`,
    access: managing,
    body: optionalJson(CreateOAuthIntegrationInput),
    answer: OAuthIntegration,
    refusals: ['oauth_integration_name_taken', 'too_many_records'],
  }),
  getOAuthIntegration: operation(`GET ${path}/{integrationId}`, {
    summary: 'Get an OAuth integration',
    description: 'What is stored of it, without the secret.',
    access: signedIn,
    answer: OAuthIntegration,
  }),
  updateOAuthIntegration: operation(`PUT ${path}/{integrationId}`, {
    summary: 'Replace an OAuth integration',
    description:
      'Sets every field; without `clientSecret` the secret stays, unless an address with another origin would be sent it. Where ' +
      'the client or an address of the provider changes, the tokens of all users end, and each connects anew.',
    access: managing,
    body: optionalJson(UpdateOAuthIntegrationInput),
    answer: OAuthIntegration,
    refusals: ['oauth_integration_name_taken'],
  }),
  deleteOAuthIntegration: operation(`DELETE ${path}/{integrationId}`, {
    summary: 'Delete an OAuth integration',
    description:
      'The tokens of all users go with it, and are revoked where the provider has an address for it.',
    access: managing,
    answer: OAuthIntegrationDeleted,
  }),
};
