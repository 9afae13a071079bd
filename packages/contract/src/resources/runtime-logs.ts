import { signedIn } from '../access.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
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
import { paging, pagingOrNull } from '../lists.ts';

export const DeploymentPod = object(
  'A runtime, which is the process that answers the queries of one branch, or a build that runs.',
  {
    name: text('Name, which another process of the same branch does not have.', {
      example: 'production-4711',
    }),
    type: nullish(
      text('`production` for the branch that is deployed, `dev` for every other, `build` for a build.', {
        example: 'production',
      }),
    ),
    status: nullish(
      text(
        '`Running`, `Pending` while it starts, or `CrashLoopBackOff` where it waits to be started again.',
        {
          example: 'Running',
        },
      ),
    ),
    ready: nullish(boolean('Whether it answers queries.')),
    restartCount: nullish(
      integer('How often the branch has been started again in a row, because its process ended by itself.', {
        minimum: 0,
        example: 0,
      }),
    ),
    containers: nullish(
      list(
        text('A part of it, as logs name it.', { example: 'cubejs-server' }),
        'Its parts that write logs.',
      ),
    ),
  },
);
export type DeploymentPod = Static<typeof DeploymentPod>;

const pageInfo = nullish(describe(PageInfo, 'Where the page lies in the list.'));

export const DeploymentPodsResponse = object('A page of runtimes.', {
  items: list(DeploymentPod, 'The items of the page, in the order of the list.'),
  pageInfo,
});
export type DeploymentPodsResponse = Static<typeof DeploymentPodsResponse>;

export const DeploymentLogLine = object('A line of the log of a runtime.', {
  pod: text('The runtime that wrote it.', { example: 'production-4711' }),
  date: timestamp('When it was written.'),
  message: text('Text of the line, without its time.', { example: 'Serving commit 0f3c2b1' }),
});
export type DeploymentLogLine = Static<typeof DeploymentLogLine>;

export const DeploymentLogsResponse = object('A page of log lines.', {
  items: list(DeploymentLogLine, 'The lines of the page, oldest first.'),
  pageInfo,
});
export type DeploymentLogsResponse = Static<typeof DeploymentLogsResponse>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Deployments');
const access = { ...signedIn, permission: 'SchemaRead' } as const;

export const runtimeLogOperations = {
  pods: operation(`GET ${deployment}/pods`, {
    summary: 'List the runtimes of a deployment',
    description:
      'The runtimes of the deployment on the server that answers, production first, and the builds that run on any server. A runtime ' +
      'is started by a query and ends ten minutes after the last; a build is `build-<id>`, in logs as well.',
    access,
    query: pagingOrNull,
    answer: DeploymentPodsResponse,
    refusals: ['invalid_cursor'],
  }),
  logs: operation(`GET ${deployment}/logs`, {
    summary: 'Read the logs of a deployment',
    description:
      'What the runtimes of the deployment have written lately on the server that answers: starts and ends, what they serve, ' +
      'queries that failed, and their output. Without `after` the newest lines, else those behind the cursor; either way ' +
      'oldest first. The last 2,000 lines of the last 24 hours are kept, as long as the server runs.',
    access,
    query: {
      source: nullish(
        oneOf('Only of the branch that is deployed, or of the others; default both, merged by time.', [
          'production',
          'dev',
        ]),
      ),
      pod: nullish(text('Only of the runtime with this name.', { maxLength: MAX_NAME_LENGTH })),
      container: nullish(
        oneOf(
          'Only of this part: `INIT` is what happens at a start, `cubejs-server` and `MAIN` all else; the others write nothing here.',
          ['INIT', 'MAIN', 'cubejs-server', 'vector', 'api-proxy'],
        ),
      ),
      ...paging,
    },
    answer: DeploymentLogsResponse,
    refusals: ['invalid_cursor'],
  }),
};
