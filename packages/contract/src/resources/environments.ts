import { signedIn } from '../access.ts';
import {
  ENVIRONMENT_TOKEN_TTL_SECONDS,
  MAX_CLIENT_URI_LENGTH,
  MAX_HOST_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PATH_LENGTH,
} from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { DeploymentsPagination } from './deployments.ts';
import { paging } from '../lists.ts';

export const DeploymentEnvironmentType = oneOf(
  '`production` serves the branch that is deployed, `staging` a shared branch that is kept on, `development` the dev-mode branch of ' +
    'one user.',
  ['production', 'staging', 'development'],
);
export type DeploymentEnvironmentType = Static<typeof DeploymentEnvironmentType>;

export const DeploymentEnvironmentApiCredential = object('An address at which an environment is queried.', {
  type: oneOf('`rest` for the query API, `sql` for SQL over the PostgreSQL protocol.', ['rest', 'sql']),
  version: integer('Version of that API.', { minimum: 1, example: 1 }),
  url: nullish(
    text('Address of the query API, of the branch where it is not the one that is deployed.', {
      // The name of a branch takes nine characters for each of its own, where each is escaped.
      maxLength: MAX_CLIENT_URI_LENGTH + 9 * MAX_PATH_LENGTH,
      example: 'https://oriel.example.com/deployments/7/cubejs-api/v1',
    }),
  ),
  host: nullish(text('Host of the SQL endpoint; null where there is none.', { maxLength: MAX_HOST_LENGTH })),
  port: nullish(integer('Port of the SQL endpoint.', { minimum: 1, example: 15_432 })),
  database: nullish(text('Name of its database.', { maxLength: MAX_NAME_LENGTH })),
});
export type DeploymentEnvironmentApiCredential = Static<typeof DeploymentEnvironmentApiCredential>;

export const DeploymentEnvironment = object('A branch of a deployment that can be queried.', {
  id: text('Id of the environment, a number.', { maxLength: MAX_NAME_LENGTH, example: '7' }),
  type: describe(DeploymentEnvironmentType, 'Which kind it is.'),
  api_credentials: list(
    DeploymentEnvironmentApiCredential,
    'Where it is queried: one address for each API.',
    {
      maxItems: 2,
    },
  ),
  branch: nullish(
    text('Name of its branch; null where it has none.', { maxLength: MAX_PATH_LENGTH, example: 'master' }),
  ),
  user: nullish(
    text('E-mail address of the user with this branch; null but for `development`.', {
      maxLength: MAX_NAME_LENGTH,
    }),
  ),
});
export type DeploymentEnvironment = Static<typeof DeploymentEnvironment>;

const pagination = nullish(
  describe(DeploymentsPagination, 'The page, for older clients; `pageInfo` replaces it.', {
    deprecated: true,
  }),
);
const pageInfo = nullish(describe(PageInfo, 'Where the page lies in the list.'));

