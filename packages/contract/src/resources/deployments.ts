import { signedIn, signedInOrEmbed } from '../access.ts';
import {
  DATA_TOKEN_TTL_SECONDS,
  MAX_DOCUMENT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PATH_LENGTH,
} from '../limits.ts';
import { pageWithCountFields, paging } from '../lists.ts';
import { warningText } from './model-builds.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';

const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const CreationStep = oneOf('How far the set-up of a deployment has come.', [
  'project',
  'upload',
  'schema',
  'github',
  'ssh',
  'databases',
  'ready',
  'demo',
]);
export type CreationStep = Static<typeof CreationStep>;

export const Deployment = object('A deployment: a data model with its sources, and a workspace over it.', {
  id: id('Id of the deployment.'),
  name: text('Name of the deployment.', { example: 'Production' }),
  creationStep: describe(CreationStep, 'How far its set-up has come.'),
  deploymentUrl: text('Address of the deployment; its query API lies below.', {
    example: 'https://oriel.example.com/deployments/7',
  }),
});
export type Deployment = Static<typeof Deployment>;

export const DeploymentsPagination = object('The page, for older clients.', {
  limit: integer('Items of a page.', { minimum: 0, example: 50 }),
  offset: integer('Items before the page.', { minimum: 0, example: 0 }),
  total: integer('Items of the whole list.', { minimum: 0 }),
});
export type DeploymentsPagination = Static<typeof DeploymentsPagination>;

export const DeploymentsListResponse = object('A page of deployments.', {
  ...pageWithCountFields(Deployment),
  totalCount: nullish(integer('The same as `count`, for older clients.', { minimum: 0, deprecated: true })),
  pagination: describe(DeploymentsPagination, 'The page, for older clients; `pageInfo` replaces it.', {
    deprecated: true,
  }),
});
export type DeploymentsListResponse = Static<typeof DeploymentsListResponse>;

export const CreateDeploymentTokenInput = input('What a data token shall be.', {
  expiresIn: nullish(
    integer(
      `Lifetime in seconds, or less where the caller’s own credential expires before; default ${DATA_TOKEN_TTL_SECONDS}.`,
      {
        minimum: 60,
        maximum: DATA_TOKEN_TTL_SECONDS,
        example: 3600,
      },
    ),
  ),
});
export type CreateDeploymentTokenInput = Static<typeof CreateDeploymentTokenInput>;

export const DeploymentTokenResponse = object('A data token.', {
  svcApiToken: text('A JWT for the query API of this deployment.'),
});
export type DeploymentTokenResponse = Static<typeof DeploymentTokenResponse>;

export const CreateDeploymentInputCloudProvider = oneOf('Where a deployment runs.', [
  'svccloud',
  'aws',
  'gcp',
]);
export type CreateDeploymentInputCloudProvider = Static<typeof CreateDeploymentInputCloudProvider>;

export const CreateDeploymentInputCreationMethod = oneOf('Where the data model of a deployment comes from.', [
  'upload',
  'svccloud',
  'github',
  'ssh',
]);
export type CreateDeploymentInputCreationMethod = Static<typeof CreateDeploymentInputCreationMethod>;

export const CreateDeploymentInputDeployMode = oneOf('What brings changes of the model into production.', [
  'git',
  'cli',
]);
export type CreateDeploymentInputDeployMode = Static<typeof CreateDeploymentInputDeployMode>;

export const CreateDeploymentInput = input('A deployment to create. Only its name is needed.', {
  name: text('Name, which no other deployment of the account has.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'Production',
  }),
  creationStep: optional(
    describe(CreationStep, 'The step of its set-up to begin at; default `ready`. `demo` is refused.'),
  ),
  creationMethod: nullish(
    describe(
      CreateDeploymentInputCreationMethod,
      'Where its model comes from. With `github` and `ssh` no starter project is made, for a repository is connected later.',
    ),
  ),
  deployMode: nullish(describe(CreateDeploymentInputDeployMode, 'Kept; default none.')),
  cloudProvider: optional(describe(CreateDeploymentInputCloudProvider, 'Kept; default none.')),
  isManaged: optional(boolean('Kept; default none.')),
  region: optional(name('Kept; default none.', 'eu-central-1')),
  targetPlatform: optional(name('Kept; default none.', 'kubernetes')),
});
export type CreateDeploymentInput = Static<typeof CreateDeploymentInput>;

export const DeploymentDeleteResponse = object('A deployment was deleted.', {
  success: boolean('Always true: what cannot be deleted is refused.'),
});
export type DeploymentDeleteResponse = Static<typeof DeploymentDeleteResponse>;

export const AdvanceCreationStepInput = input('The step that the set-up of a deployment has come to.', {
  creationStep: describe(CreationStep, 'The step; `demo` is refused.'),
});
export type AdvanceCreationStepInput = Static<typeof AdvanceCreationStepInput>;

