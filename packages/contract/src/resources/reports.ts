import { authorOrCreator, permissions, signedIn, signedInOrCreator } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_DOCUMENT_LENGTH,
  MAX_FOLDER_DEPTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PLACEMENT_BYTES,
  MAX_REPORT_PLACEMENTS,
  PUBLIC_ID_LENGTH,
} from '../limits.ts';
import { pageWithCount, paging } from '../lists.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
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
  object,
  oneOf,
  optional,
  pick,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import {
  callerRights,
  damaged,
  ResourceOwner,
  SortDirection,
  WorkspaceFolderPathEntry,
  WorkspaceItemType,
} from './common.ts';
import { PivotItems } from './pivot-items.ts';
import { CalculatedField } from './report-content.ts';
import { ReportPlacement } from './report-placements.ts';

/** Roles that every account has. */
const MAX_BUILT_IN_ROLES = 4;

export const RoleWithAccess = object('A role that reaches the item, and what it permits.', {
  id: id('Id of the role.'),
  name: text('Name of the role.', { example: 'Analyst' }),
  actions: list(oneOf('Something that a role may permit.', permissions), 'What the role permits.', {
    maxItems: permissions.length,
  }),
});
export type RoleWithAccess = Static<typeof RoleWithAccess>;

export const ReportSource = oneOf('Where a report was made.', ['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3']);
export type ReportSource = Static<typeof ReportSource>;

export const Report = object('A query with a way to draw its result.', {
  id: id('Id of the report.'),
  publicId: text(
    'An id that never changes, also across installations; chosen at creation or made then. A report from before there were such ids shows `legacy` and digits, which other reports may show as well and nobody may choose.',
    {
      minLength: PUBLIC_ID_LENGTH,
      maxLength: PUBLIC_ID_LENGTH,
      pattern: '^[0-9A-Za-z]+$',
      example: 'Zk3pQ9rT1xWb',
    },
  ),
  deploymentId: id('Id of its deployment.'),
  type: describe(WorkspaceItemType, 'Kind of the item: always `REPORT`.'),
  name: text('Name in lists.', { maxLength: MAX_NAME_LENGTH, example: 'Revenue by month' }),
  title: nullish(text('Title above the drawing; default the name.', { maxLength: MAX_NAME_LENGTH })),
  description: nullish(text('What the report shows.')),
  workbookId: nullish(id('Id of the workbook that it belongs to; null for one on its own.')),
  folderId: nullish(id('Id of the folder that it lies in; null at the root or in a workbook.')),
  folderPath: optional(
    list(WorkspaceFolderPathEntry, 'The folders above it, from the root down.', {
      maxItems: MAX_FOLDER_DEPTH,
    }),
  ),
  jsonQuery: nullish(
    text('The query as JSON text, in the form of the query API.', {
      maxLength: MAX_DOCUMENT_LENGTH,
      example: '{"measures":["orders.count"]}',
    }),
  ),
  sqlQuery: nullish(
    text('The query as SQL, for a report without `jsonQuery`.', { maxLength: MAX_DOCUMENT_LENGTH }),
  ),
  calculatedFields: nullish(
    mapOf(
      CalculatedField,
      'Fields of its workbook that the query may name, to be sent with it; in answers about one report, absent where it names none.',
    ),
  ),
  pivotItems: nullish(
    describe(
      PivotItems,
      'How the result is laid out as a pivot table, in a report of the kind `table` or of none; what the spec says goes before it.',
    ),
  ),
  meta: nullish(
    freeObject('How the result is drawn: `kind`, `spec`, `preferences`, and keys of the client.'),
  ),
  version: nullish(integer('How often the report was changed, from 1.', { minimum: 1, example: 3 })),
  source: nullish(describe(ReportSource, 'Where it was made.')),
  externalWorkbookId: nullish(
    text('Id of the spreadsheet that it was made in.', { maxLength: MAX_NAME_LENGTH }),
  ),
  externalWorkbookPlacements: nullish(
    boundedTo(
      MAX_PLACEMENT_BYTES,
      list(ReportPlacement, 'Where its result stands in spreadsheets; 8 MiB together.', {
        maxItems: MAX_REPORT_PLACEMENTS,
      }),
    ),
  ),
  resultLocation: nullish(text('First cell of the result in that spreadsheet.', { example: 'A1' })),
  endResultCell: nullish(text('Last cell of the result in that spreadsheet.', { example: 'F20' })),
  currentQueryChecksum: nullish(
    text('Checksum of the query as it is now, to compare with that of a placement.'),
  ),
  user: describe(ResourceOwner, 'Who owns the report.'),
  userId: id('Id of its owner; 0 after that user was deleted.'),
  createdBy: optional(id('Id of the user who created it.')),
  refreshedBy: nullish(id('Id of the user who last read its rows into a spreadsheet.')),
  refreshedByUser: describe(ResourceOwner, 'That user; the owner where there was none.'),
  rolesWithAccess: nullish(
    list(RoleWithAccess, 'Roles that reach the report beyond its shares.', { maxItems: MAX_BUILT_IN_ROLES }),
  ),
  ...callerRights,
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it was last changed.'),
  damaged,
});
export type Report = Static<typeof Report>;

