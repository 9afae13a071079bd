import { adminOnly, signedInOrCreator, signedInOrEmbed } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_APP_BODY_BYTES,
  MAX_AUDIENCE_TENANTS,
  MAX_COMPILED_BYTES,
  MAX_LINKED_DASHBOARDS,
  MAX_NAME_LENGTH,
  MAX_SNAPSHOT_BYTES,
} from '../limits.ts';
import { json, operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  list,
  object,
  pick,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { Dashboard, DashboardAppSource, ReportSnapshot } from './dashboards.ts';

const name = (description: string, example: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, example });

export const UpdateDashboardEmbeddingInput = input('Whether a dashboard may be embedded.', {
  allowEmbed: boolean('Whether signed embed sessions may open it.'),
});
export type UpdateDashboardEmbeddingInput = Static<typeof UpdateDashboardEmbeddingInput>;

export const DashboardEmbeddingResponse = object('Whether a dashboard may be embedded.', {
  ...pick(UpdateDashboardEmbeddingInput, 'allowEmbed'),
  publicId: text('Public id of the dashboard.', { example: 'Zk3pQ9rT1xWb' }),
});
export type DashboardEmbeddingResponse = Static<typeof DashboardEmbeddingResponse>;

export const DashboardAudience = object('The audience of a dashboard: who it is shared with.', {
  allEmbedUsers: boolean('Whether it is shared with every embed user, of whichever tenant.'),
  embedTenants: list(
    name('Name of a tenant, as sessions are generated with it.', 'skyline-travel'),
    'The tenants that it is shared with by name, the workbook or a folder above it; the first in the order of names.',
    { maxItems: MAX_AUDIENCE_TENANTS },
  ),
});
export type DashboardAudience = Static<typeof DashboardAudience>;

export const DashboardAppAddress = object(
  'Where the files of a dashboard app are, for one viewer and one version.',
  {
    path: text('Path of the entry on this server. Relative addresses in it lead to the other files.', {
      example: '/embed/apps/kM3fQ9rT1xWb/index.html',
    }),
    expiresAt: timestamp(
      'When the files stop being served there: within an hour. They stop before with the session or the key that asked for the address.',
    ),
  },
);
export type DashboardAppAddress = Static<typeof DashboardAppAddress>;

export const DashboardAppPreviewInput = input('An app to try.', {
  app: describe(DashboardAppSource, 'Its source, of which nothing is saved.'),
});
export type DashboardAppPreviewInput = Static<typeof DashboardAppPreviewInput>;

export const DashboardAppPreview = object('An app as it would be if it were published now.', {
  ...pick(DashboardAppAddress, 'path', 'expiresAt'),
  reportSnapshots: boundedTo(
    MAX_SNAPSHOT_BYTES,
    list(
      ReportSnapshot,
      'The reports that it may ask for, as they are now; `id` is that of the report, as there is no snapshot yet.',
    ),
  ),
});
export type DashboardAppPreview = Static<typeof DashboardAppPreview>;

export const CompiledChart = object('A chart of a dashboard, compiled before it is drawn.', {
  document: text(
    'The Vega-Lite document that was compiled, as JSON. `oriel:` marks stand for colours, titles and formats of language that are ' +
      'known where the chart is drawn.',
  ),
  vega: freeObject('The Vega document that it compiles to, with the same marks and without rows.'),
});
export type CompiledChart = Static<typeof CompiledChart>;

export const CompiledCharts = object('What of a dashboard is compiled before it is drawn.', {
  charts: boundedTo(
    MAX_COMPILED_BYTES,
    list(
      CompiledChart,
      'Its charts with the controls as they were published. Charts that cannot be compiled without their rows are not among them; ' +
        'the list is empty where they take more than 2 MiB.',
    ),
  ),
});
export type CompiledCharts = Static<typeof CompiledCharts>;

export const LinkedDashboard = object('A dashboard that a link of the model leads to.', {
  name: name('What the link calls it, as it was asked for.', 'sales'),
  ...pick(Dashboard, 'publicId'),
  workbookId: id('Id of its workbook.'),
  title: text('Its title; the name of the workbook where it has none.', { example: 'Sales' }),
});
export type LinkedDashboard = Static<typeof LinkedDashboard>;

