import { adminOnly } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import { MAX_NAME_LENGTH, MAX_TOKEN_CLAIMS_LENGTH, MAX_TOKEN_CONFIGS } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  freeObject,
  id,
  input,
  list,
  nullish,
  object,
  text,
  timestamp,
  type Static,
} from '../schema.ts';

const name = text('Name of the token’s file; unique within the account.', {
  minLength: 1,
  maxLength: 63,
  pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$',
  example: 'warehouse',
});
const subFormat = text(
  'The claim `sub`, with the placeholders `{deployment_id}`, `{component}` and `{region}`; null is `svc:deployment:{deployment_id}`. ' +
    'What begins with `svc:` begins with exactly that.',
  {
    maxLength: 200,
    pattern: '^(?:[A-Za-z0-9:_-]|\\{(?:deployment_id|component|region)\\})+$',
    example: 'deployment:{deployment_id}:{component}',
  },
);
const targetEnvVar = text('Environment variable of runtimes that holds the path of the token’s file.', {
  maxLength: 128,
  pattern: '^[A-Z_][A-Z0-9_]*$',
  example: 'WAREHOUSE_TOKEN_FILE',
});
const customClaims = boundedTo(
  // Bytes of UTF-8.
  3 * MAX_TOKEN_CLAIMS_LENGTH,
  freeObject(
    'Further claims: texts or lists of texts, with the same placeholders; at most 4,096 characters as JSON. Registered names and those that begin ' +
      'with `svc:` are refused.',
  ),
);
const customAudience = text(
  'The claim `aud`: of `gcp` the path of the provider, of `custom` anything; of the others there is none.',
  {
    maxLength: MAX_NAME_LENGTH,
    example:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/analytics/providers/oriel',
  },
);

export const OidcTokenConfig = object('Tokens by which runtimes identify themselves to others.', {
  id: id('Id of the configuration.'),
  name,
  audienceType: text('Who the tokens are for: `aws`, `azure`, `gcp` or `custom`, in any case.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'aws',
  }),
  audience: text('The claim `aud`.', { example: 'sts.amazonaws.com' }),
  subFormat: nullish(subFormat),
  customClaims: nullish(customClaims),
  targetEnvVar: nullish(targetEnvVar),
  isEnabled: boolean('Whether tokens are issued.'),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was last changed.'),
});
export type OidcTokenConfig = Static<typeof OidcTokenConfig>;

const changeable = {
  name: nullish(name),
  customAudience: nullish(customAudience),
  subFormat: nullish(subFormat),
  customClaims: nullish(customClaims),
  targetEnvVar: nullish(targetEnvVar),
  isEnabled: nullish(boolean('Whether tokens are issued; default true.')),
};

export const CreateOidcTokenConfigInput = input('A configuration to create.', {
  audienceType: OidcTokenConfig.properties.audienceType,
  ...changeable,
});
export type CreateOidcTokenConfigInput = Static<typeof CreateOidcTokenConfigInput>;

export const UpdateOidcTokenConfigInput = input(
  'What is to change; what is left out stays, and so does a name, an audience or a switch that is null.',
  changeable,
);
export type UpdateOidcTokenConfigInput = Static<typeof UpdateOidcTokenConfigInput>;

export const OidcTokenConfigDeleted = object('The configuration is gone.', {
  success: boolean('Always true: failures are answered as problems.'),
});
export type OidcTokenConfigDeleted = Static<typeof OidcTokenConfigDeleted>;

const path = '/api/v1/oidc-token-configs';
const operation = operationsTagged('OIDC Token Configs');

export const oidcTokenConfigOperations = {
  listOidcTokenConfigs: operation(`GET ${path}`, {
    summary: 'List the configurations of workload tokens',
    description: 'All of the account, by name. Tokens are issued where `oidcEnabled` of the account is on.',
    access: adminOnly,
    answer: list(OidcTokenConfig, 'All of them.', { maxItems: MAX_TOKEN_CONFIGS }),
  }),
  createOidcTokenConfig: operation(`POST ${path}`, {
    summary: 'Create a configuration of workload tokens',
    description:
      'Every runtime of every deployment of the account gets a file with a token, which is replaced before the token ends. There is one ' +
      `configuration for each kind of audience, and custom ones, ${MAX_TOKEN_CONFIGS} in all.`,
    access: adminOnly,
    body: optionalJson(CreateOidcTokenConfigInput),
    answer: OidcTokenConfig,
    refusals: ['oidc_token_config_taken', 'too_many_records'],
  }),
  getOidcTokenConfig: operation(`GET ${path}/{tokenConfigId}`, {
    summary: 'Get a configuration of workload tokens',
    description: 'What is stored of it.',
    access: adminOnly,
    answer: OidcTokenConfig,
  }),
  updateOidcTokenConfig: operation(`PUT ${path}/{tokenConfigId}`, {
    summary: 'Change a configuration of workload tokens',
    description: 'Runtimes get tokens by it within seconds. The kind of audience stays what it is.',
    access: adminOnly,
    body: optionalJson(UpdateOidcTokenConfigInput),
    answer: OidcTokenConfig,
    refusals: ['oidc_token_config_taken'],
  }),
  deleteOidcTokenConfig: operation(`DELETE ${path}/{tokenConfigId}`, {
    summary: 'Delete a configuration of workload tokens',
    description:
      'Its files are removed. Tokens that were read from them are good until they end, within an hour.',
    access: adminOnly,
    answer: OidcTokenConfigDeleted,
  }),
};
