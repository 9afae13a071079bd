import { author } from '../access.ts';
import { EXPORT_TTL_SECONDS, MAX_DASHBOARD_CONTROLS, MAX_NAME_LENGTH } from '../limits.ts';
import { bytes, operationsTagged } from '../operation.ts';
import {
  describe,
  id,
  input,
  list,
  nullish,
  number,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { controlFields } from './rendering-controls.ts';
import { embedSubjectFields } from './notification-recipients.ts';
import { dashboardIdFields } from './notifications.ts';

export const ExportFormat = oneOf('What is drawn: a picture, or a document.', ['png', 'pdf']);
export type ExportFormat = Static<typeof ExportFormat>;

export const ExportLayout = oneOf(
  '`screenshot`: the dashboard as it is looked at, in a picture or a document of one page. `print`: sheets of A4 with the widgets one ' +
    'below the other, all rows of tables, and what controls say in words; of `pdf` alone. An app lays itself out.',
  ['screenshot', 'print'],
);
export type ExportLayout = Static<typeof ExportLayout>;

export const ExportSubjectType = oneOf('A user of the account, or a viewer of an embed tenant.', [
  'USER',
  'EMBED_USER',
]);
export type ExportSubjectType = Static<typeof ExportSubjectType>;

export const ExportSubjectInput = input('The person with the rights under which an export is drawn.', {
  type: describe(ExportSubjectType, 'Which kind it is.'),
  userId: nullish(id('USER only: id of the user; or give `email`.')),
  email: nullish(
    text('USER: address of the user in any case. EMBED_USER: address of a viewer who is made.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    }),
  ),
  ...embedSubjectFields,
});
export type ExportSubjectInput = Static<typeof ExportSubjectInput>;

export const OpenTab = input('A tab that is open. One that the dashboard does not have is ignored.', {
  container: text('Id of the container with tabs.', { maxLength: MAX_NAME_LENGTH, example: 'details' }),
  widget: text('Id of the widget on its open tab.', { maxLength: MAX_NAME_LENGTH, example: 'by-carrier' }),
});
export type OpenTab = Static<typeof OpenTab>;

export const openTabs = nullish(
  list(
    OpenTab,
    'Of pictures and documents of the whole dashboard: the tabs that they show, default the first of each container. Layout `print` has every tab.',
    { maxItems: MAX_DASHBOARD_CONTROLS },
  ),
);

export const StartDashboardExportInput = input('What is drawn.', {
  ...dashboardIdFields,
  format: describe(ExportFormat, 'What is drawn.'),
  layout: nullish(describe(ExportLayout, 'How the pages are laid out; default `screenshot`.')),
  ...controlFields,
  openTabs,
  renderAs: nullish(
    describe(
      ExportSubjectInput,
      'The person with the rights under which it is drawn, for administrators; default the caller.',
    ),
  ),
});
export type StartDashboardExportInput = Static<typeof StartDashboardExportInput>;

export const DashboardExportJobResponse = object('An export that was started.', {
  jobId: text('Id of the export, for its status and its file.', { example: 'kM3…' }),
  expiresAt: timestamp('When the export and its file are gone.'),
});
export type DashboardExportJobResponse = Static<typeof DashboardExportJobResponse>;

export const DashboardExportStatus = oneOf('`pending` and `processing`: ask again.', [
  'pending',
  'processing',
  'completed',
  'failed',
]);
export type DashboardExportStatus = Static<typeof DashboardExportStatus>;

export const DashboardExportStatusResponse = object('How far an export is.', {
  status: describe(DashboardExportStatus, 'How far it is.'),
  progress: nullish(number('0 to 100.', { minimum: 0, maximum: 100, example: 100 })),
  error: nullish(text('Why it failed.')),
  contentType: nullish(text('Media type of the file, once it is there.', { example: 'image/png' })),
});
export type DashboardExportStatusResponse = Static<typeof DashboardExportStatusResponse>;

const exports = '/api/v1/deployments/{deploymentId}/dashboard-exports';
const operation = operationsTagged('Dashboard Exports');
const minutes = EXPORT_TTL_SECONDS / 60;
const file = 'The file, as an attachment: `image/png` or `application/pdf`.';

export const dashboardExportOperations = {
  startExport: operation(`POST ${exports}`, {
    summary: 'Export a dashboard',
    description:
      `Draws a published dashboard as a picture or a document, and answers at once. Export and file are gone after ${minutes} ` +
      'minutes. It needs full access to the workbook, and the permission to download data: where the account or the dashboard ' +
      'restricts downloads, nobody exports, `renderAs` included. A viewer of `renderAs` must be shown the dashboard, and is made ' +
      'where it is not there; what is sent for its rendering holds for this export alone.',
    access: author,
    body: StartDashboardExportInput,
    answer: DashboardExportJobResponse,
    refusals: [
      'admin_only',
      'dashboard_not_found',
      'user_not_found',
      'embedding_not_allowed',
      'embed_user_limit',
      'groups_not_found',
      'attributes_not_found',
      'attribute_type_mismatch',
      'duplicate_name',
    ],
  }),
  getExportStatus: operation(`GET ${exports}/{jobId}`, {
    summary: 'Get how far an export is',
    description: 'Only who has started it sees it.',
    access: author,
    answer: DashboardExportStatusResponse,
  }),
  downloadExport: operation(`GET ${exports}/{jobId}/download`, {
    summary: 'Download an export',
    description: 'What restricts downloads is asked again. Only who has started it downloads it.',
    access: author,
    query: {
      filename: nullish(
        text('Name of the file without its ending; default `dashboard`.', {
          maxLength: MAX_NAME_LENGTH,
          example: 'sales',
        }),
      ),
    },
    answers: { 200: bytes(file, '*/*') },
    refusals: ['dashboard_not_found', 'export_not_ready', 'export_failed'],
  }),
};
