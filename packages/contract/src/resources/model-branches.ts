import { signedIn } from '../access.ts';
import { MAX_BRANCHES, MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  list,
  nullish,
  object,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { pagingOrNull } from '../lists.ts';
import { branchName, DataModelWriteResponse } from './model-files.ts';

export const BranchResponse = object('A branch of a data model.', {
  id: id('Id of the branch.'),
  name: text('Name of the branch, unique within the deployment.', {
    maxLength: MAX_PATH_LENGTH,
    example: 'master',
  }),
  parentBranch: nullish(
    text('The branch that it is merged into; null of the one that is deployed.', { example: 'master' }),
  ),
  lastHash: nullish(text('Hash of its newest commit.')),
  isStagingEnvironmentEnabled: nullish(boolean('Whether its staging environment is always on.')),
});
export type BranchResponse = Static<typeof BranchResponse>;

export const BranchesListResponse = object('A page of branches.', {
  items: list(BranchResponse, 'The branches of the page.'),
  data: list(BranchResponse, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type BranchesListResponse = Static<typeof BranchesListResponse>;

const newName = text('Its name, as git takes it, which no other branch has.', {
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  example: 'quarterly-targets',
});

export const CreateBranchRequest = input('A branch to create.', {
  name: newName,
  from: nullish(
    branchName('The branch that it begins as and is merged into; default the one that is deployed.'),
  ),
  activate: nullish(
    boolean(
      'Whether calls of this credential without a branch are about it from now on. Files are not written there; default false.',
    ),
  ),
});
export type CreateBranchRequest = Static<typeof CreateBranchRequest>;

export const DevBranchResponse = object('The branch that a credential has in dev mode.', {
  active: boolean('Whether the branch is the one that calls without a branch are about.'),
  branchName: nullish(
    text('Name of the branch that is in development mode; null for none.', { example: 'dev-anna-3f9c2a' }),
  ),
  parentBranch: nullish(text('The branch that it is merged into.', { example: 'master' })),
});
export type DevBranchResponse = Static<typeof DevBranchResponse>;

export const StartDevModeRequest = input('The branch to begin with.', {
  branchName: nullish(branchName('A branch; default the one that is deployed.')),
});
export type StartDevModeRequest = Static<typeof StartDevModeRequest>;

export const SetBranchStagingEnvironmentRequest = input('Whether a staging environment is always on.', {
  enabled: boolean('Whether it is.'),
  branchName: nullish(branchName('The branch; it or `branchId` has to be there.')),
  branchId: nullish(id('The same by its id.')),
});
export type SetBranchStagingEnvironmentRequest = Static<typeof SetBranchStagingEnvironmentRequest>;

export const SetBranchStagingEnvironmentResponse = object('The branch as it is now.', {
  data: describe(BranchResponse, 'The branch with what has been set.'),
});
export type SetBranchStagingEnvironmentResponse = Static<typeof SetBranchStagingEnvironmentResponse>;

const deployment = '/build/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Data Model');
const writing = { ...signedIn, permission: 'SchemaUpdateDevBranches' } as const;

export const modelBranchOperations = {
  listBranches: operation(`GET ${deployment}/branches`, {
    summary: 'List the branches of a data model',
    description: 'Every branch, by id, also those that a git client has pushed.',
    access: { ...signedIn, permission: 'SchemaRead' },
    query: pagingOrNull,
    answer: BranchesListResponse,
    refusals: ['invalid_cursor'],
  }),
  createBranch: operation(`POST ${deployment}/branches`, {
    summary: 'Create a branch of a data model',
    description:
      'Creates a shared branch, which everybody with access may merge into. Files are written on dev-mode branches alone. A ' +
      `deployment has at most ${MAX_BRANCHES} branches. Needs the permission SchemaUpdate.`,
    access: writing,
    body: CreateBranchRequest,
    answer: DevBranchResponse,
    refusals: ['branch_not_found', 'branch_name_invalid', 'branch_name_taken', 'too_many_branches'],
  }),
  removeBranch: operation(`DELETE ${deployment}/branches`, {
    summary: 'Remove a branch of a data model',
    description:
      'Removes the branch with what is saved on it. Branches that were merged into it are merged into its parent from then on, ' +
      'and callers who have it in dev mode leave it. A shared branch needs the permission SchemaUpdate, that of another user an ' +
      'administrator.',
    access: writing,
    query: {
      branchName: branchName('Name of the branch that is deleted.'),
      removeOnUpstream: optional(
        boolean(
          'Whether it is removed at the git host as well that the deployment is connected with; default false.',
        ),
      ),
    },
    answer: DataModelWriteResponse,
    refusals: [
      'branch_not_found',
      'branch_is_deployed',
      'branch_changed',
      'branch_of_another',
      'git_remote_failed',
    ],
  }),
  setBranchStagingEnvironment: operation(`PUT ${deployment}/branches/staging-environment`, {
    summary: 'Keep the staging environment of a branch on',
    description:
      'A branch with a staging environment is listed as one and is queried at `DEPLOYMENT_URL/dev-mode/BRANCH/cubejs-api/v1`. ' +
      'For shared branches alone: neither the one that is deployed nor a dev-mode branch. Needs the permission SchemaUpdate.',
    access: writing,
    body: SetBranchStagingEnvironmentRequest,
    answer: SetBranchStagingEnvironmentResponse,
    refusals: ['branch_not_found', 'not_shared_branch'],
  }),
  startDevMode: operation(`POST ${deployment}/dev-mode`, {
    summary: 'Enter dev mode',
    description:
      'Puts the caller on a dev-mode branch of their own, of the branch that is given: one that is there already, where they ' +
      'have one, else a new one. A dev-mode branch of the caller’s own is taken as it is. Calls of the same API key, or of the ' +
      'same user in the console, are about it from then on where they name no branch.',
    access: writing,
    body: optionalJson(StartDevModeRequest),
    answer: DevBranchResponse,
    refusals: ['branch_not_found', 'too_many_branches'],
  }),
  stopDevMode: operation(`DELETE ${deployment}/dev-mode`, {
    summary: 'Leave dev mode',
    description: 'The branch and what is saved on it stay. Does nothing where the caller is not in dev mode.',
    access: writing,
    answer: DataModelWriteResponse,
  }),
};