export const ReportsListResponse = pageWithCount(Report);
export type ReportsListResponse = Static<typeof ReportsListResponse>;

export const ReportSortField = oneOf('What reports are sorted by.', [
  'name',
  'createdAt',
  'updatedAt',
  'lastViewedAt',
]);
export type ReportSortField = Static<typeof ReportSortField>;

/** What a caller says of a report, on creation and on change. */
const content = pickNullish(
  Report,
  'name',
  'title',
  'description',
  'publicId',
  'folderId',
  'workbookId',
  'jsonQuery',
  'sqlQuery',
  'pivotItems',
  'meta',
  'externalWorkbookId',
  'resultLocation',
  'endResultCell',
);

/** What a spreadsheet says of where it puts the result. */
const placement = pickNullish(ReportPlacement, 'host', 'sheetId', 'workbookName', 'resultChecksum');

export const CreateReportInput = input('A report to create; every field may be left out.', {
  ...content,
  ...placement,
  ...pickNullish(Report, 'source'),
});
export type CreateReportInput = Static<typeof CreateReportInput>;

const placementId = nullish(text('Id of the placement that is meant.'));

export const UpdateReportInput = input('Changes of a report; what is left out stays.', {
  ...content,
  ...placement,
  placementId,
  expectedVersion: nullish(
    integer('The `version` that the change was made on; another one by now is a conflict. Default any.', {
      minimum: 1,
    }),
  ),
});
export type UpdateReportInput = Static<typeof UpdateReportInput>;

const location = {
  ...pickNullish(ReportPlacement, 'anchorCell', 'sheetId', 'sheetName', 'resultLocation'),
  ...pickNullish(Report, 'externalWorkbookId'),
  placementId,
};

export const RefreshReportInput = input('The refreshed placement; without an id all of a spreadsheet.', {
  ...location,
  ...pickNullish(ReportPlacement, 'resultChecksum'),
});
export type RefreshReportInput = Static<typeof RefreshReportInput>;

export const ConnectReportToWorkbookInput = input('Where a spreadsheet shows the result of a report.', {
  ...location,
  ...pickNullish(ReportPlacement, 'host', 'workbookName', 'endResultCell', 'resultChecksum'),
  externalWorkbookId: text('Id of the spreadsheet in its program.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: '1a2b3c',
  }),
  ...pick(ReportPlacement, 'resultLocation'),
  addressOnly: nullish(
    boolean('Whether the placement has only moved: its checksums stay as they are. Default false.'),
  ),
});
export type ConnectReportToWorkbookInput = Static<typeof ConnectReportToWorkbookInput>;

export const DisconnectReportFromWorkbookInput = input(
  'The placement to drop: by its id, or by spreadsheet, sheet name and cell.',
  location,
);
export type DisconnectReportFromWorkbookInput = Static<typeof DisconnectReportFromWorkbookInput>;

const reports = '/api/v1/deployments/{deploymentId}/reports';
const operation = operationsTagged('Reports');