export const BuildStatusResponse = object('What became of the newest state of a branch.', {
  deploymentId: id('Id of the deployment.'),
  branchName: text('Name of the branch that was built.', { example: 'master' }),
  mode: oneOf('`production` for the branch that is deployed, `dev_mode` for every other.', [
    'production',
    'dev_mode',
  ]),
  status: oneOf(
    '`success`: the newest commit compiles and answers queries. `building`: it is not compiled yet, or nothing serves the ' +
      'branch. `failed`: it cannot be served, for the reason in `errorText`; production goes on with the last build that succeeded.',
    ['building', 'success', 'failed'],
  ),
  buildJobId: nullish(integer('The build of the newest commit; null of a branch that is not deployed.')),
  deploymentStatus: nullish(
    text('Whether a runtime of the branch is up: `running`, `starting` or `stopped`.', {
      example: 'running',
    }),
  ),
  errorText: nullish(
    text('Why it is not served; null where it is. Faults of the model are told to those who may read it.', {
      maxLength: MAX_DOCUMENT_LENGTH,
    }),
  ),
  warningText: warningText(),
  filesHash: nullish(text('Hash of the files of the branch: the tree of its newest commit.')),
  lastHash: nullish(text('Hash of the newest commit of the branch.')),
  updatedAt: nullish(timestamp('When that commit was made.')),
});
export type BuildStatusResponse = Static<typeof BuildStatusResponse>;

const deployments = '/api/v1/deployments';
const operation = operationsTagged('Deployments');
const creationOperation = operationsTagged('Deployment Creation');

export const deploymentOperations = {
  getDeployments: operation(`GET ${deployments}`, {
    summary: 'List deployments',
    description: 'The deployments that the credential reaches, by id.',
    access: signedInOrEmbed,
    query: {
      creationStep: optional(
        list(CreationStep, 'Only those at these steps; the parameter may be repeated.', { maxItems: 10 }),
      ),
      offset: nullish(integer('Items before the page, for older clients.', { minimum: 0, deprecated: true })),
      limit: nullish(
        integer('Items of the page, for older clients.', {
          minimum: 0,
          maximum: MAX_PAGE_SIZE,
          deprecated: true,
        }),
      ),
      ...paging,
    },
    answer: DeploymentsListResponse,
    refusals: ['invalid_cursor'],
  }),
  getDeployment: operation(`GET ${deployments}/{deploymentId}`, {
    summary: 'Get a deployment',
    description: 'The query API of the deployment lies under `deploymentUrl`.',
    access: signedInOrEmbed,
    answer: Deployment,
  }),
  deleteDeployment: operation(`DELETE ${deployments}/{deploymentId}`, {
    summary: 'Delete a deployment',
    description:
      'Deletes the deployment with everything in it: workspace, variables, environments, tokens, and its data model with all ' +
      'branches. Its runtimes are stopped first; what they are asked at that moment fails. The folder of its files goes, too.',
    access: { ...signedIn, permission: 'DeploymentDelete' },
    answer: DeploymentDeleteResponse,
  }),
  buildStatus: operation(`GET ${deployments}/{deploymentId}/build-status`, {
    summary: 'Get the build status of a branch',
    description:
      'Whether the newest commit of a branch compiles. Of another branch than the one that is deployed its runtime is asked; where ' +
      'nothing serves it `errorText` says so.',
    access: { ...signedIn, permission: 'SchemaRead' },
    query: {
      branchName: nullish(
        text('The branch; default the one that the caller has in dev mode, else the one that is deployed.', {
          minLength: 1,
          maxLength: MAX_PATH_LENGTH,
          example: 'master',
        }),
      ),
    },
    answer: BuildStatusResponse,
    refusals: ['branch_not_found'],
  }),
  advanceCreationStep: operation(`POST ${deployments}/{deploymentId}/creation-step/advance`, {
    summary: 'Advance the set-up of a deployment',
    description: 'Notes how far the set-up of the deployment has come. It changes nothing else.',
    access: { ...signedIn, permission: 'DeploymentUpdate' },
    body: AdvanceCreationStepInput,
    answer: Deployment,
  }),
  resetCreationStep: operation(`POST ${deployments}/{deploymentId}/creation-step/reset`, {
    summary: 'Begin the set-up of a deployment anew',
    description: 'Puts the deployment back to the step `project`. It changes nothing else.',
    access: { ...signedIn, permission: 'DeploymentUpdate' },
    answer: Deployment,
  }),
  createDeployment: creationOperation('POST /build/api/v1/deployments', {
    summary: 'Create a deployment',
    description:
      'Creates a deployment with a starter project, a valid and empty model, and a DuckDB in memory as its source.',
    access: { ...signedIn, permission: 'DeploymentCreate' },
    body: CreateDeploymentInput,
    answer: Deployment,
    refusals: ['deployment_name_taken'],
  }),
  deploymentToken: operation(`POST ${deployments}/{deploymentId}/token`, {
    summary: 'Get a data token',
    description:
      'A token for the query API of the deployment that carries the security context, the branch and the rights of the ' +
      'caller, and expires with the credential that asks at the latest. It is a credential of its own: ending the session ' +
      'that got it does not end it; revoking the key does, and so does deactivating the user. What the user may see and do ' +
      'at most is looked up with each request.',
    access: signedInOrEmbed,
    body: optionalJson(CreateDeploymentTokenInput),
    answer: DeploymentTokenResponse,
  }),
};