export const DeploymentEnvironmentsListResponse = object('A page of environments.', {
  items: list(DeploymentEnvironment, 'The items of the page, in the order of the list.'),
  data: list(DeploymentEnvironment, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo,
  pagination,
});
export type DeploymentEnvironmentsListResponse = Static<typeof DeploymentEnvironmentsListResponse>;

export const EnvironmentTokenScope = oneOf(
  'What a token may ask for: `meta` what the model offers, `data` rows, `sql` the SQL of queries, `graphql` nothing yet.',
  ['meta', 'data', 'sql', 'graphql'],
);
export type EnvironmentTokenScope = Static<typeof EnvironmentTokenScope>;

export const DeploymentEnvironmentToken = object('A token for the query API of an environment.', {
  id: id('Id of the token.'),
  token: text('The token where it was just made; later its end, which tells it from others.', {
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJvcmllbCI6e30sImV4cCI6MX0.c2ln',
  }),
  security_context: freeObject('What row-level policies look at.'),
  scopes: list(EnvironmentTokenScope, 'What it may ask for.', { maxItems: 4 }),
  created_at: timestamp('When it was made.'),
  created_by: nullish(text('E-mail address of the user who made it; it ends with the rights of that user.')),
  expires_at: timestamp('When it expires.'),
});
export type DeploymentEnvironmentToken = Static<typeof DeploymentEnvironmentToken>;

export const DeploymentEnvironmentTokensListResponse = object('A page of tokens.', {
  items: list(DeploymentEnvironmentToken, 'The items of the page, the newest first.'),
  data: list(DeploymentEnvironmentToken, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo,
  pagination,
});
export type DeploymentEnvironmentTokensListResponse = Static<typeof DeploymentEnvironmentTokensListResponse>;

export const CreateDeploymentEnvironmentTokenInput = input('What a token shall be.', {
  security_context: freeObject('What row-level policies look at: any object, at most 10,000 bytes as JSON.'),
  expires_in: nullish(
    integer(
      `Lifetime in seconds, or less where the credential that asks expires before; default ${ENVIRONMENT_TOKEN_TTL_SECONDS}.`,
      { minimum: 1, maximum: ENVIRONMENT_TOKEN_TTL_SECONDS, example: 3600 },
    ),
  ),
  scopes: nullish(
    list(
      text('`meta`, `data`, `sql` or `graphql`.', { maxLength: 20, example: 'data' }),
      'What it may ask for; default all.',
      {
        maxItems: 20,
      },
    ),
  ),
});
export type CreateDeploymentEnvironmentTokenInput = Static<typeof CreateDeploymentEnvironmentTokenInput>;

export const DeploymentEnvironmentTokenResponse = object('A token that was just made.', {
  data: describe(DeploymentEnvironmentToken, 'The token. It is told this once.'),
});
export type DeploymentEnvironmentTokenResponse = Static<typeof DeploymentEnvironmentTokenResponse>;

const environments = '/api/v1/deployments/{deploymentId}/environments';
const operation = operationsTagged('Environments');
const access = { ...signedIn, permission: 'SecretsManage' } as const;
const numberedPaging = {
  offset: nullish(integer('Items before the page, for older clients.', { minimum: 0, deprecated: true })),
  limit: nullish(
    integer('Items of the page, for older clients.', {
      minimum: 0,
      maximum: MAX_PAGE_SIZE,
      deprecated: true,
    }),
  ),
  ...paging,
};
const bounds =
  'It never permits more than the credential that makes it, ends with that and with the right to make it, and can be revoked.';

export const environmentOperations = {
  getDeploymentEnvironments: operation(`GET ${environments}`, {
    summary: 'List the environments of a deployment',
    description:
      'Production first, then each shared branch with a staging environment that is always on, and each dev-mode branch.',
    access: { ...signedIn, permission: 'SchemaRead' },
    query: {
      type: nullish(describe(DeploymentEnvironmentType, 'Only those of this kind.')),
      ...numberedPaging,
    },
    answer: DeploymentEnvironmentsListResponse,
    refusals: ['invalid_cursor'],
  }),
  getDeploymentEnvironmentTokens: operation(`GET ${environments}/{environmentId}/tokens`, {
    summary: 'List the tokens of an environment',
    description: 'Those that have not expired, the newest first. The tokens themselves are not kept.',
    access,
    query: numberedPaging,
    answer: DeploymentEnvironmentTokensListResponse,
    refusals: ['invalid_cursor'],
  }),
  createDeploymentEnvironmentToken: operation(`POST ${environments}/{environmentId}/tokens`, {
    summary: 'Make a token for an environment',
    description: `A token for the query API of the deployment that asks the branch of the environment under the security context that is given. ${bounds}`,
    access,
    body: CreateDeploymentEnvironmentTokenInput,
    answer: DeploymentEnvironmentTokenResponse,
  }),
  createDeploymentEnvironmentTokenForMetaSync: operation(
    `POST ${environments}/{environmentId}/tokens-for-meta-sync`,
    {
      summary: 'Make a token for metadata alone',
      description: `The same with the scope \`meta\` alone, whatever is asked for. It is told the definitions of the model as well. ${bounds}`,
      access,
      body: CreateDeploymentEnvironmentTokenInput,
      answer: DeploymentEnvironmentTokenResponse,
    },
  ),
  revokeDeploymentEnvironmentToken: operation(
    `DELETE ${environments}/{environmentId}/tokens/{environmentTokenId}`,
    {
      summary: 'Revoke a token of an environment',
      description: 'The next request with it is refused.',
      access,
    },
  ),
};