export const LinkedDashboardsResponse = object('Dashboards by what links call them.', {
  items: list(
    LinkedDashboard,
    'In the order of the names; without those that lead to nothing the caller may see.',
    { maxItems: MAX_LINKED_DASHBOARDS },
  ),
});
export type LinkedDashboardsResponse = Static<typeof LinkedDashboardsResponse>;

const operation = operationsTagged('Embed');

/** Dashboards as they are embedded, and whether they may be. */
export const embedDashboardOperations = {
  getDashboard: operation('GET /api/v1/embed/dashboard/{publicId}', {
    summary: 'Get a published dashboard for embedding',
    description:
      'With the snapshots of its reports. An embed session sees a dashboard that is shared with its tenant or with all ' +
      'embed users and on which signed embedding is allowed. A user needs read access.',
    access: signedInOrEmbed,
    answer: Dashboard,
    refusals: ['embedding_not_allowed'],
  }),
  findLinkedDashboards: operation('GET /api/v1/deployments/{deploymentId}/linked-dashboards', {
    summary: 'Find the dashboards that links lead to',
    description:
      'For links of a dimension with `dashboard`: the slug of a workbook in any case, or the public id of a dashboard. A slug goes before ' +
      'a public id. Only published dashboards that the caller may see are answered, by the rules of the dashboard itself.',
    access: signedInOrEmbed,
    query: {
      names: list(
        name('What a link calls a dashboard.', 'sales'),
        'The names; the parameter may be repeated.',
        {
          minItems: 1,
          maxItems: MAX_LINKED_DASHBOARDS,
        },
      ),
    },
    answer: LinkedDashboardsResponse,
  }),
  getDashboardAppAddress: operation('GET /api/v1/embed/dashboard/{publicId}/app', {
    summary: 'Get the address of a dashboard app',
    description:
      'For a dashboard of kind `APP` that the caller may see. Each answer has an address of its own, under which the files of the ' +
      'published version are served without another credential, in a sandbox: there is no data in them. See `packages/embed/SPEC.md` ' +
      'for what the app may ask the page around it.',
    access: signedInOrEmbed,
    answer: DashboardAppAddress,
    refusals: ['embedding_not_allowed'],
  }),
  createDashboardAppPreview: operation(
    'POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/app-preview',
    {
      summary: 'Try a dashboard app',
      description:
        'Serves files that are not saved under an address of their own, as those of a published app, to who has asked: the address ' +
        'ends with the credential of the caller, after an hour, or with the next one for the same workbook. Needs edit access.',
      access: signedInOrCreator,
      body: json(DashboardAppPreviewInput, { maxBytes: MAX_APP_BODY_BYTES }),
      answer: DashboardAppPreview,
      refusals: ['dashboard_too_large'],
    },
  ),
  getCompiledCharts: operation('GET /api/v1/embed/dashboard/{publicId}/compiled-charts', {
    summary: 'Get the charts of a dashboard as Vega documents',
    description:
      'An embedded dashboard draws its charts from them and need not load Vega-Lite first. The documents hold no rows and no titles of ' +
      'the model. The list is empty where charts take too long to compile. The page then compiles them.',
    access: signedInOrEmbed,
    answer: CompiledCharts,
    refusals: ['embedding_not_allowed'],
  }),
  updateDashboardEmbedding: operation('PATCH /api/v1/embed/dashboard/{publicId}', {
    summary: 'Allow or forbid signed embedding of a dashboard',
    description:
      'The flag alone shows the dashboard to nobody: it must also be shared with the embed tenant.',
    access: adminOnly,
    withinScope: 'To a key that is scoped to deployments, dashboards of others are not there.',
    body: UpdateDashboardEmbeddingInput,
    answer: DashboardEmbeddingResponse,
  }),
  getDashboardAudience: operation('GET /api/v1/embed/dashboard/{publicId}/audience', {
    summary: 'Get whom a published dashboard is shared with',
    description:
      'A session of anybody else gets 404 for the dashboard. Whether signed embedding is allowed is a second condition.',
    access: adminOnly,
    answer: DashboardAudience,
  }),
};
