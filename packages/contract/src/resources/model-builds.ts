import { signedIn } from '../access.ts';
import { KEPT_BUILD_DAYS, KEPT_BUILDS, MAX_DOCUMENT_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  nullish,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';
import { branchName } from './model-files.ts';

export const ModelBuildState = oneOf(
  '`building`: the commit is being compiled. `success`: it compiles. `failed`: it does not, for the reasons in `errorText`.',
  ['building', 'success', 'failed'],
);
export type ModelBuildState = Static<typeof ModelBuildState>;

export const ModelBuildCause = oneOf('What made a build.', [
  'create',
  'commit',
  'merge',
  'pull',
  'upload',
  'push',
  'rollback',
  'sync',
]);
export type ModelBuildCause = Static<typeof ModelBuildCause>;

/** What a build left out. */
export const warningText = () =>
  nullish(
    text(
      'A line for each file or folder that defines cubes or views and is none of the model, with what to do about it; null where there is none.',
      {
        maxLength: MAX_DOCUMENT_LENGTH,
        example: 'examples/orders.yml is left out: the files of this model lie in the folder model.',
      },
    ),
  );

export const ModelBuild = object('A build: one commit of a branch, compiled.', {
  id: id('Id of the build.'),
  branchName: text('Name of the branch that was built.', { example: 'master' }),
  commitId: text('Hash of the commit.', { example: '0f3c2b1d9a5e7c6b8a4f3e2d1c0b9a8f7e6d5c4b' }),
  cause: describe(ModelBuildCause, 'What made it.'),
  state: describe(ModelBuildState, 'What became of it.'),
  errorText: nullish(
    text('Every problem of the model with file:line:column, where it failed.', {
      maxLength: MAX_DOCUMENT_LENGTH,
    }),
  ),
  warningText: warningText(),
  isServing: boolean(
    'Whether production answers by it: the newest build of the deployed branch that succeeded.',
  ),
  isDeployable: boolean(
    'Whether production can be rolled back to it: of the deployed branch, succeeded, and among those that are kept.',
  ),
  createdBy: nullish(
    text('E-mail address of the user; null for a push to the repository on disk.', {
      example: 'anna@example.com',
    }),
  ),
  createdAt: timestamp('When it began.'),
  finishedAt: nullish(timestamp('When it ended.')),
});
export type ModelBuild = Static<typeof ModelBuild>;

export const ModelBuildsResponse = page(ModelBuild);
export type ModelBuildsResponse = Static<typeof ModelBuildsResponse>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Builds');
const reading = { ...signedIn, permission: 'SchemaRead' } as const;

const KEPT = `Kept for it are the newest ${KEPT_BUILDS} that succeeded of each branch, and those of the last ${KEPT_BUILD_DAYS} days.`;

export const modelBuildOperations = {
  listBuilds: operation(`GET ${deployment}/builds`, {
    summary: 'List the builds of a deployment',
    description:
      'The newest first. Production answers by the last one of the deployed branch that succeeded, while a new one builds and where it fails.',
    access: reading,
    query: {
      branchName: optional(branchName('Only of this branch.')),
      state: optional(describe(ModelBuildState, 'Only those in this state.')),
      ...paging,
    },
    answer: ModelBuildsResponse,
    refusals: ['invalid_cursor'],
  }),
  getBuild: operation(`GET ${deployment}/builds/{buildId}`, {
    summary: 'Get a build',
    description: 'What became of it, with every problem of the model.',
    access: reading,
    answer: ModelBuild,
  }),
  rollBack: operation(`POST ${deployment}/builds/{buildId}/rollback`, {
    summary: 'Roll production back to a build',
    description:
      'Has production answer by an earlier build of the deployed branch that succeeded, at once and without compiling it anew; ' +
      `the answer is the build that says so. The branch stays as it is: the next commit to it is built and takes over. ${KEPT}`,
    access: { ...signedIn, permission: 'SchemaUpdate' },
    answer: ModelBuild,
    refusals: ['build_not_deployable'],
  }),
};