export const reportOperations = {
  getReports: operation(`GET ${reports}`, {
    isBatched: true,
    summary: 'List reports',
    description:
      'The reports that the caller can see, newest change first unless `sortBy` says otherwise. `lastViewedAt` is the ' +
      'order in which the caller looked at them; it has `page` and `limit` but no cursors. The `count` of a search that finds ' +
      'thousands is null to clients that page by `first` or `after`. An embed session in creator mode lists the reports of one ' +
      'workbook that it may edit.',
    access: signedInOrCreator,
    query: {
      workbookId: nullish(id('Only those of this workbook.')),
      folderId: nullish(id('Only those directly in this folder.')),
      externalWorkbookId: nullish(text('Only those of this spreadsheet.', { maxLength: MAX_NAME_LENGTH })),
      search: nullish(text('Part of the name or title, in any case.', { maxLength: MAX_NAME_LENGTH })),
      sortBy: nullish(
        describe(ReportSortField, 'Field that the reports are ordered by; default `updatedAt`.'),
      ),
      sortDirection: nullish(describe(SortDirection, 'Default `ASC` for names, `DESC` for times.')),
      page: nullish(
        integer('Number of the page, from 1, for older clients.', { minimum: 1, deprecated: true }),
      ),
      limit: nullish(
        integer('Items of a page, for older clients.', {
          minimum: 1,
          maximum: MAX_PAGE_SIZE,
          deprecated: true,
        }),
      ),
      ...paging,
    },
    answer: ReportsListResponse,
    refusals: ['invalid_cursor', 'workbook_not_found'],
  }),
  createReport: operation(`POST ${reports}`, {
    summary: 'Create a report',
    description:
      'In a folder or a workbook it needs edit access there; in a workbook it lies where that lies, and another folder is ' +
      'refused. A `publicId` may be chosen, so that programs find the report again; else one is made.',
    access: authorOrCreator,
    body: optionalJson(CreateReportInput),
    answer: Report,
    refusals: [
      'folder_not_found',
      'workbook_not_found',
      'report_in_workbook',
      'public_id_taken',
      'public_id_reserved',
      'conflict',
      'unavailable',
    ],
  }),
  upsertReportByPublicId: operation(`PUT ${reports}/by-public-id/{reportPublicId}`, {
    summary: 'Create or change a report by its public id',
    description:
      'For definitions that are kept as code and applied again and again. The report that has the id gets the fields that ' +
      'are sent, as a change of it does; where none has it, one is created. A request that changes nothing writes nothing, ' +
      'and `source` counts at creation only. Needs edit access to the report; to create, what creating needs. Three ' +
      'conflicts: `public_id_taken`, the report is in another deployment or out of reach, for good; `upsert_branch_changed`, ' +
      'another request created or deleted it at the same time, send the request again; `ambiguous_legacy_id`, several ' +
      'reports from before stable ids are shown with it, so give the one that is meant an id of its own.',
    access: signedIn,
    body: optionalJson(CreateReportInput),
    answer: Report,
    refusals: [
      'folder_not_found',
      'workbook_not_found',
      'report_in_workbook',
      'public_id_taken',
      'public_id_reserved',
      'upsert_branch_changed',
      'ambiguous_legacy_id',
      'conflict',
      'unavailable',
    ],
  }),
  getReport: operation(`GET ${reports}/{reportId}`, {
    summary: 'Get a report',
    description: 'Needs read access.',
    access: signedInOrCreator,
    answer: Report,
  }),
  updateReport: operation(`PUT ${reports}/{reportId}`, {
    summary: 'Change a report',
    description:
      'Needs edit access; another folder or workbook needs manage access, and edit access there. A report in a workbook lies ' +
      'where that lies: `workbookId: null` takes it out. A `publicId` that was made may be replaced once by one that is ' +
      'chosen; that never changes. With `expectedVersion` the change is refused where another editor has changed the report meanwhile.',
    access: signedInOrCreator,
    body: optionalJson(UpdateReportInput),
    answer: Report,
    refusals: [
      'public_id_fixed',
      'public_id_reserved',
      'version_conflict',
      'folder_not_found',
      'workbook_not_found',
      'report_in_workbook',
      'public_id_taken',
      'conflict',
      'unavailable',
    ],
  }),
  deleteReport: operation(`DELETE ${reports}/{reportId}`, {
    summary: 'Delete a report',
    description: 'Needs manage access. Published dashboards keep their snapshots of it.',
    access: signedInOrCreator,
  }),
  connectReportToWorkbook: operation(`PUT ${reports}/{reportId}/connect-workbook`, {
    summary: 'Record where a spreadsheet shows a report',
    description:
      'Adds a placement, or changes the one that `placementId` or the same cell of the spreadsheet names; who placed it and ' +
      'when stays. The sheet and the cell come from `resultLocation` where they are not given. Needs read access; the ' +
      'report itself does not change.',
    access: signedIn,
    body: ConnectReportToWorkbookInput,
    answer: Report,
  }),
  disconnectReportFromWorkbook: operation(`DELETE ${reports}/{reportId}/connect-workbook`, {
    summary: 'Drop the placement of a report',
    description:
      'Drops the one with `placementId`, or those of a spreadsheet with this sheet name and this cell, both of which are ' +
      'needed then; `sheetId` narrows it. Other placements stay. A target that fits none succeeds and changes nothing. ' +
      'Needs read access.',
    access: signedIn,
    body: optionalJson(DisconnectReportFromWorkbookInput),
    answer: Report,
  }),
  refreshReport: operation(`PUT ${reports}/{reportId}/refresh`, {
    summary: 'Record that a report was refreshed',
    description:
      'Notes that the caller has read the rows anew, in the placement that is named or in all of a spreadsheet. Needs read ' +
      'access; the report itself does not change.',
    access: signedIn,
    body: optionalJson(RefreshReportInput),
    answer: Report,
  }),
};
