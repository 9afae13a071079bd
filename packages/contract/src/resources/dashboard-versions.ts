import { signedIn } from '../access.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  nullish,
  object,
  pick,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { ResourceOwner } from './common.ts';
import { Dashboard } from './dashboards.ts';
import { page, paging } from '../lists.ts';
import { UpdateWorkbookInput, Workbook } from './workbooks.ts';

export const DashboardVersion = object('One publication of a dashboard.', {
  ...pick(Dashboard, 'versionId', 'versionNumber', 'title', 'description'),
  isCurrent: boolean('Whether it is the one that viewers see while the dashboard is published.'),
  restoredFrom: nullish(
    integer('Number of the version that the workbook was last restored from when this one was published.', {
      minimum: 1,
    }),
  ),
  createdBy: nullish(id('Id of the user who published it; null after that user was deleted.')),
  user: nullish(describe(ResourceOwner, 'The user who published it; null for one who is gone.')),
  createdAt: timestamp('When it was published.'),
});
export type DashboardVersion = Static<typeof DashboardVersion>;

export const DashboardVersionsResponse = page(DashboardVersion);
export type DashboardVersionsResponse = Static<typeof DashboardVersionsResponse>;

export const RestoreDashboardVersionInput = input('How a version is restored.', {
  keepOtherReports: nullish(
    boolean('Whether reports of the workbook that the version does not have stay; default false.'),
  ),
  ...pick(UpdateWorkbookInput, 'expectedVersion'),
});
export type RestoreDashboardVersionInput = Static<typeof RestoreDashboardVersionInput>;

export const UpdateDashboardStateInput = input('Changes of a dashboard; what is left out stays.', {
  ...pickNullish(Dashboard, 'status'),
  useBoardDashboards: nullish(boolean('Whether the builder edits it as a free board.')),
  restrictDataDownload: nullish(
    boolean('Whether the rows of this dashboard may not be downloaded, whatever the account allows.'),
  ),
});
export type UpdateDashboardStateInput = Static<typeof UpdateDashboardStateInput>;

export const UpdatePublishedAiWidgetThreadInput = input('The thread that an AI widget shows.', {
  widgetId: text('Id of the widget, also of one in a container.', { maxLength: 128, example: 'summary' }),
  threadId: text('Id of the chat thread that holds its text.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'thread-7',
  }),
  checksum: nullish(
    text('Checksum of what the text was made from: queries, controls and charts.', {
      maxLength: MAX_NAME_LENGTH,
      example: '9f86d081',
    }),
  ),
});
export type UpdatePublishedAiWidgetThreadInput = Static<typeof UpdatePublishedAiWidgetThreadInput>;

const dashboard = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard';
const operation = operationsTagged('Workbooks');

export const dashboardVersionOperations = {
  listDashboardVersions: operation(`GET ${dashboard}/versions`, {
    summary: 'List the versions of a dashboard',
    description:
      'Every publication, newest first; none for a dashboard that was never published. Needs edit access to the workbook.',
    access: signedIn,
    query: paging,
    answer: DashboardVersionsResponse,
    refusals: ['invalid_cursor'],
  }),
  getDashboardVersion: operation(`GET ${dashboard}/versions/{versionNumber}`, {
    summary: 'Get a version of a dashboard',
    description:
      'The dashboard as that version was published, with its own snapshots of the reports. Needs edit access to the workbook.',
    access: signedIn,
    answer: Dashboard,
  }),
  restoreDashboardVersion: operation(`POST ${dashboard}/versions/{versionNumber}/restore`, {
    summary: 'Restore a version of a dashboard',
    record: 'workbook',
    description:
      'The draft and the reports of the workbook become those of the version: reports that were deleted are made again, ' +
      'changed ones are put back, and those that came later are deleted unless `keepOtherReports` says otherwise. What was ' +
      'not published is lost. Viewers see it once it is published. Needs edit access, and manage access to the reports that are ' +
      'deleted. Versions of before tabs were recorded have the reports of their charts, and delete none.',
    access: signedIn,
    body: optionalJson(RestoreDashboardVersionInput),
    answer: Workbook,
    refusals: ['version_conflict'],
  }),
  updateDashboardState: operation(`PATCH ${dashboard}`, {
    summary: 'Unpublish, archive or lock a dashboard',
    description:
      '`status`: `draft` takes it from its viewers, `archived` does so and says that it is no longer used, `published` shows ' +
      'its newest version again. Publishing a new version shows it as well. Needs edit access to the workbook; ' +
      '`restrictDataDownload` needs manage access.',
    access: signedIn,
    body: optionalJson(UpdateDashboardStateInput),
    answer: Dashboard,
    refusals: ['workbook_dashboard_not_found'],
  }),
  updatePublishedDashboardAiWidgetThread: operation(`POST ${dashboard}/ai-widget-thread`, {
    summary: 'Set the thread of an AI widget',
    description:
      'Notes in the newest published version which thread holds the text of the widget, and the checksum of what it was ' +
      'made from; without a checksum there is none. No other version and no draft changes. Needs edit access to the workbook.',
    access: signedIn,
    body: UpdatePublishedAiWidgetThreadInput,
    answer: Dashboard,
    refusals: ['workbook_dashboard_not_found', 'widget_not_found'],
  }),
};
