import { author, signedIn } from '../access.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { pageWithCount, paging } from './lists.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  list,
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
    folderPath: optional(list(WorkspaceFolderPathEntry, 'The folders above it, from the root down.')),
    meta: freeObject('Data of clients. `dashboardDraft` in it is the dashboard that is being worked on.'),
    calculatedFields: freeObject('Members that the workbook adds to the model, by name.'),
    dashboardDraft: nullish(describe(DashboardConfig, 'The dashboard that is being worked on.')),
    dashboardPublished: nullish(describe(DashboardConfig, 'The dashboard as it was last published.')),
    publishedDashboard: nullish(describe(Dashboard, 'The published dashboard with its reports.')),
    isFavorite: nullish(boolean('Whether the caller has marked it.')),
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
  pickNullish(Workbook, 'name', 'folderId', 'meta'),
);
export type CreateWorkbookInput = Static<typeof CreateWorkbookInput>;

export const UpdateWorkbookInput = input('Changes of a workbook; what is left out stays.', {
  ...pickNullish(Workbook, 'name', 'folderId', 'meta', 'slug'),
  slugTakeover: nullish(boolean('Whether the slug is taken from the workbook that has it; default false.')),
});
export type UpdateWorkbookInput = Static<typeof UpdateWorkbookInput>;

export const WorkbookDashboard = object(
  'The dashboard of a workbook.',
  pickNullish(Workbook, 'dashboardDraft', 'dashboardPublished'),
);
export type WorkbookDashboard = Static<typeof WorkbookDashboard>;

export const WorkbookDashboardInput = input('A draft to save.', {
  dashboardDraft: nullish(
    describe(DashboardConfigDraftInput, 'The new draft; null removes it, absent leaves it.'),
  ),
});
export type WorkbookDashboardInput = Static<typeof WorkbookDashboardInput>;

export const PublishDashboardInput = input('A dashboard to publish.', {
  workbookId: id('Id of the workbook, the same as in the address.'),
  dashboardId: nullish(id('Id of its dashboard, to be sure of it.')),
  config: nullish(describe(DashboardConfigInput, 'What is published; default the draft.')),
  title: nullish(text('Title of the version; default that of the config, else the name of the workbook.')),
  description: nullish(text('Description of the version; default that of the config.')),
  allowEmbed: nullish(
    boolean('Whether signed embed sessions may open it; default as it is. Needs an administrator.'),
  ),
});
export type PublishDashboardInput = Static<typeof PublishDashboardInput>;

const workbooks = '/api/v1/deployments/{deploymentId}/workbooks';
const operation = operationsTagged('Workbooks');

export const workbookOperations = {
  getWorkbooks: operation(`GET ${workbooks}`, {
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
    access: author,
    body: optionalJson(CreateWorkbookInput),
    answer: Workbook,
    refusals: ['folder_not_found'],
  }),
  getWorkbook: operation(`GET ${workbooks}/{workbookId}`, {
    summary: 'Get a workbook',
    description:
      'With its dashboard draft and, where there is one, its published dashboard. Needs read access.',
    access: signedIn,
    answer: Workbook,
  }),
  updateWorkbook: operation(`PUT ${workbooks}/{workbookId}`, {
    summary: 'Change a workbook',
    description:
      'Needs edit access; `folderId` needs manage access, and edit access to the folder it goes to (null is the root). ' +
      '`meta` is replaced as a whole. A slug is trimmed and lower-cased; one that another workbook has is a conflict, ' +
      'unless `slugTakeover` moves it over, which needs edit access there too.',
    access: signedIn,
    body: optionalJson(UpdateWorkbookInput),
    answer: Workbook,
    refusals: ['folder_not_found', 'slug_taken'],
  }),
  deleteWorkbook: operation(`DELETE ${workbooks}/{workbookId}`, {
    summary: 'Delete a workbook',
    description: 'With its reports and its dashboard. Needs manage access.',
    access: signedIn,
  }),
  updateWorkbookDashboard: operation(`PUT ${workbooks}/{workbookId}/dashboard`, {
    summary: 'Save the dashboard draft',
    description: 'What is published does not change. Needs edit access.',
    access: signedIn,
    body: optionalJson(WorkbookDashboardInput),
    answer: WorkbookDashboard,
  }),
  publishDashboard: operation(`POST ${workbooks}/{workbookId}/publish`, {
    summary: 'Publish the dashboard',
    description:
      'Makes a new version with a snapshot of every report that a chart shows; all of them must be reports of this ' +
      'workbook. The public id stays the same from version to version. Needs edit access.',
    access: signedIn,
    body: PublishDashboardInput,
    answer: Dashboard,
    refusals: ['no_draft_to_publish', 'report_not_in_workbook', 'admin_only'],
  }),
};
