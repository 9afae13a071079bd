import { signedIn } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_VARIABLE_LENGTH, MAX_VARIABLES } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { describe, input, list, nullish, object, text, type Static } from '../schema.ts';
import { PageInfo } from './common.ts';
import { pagingOrNull } from '../lists.ts';

/** What stands for the value of a variable that may be a secret. */
export const encryptedMark = '[ENCRYPTED]';

export const EnvVariableItem = input('A variable of a deployment.', {
  name: text('Name; a new one has letters, digits and underscores and does not begin with a digit.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'CUBEJS_DB_HOST',
  }),
  value: text(
    `Value; an empty one counts as unset. Where the name contains PASS, SECRET, TOKEN, KEY or CREDENTIAL it is answered as \`${encryptedMark}\`, which no variable may be set to.`,
    { maxLength: MAX_VARIABLE_LENGTH, example: 'db.example.com' },
  ),
});
export type EnvVariableItem = Static<typeof EnvVariableItem>;

export const EnvVariablesListResponse = object('A page of the variables of a deployment.', {
  items: list(EnvVariableItem, 'The variables of the page, by name.'),
  data: list(EnvVariableItem, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type EnvVariablesListResponse = Static<typeof EnvVariablesListResponse>;

export const SetEnvVariablesInput = input('Variables to set.', {
  env_variables: list(EnvVariableItem, 'The variables, each name once; others keep their values.', {
    maxItems: MAX_VARIABLES,
  }),
});
export type SetEnvVariablesInput = Static<typeof SetEnvVariablesInput>;

const variables = '/api/v1/deployments/{deploymentId}/env-vars';
const operation = operationsTagged('Env Variables');
const access = { ...signedIn, permission: 'SecretsManage' } as const;

export const envVariableOperations = {
  getEnvVariables: operation(`GET ${variables}`, {
    summary: 'List the variables of a deployment',
    description: 'By name. Values that may be secrets are not answered.',
    access,
    query: pagingOrNull,
    answer: EnvVariablesListResponse,
    refusals: ['invalid_cursor'],
  }),
  setEnvVariables: operation(`PUT ${variables}`, {
    summary: 'Set variables of a deployment',
    description:
      'Sets variables by name, all or none of them, and answers with all that the deployment has. A name that is there already ' +
      'may be set whatever it is. Values are encrypted where they are stored. The next query sees them; those that run end with ' +
      `the old ones. A deployment has at most ${MAX_VARIABLES} variables. The path of a DuckDB file is \`:memory:\` or lies in ` +
      '`deployments/ID/files/` of the data folder, ID being that of the deployment.',
    access,
    body: SetEnvVariablesInput,
    answer: EnvVariablesListResponse,
    refusals: ['duplicate_name'],
  }),
  deleteEnvVariable: operation(`DELETE ${variables}/{variableName}`, {
    summary: 'Delete a variable of a deployment',
    description: 'The next query does without it.',
    access,
  }),
};
