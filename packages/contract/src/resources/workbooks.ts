import { authorOrCreator, authorOrEmbed, signedIn, signedInOrCreator } from '../access.ts';
import { MAX_APP_BODY_BYTES, MAX_FOLDER_DEPTH, MAX_NAME_LENGTH } from '../limits.ts';
import { pageWithCount, paging } from '../lists.ts';
import { json, operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  mapOf,
  nullish,
  numericId,
  object,
  optional,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import {
  callerRights,
  damaged,
  ResourceOwner,
  WorkspaceFolderPathEntry,
  WorkspaceItemType,
} from './common.ts';
import { CalculatedField } from './report-content.ts';
import { Dashboard, DashboardConfig, DashboardConfigDraftInput, DashboardConfigInput } from './dashboards.ts';

export const Workbook = object(
  'A workbook: reports beside each other, and the dashboard that is made of them.',
  {
    id: id('Id of the workbook.'),
    deploymentId: id('Id of its deployment.'),
    type: describe(WorkspaceItemType, '`WORKBOOK`; in answers over all kinds, what the item really is.'),
    name: text('Name in lists.', { maxLength: MAX_NAME_LENGTH, example: 'Sales' }),
    slug: nullish(
      text('A name for programs, unique in the deployment.', {
        maxLength: MAX_NAME_LENGTH,
        example: 'sales',
      }),
    ),
    folderId: nullish(numericId('Id of the folder that it lies in; null at the root.')),
    folderPath: optional(
      list(WorkspaceFolderPathEntry, 'The folders above it, from the root down.', {
        maxItems: MAX_FOLDER_DEPTH,
      }),
    ),
    meta: freeObject('Data of clients. `dashboardDraft` in it is the dashboard that is being worked on.'),
    calculatedFields: mapOf(
      CalculatedField,
      'Members that the workbook adds to the model for its reports, by full name such as `orders.margin`. They are checked where a report asks with them.',
    ),
    version: optional(
      integer(
        'How often the workbook was changed, from 1; `expectedVersion` of a change is compared with it.',
        {
          minimum: 1,
          example: 3,
        },
      ),
    ),
    dashboardDraft: nullish(describe(DashboardConfig, 'The dashboard that is being worked on.')),
    dashboardPublished: nullish(describe(DashboardConfig, 'The dashboard as it was last published.')),
    publishedDashboard: nullish(
      describe(
        Dashboard,
        'The published dashboard with its reports. One that is a draft or archived is shown to those who may edit the workbook.',
      ),
    ),
    isFavorite: nullish(boolean('Whether the caller has marked it.')),
    viewerLastViewedAt: nullish(timestamp('When the caller last opened it; null for never.')),
    user: nullish(describe(ResourceOwner, 'Who owns it; null after that user was deleted.')),
    userId: nullish(id('Id of its owner.')),
    createdBy: optional(id('Id of the user who created it.')),
    createdAt: timestamp('When it was created.'),
    updatedAt: timestamp('When it was last changed.'),
    ...callerRights,
    damaged,
  },
);
export type Workbook = Static<typeof Workbook>;

export const WorkbooksListResponse = pageWithCount(Workbook);
export type WorkbooksListResponse = Static<typeof WorkbooksListResponse>;

export const CreateWorkbookInput = input(
  'A workbook to create; every field may be left out.',
  pickNullish(Workbook, 'name', 'folderId', 'meta', 'calculatedFields'),
);
export type CreateWorkbookInput = Static<typeof CreateWorkbookInput>;

/** What a change compares with `version`, so that no editor overwrites what another has saved meanwhile. */
const expectedVersion = nullish(
  integer('The `version` that the change was made on; another one by now is a conflict. Default any.', {
    minimum: 1,
  }),
);

export const UpdateWorkbookInput = input('Changes of a workbook; what is left out stays.', {
  ...pickNullish(Workbook, 'name', 'folderId', 'meta', 'slug', 'calculatedFields'),
  expectedVersion,
  slugTakeover: nullish(boolean('Whether the slug is taken from the workbook that has it; default false.')),
});
export type UpdateWorkbookInput = Static<typeof UpdateWorkbookInput>;

export const WorkbookDashboard = object(
  'The dashboard of a workbook.',
  pickNullish(Workbook, 'dashboardDraft', 'dashboardPublished', 'version'),
);
export type WorkbookDashboard = Static<typeof WorkbookDashboard>;

export const WorkbookDashboardInput = input('A draft to save.', {
  dashboardDraft: nullish(
    describe(DashboardConfigDraftInput, 'The new draft; null removes it, absent leaves it.'),
  ),
  expectedVersion,
});
export type WorkbookDashboardInput = Static<typeof WorkbookDashboardInput>;

export const PublishDashboardInput = input('A dashboard to publish.', {
  workbookId: id('Id of the workbook, the same as in the address.'),
  dashboardId: nullish(id('Id of its dashboard, to be sure of it.')),
  config: nullish(describe(DashboardConfigInput, 'What is published; default the draft.')),
  title: nullish(text('Title of the version; default that of the config, else the name of the workbook.')),
  description: nullish(text('Description of the version; default that of the config.')),
  allowEmbed: nullish(
    boolean('Whether signed embed sessions may open it; default as it is. Needs manage access.'),
  ),
  expectedVersion,
});
export type PublishDashboardInput = Static<typeof PublishDashboardInput>;

export const DuplicateWorkbookInput = input('How a workbook is copied.', {
  shared: nullish(
    boolean(
      'Whether it is looked up in the shared workspace and copied from its published dashboard; for embed sessions in ' +
        'creator mode.',
    ),
  ),
});
export type DuplicateWorkbookInput = Static<typeof DuplicateWorkbookInput>;

const workbooks = '/api/v1/deployments/{deploymentId}/workbooks';
const operation = operationsTagged('Workbooks');

export const workbookOperations = {
  getWorkbooks: operation(`GET ${workbooks}`, {
    isBatched: true,
    summary: 'List workbooks',
    description: 'The workbooks that the caller can see, newest change first.',
    access: signedIn,
    query: { folderId: nullish(id('Only those directly in this folder.')), ...paging },
    answer: WorkbooksListResponse,
    refusals: ['invalid_cursor'],
  }),
  createWorkbook: operation(`POST ${workbooks}`, {
    summary: 'Create a workbook',
    description: 'Without a name it is called "Untitled workbook". In a folder it needs edit access there.',
    access: authorOrCreator,
    body: optionalJson(CreateWorkbookInput),
    answer: Workbook,
    refusals: ['folder_not_found'],
  }),
  upsertWorkbookBySlug: operation(`PUT ${workbooks}/by-slug/{slug}`, {
    summary: 'Create or change a workbook by its slug',
    description:
      'For definitions that are kept as code and applied again and again. The slug is trimmed and lower-cased. The workbook ' +
      'that has it gets the fields that are sent, `meta` merged into what it has; where none has it, one is created. A ' +
      'request that changes nothing writes nothing. Needs edit access to the workbook, with `folderId` manage access and ' +
      'edit access to that folder; to create, the role Explorer. `upsert_branch_changed` means that another request created ' +
      'the workbook at the same time: send the request again.',
    access: signedIn,
    body: optionalJson(CreateWorkbookInput),
    answer: Workbook,
    refusals: ['folder_not_found', 'upsert_branch_changed'],
  }),
  getWorkbook: operation(`GET ${workbooks}/{workbookId}`, {
    summary: 'Get a workbook',
    description:
      'With its dashboard draft and, where there is one, its published dashboard. Needs read access.',
    access: signedInOrCreator,
    answer: Workbook,
  }),
  updateWorkbook: operation(`PUT ${workbooks}/{workbookId}`, {
    summary: 'Change a workbook',
    description:
      'Needs edit access; `folderId` needs manage access, and edit access to the folder it goes to (null is the root). ' +
      '`meta` is replaced as a whole. A slug is trimmed and lower-cased; one that another workbook has is a conflict, ' +
      'unless `slugTakeover` moves it over, which needs edit access there too. With `expectedVersion` it is refused where ' +
      'another editor has changed the workbook meanwhile.',
    access: signedInOrCreator,
    body: optionalJson(UpdateWorkbookInput),
    answer: Workbook,
    refusals: ['folder_not_found', 'slug_taken', 'version_conflict'],
  }),
  deleteWorkbook: operation(`DELETE ${workbooks}/{workbookId}`, {
    summary: 'Delete a workbook',
    description: 'With its reports and its dashboard. Needs manage access.',
    access: signedInOrCreator,
  }),
  duplicateWorkbook: operation(`POST ${workbooks}/{workbookId}/duplicate`, {
    summary: 'Duplicate a workbook',
    description:
      'Copies it with its reports, its draft and its published dashboard as "Copy of …"; the charts of the copy show the ' +
      'copied reports, and nothing is shared with the original. The caller owns the copy. Shares, the slug, view history, ' +
      'placements in spreadsheets, threads of AI widgets and `allowEmbed` are not copied. It lies beside the original where ' +
      'the caller may edit the folder, else at the root. Needs read access and the role Explorer. An embed session in ' +
      'creator mode sends `shared: true`: the copy is made from the published dashboard, one report of each snapshot, and ' +
      'lies at the root.',
    access: authorOrEmbed,
    body: optionalJson(DuplicateWorkbookInput),
    answer: Workbook,
    refusals: ['no_published_dashboard'],
  }),
  getWorkbookDashboard: operation(`GET ${workbooks}/{workbookId}/dashboard`, {
    summary: 'Get the dashboard of a workbook',
    description: 'Its draft, and what is published. Needs read access.',
    record: 'workbook',
    access: signedInOrCreator,
    answer: WorkbookDashboard,
  }),
  updateWorkbookDashboard: operation(`PUT ${workbooks}/{workbookId}/dashboard`, {
    summary: 'Save the dashboard draft',
    record: 'workbook',
    description:
      'What is published does not change. Widgets without an id get one. Needs edit access. With `expectedVersion` it is ' +
      'refused where another editor has changed the workbook meanwhile.',
    access: signedInOrCreator,
    body: optionalJson(WorkbookDashboardInput, { maxBytes: MAX_APP_BODY_BYTES }),
    answer: WorkbookDashboard,
    refusals: ['version_conflict'],
  }),
  publishDashboard: operation(`POST ${workbooks}/{workbookId}/publish`, {
    summary: 'Publish the dashboard',
    record: 'workbook',
    description:
      'Makes a new version with a snapshot of every report that a chart shows; all of them must be reports of this ' +
      'workbook. The public id stays the same from version to version. Needs edit access.',
    access: signedInOrCreator,
    body: json(PublishDashboardInput, { maxBytes: MAX_APP_BODY_BYTES }),
    answer: Dashboard,
    refusals: ['dashboard_too_large', 'no_draft_to_publish', 'report_not_in_workbook', 'version_conflict'],
  }),
};
