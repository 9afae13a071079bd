import { Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation, author, parameters, signedIn } from '../operation.ts';
import { nullable, ref } from '../schema.ts';
import { SortDirection } from '../schemas/common.ts';
import { CreateReportInput, RefreshReportInput, UpdateReportInput } from '../schemas/report-inputs.ts';
import { Report, ReportSortField, ReportsListResponse } from '../schemas/reports.ts';
import { deploymentParams, Id, paging } from './parameters.ts';

const reportParams = parameters({ deploymentId: Id, reportId: Id });

export const reportOperations = {
  getReports: operation('getReports', {
    summary: 'List reports',
    description:
      'The reports that the caller can see, newest change first unless sortBy says otherwise. search is part of the name ' +
      'or title in any case. Cursors work with every order but lastViewedAt, which pages by page and limit.',
    access: signedIn,
    params: deploymentParams,
    query: parameters({
      workbookId: Type.Optional(nullable(Id)),
      folderId: Type.Optional(nullable(Id)),
      externalWorkbookId: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
      search: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME_LENGTH }))),
      limit: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
      page: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
      sortBy: Type.Optional(nullable(ref(ReportSortField))),
      sortDirection: Type.Optional(nullable(ref(SortDirection))),
      ...paging,
    }),
    answer: ReportsListResponse,
  }),
  createReport: operation('createReport', {
    summary: 'Create a report',
    description:
      'Every field is optional. publicId may be chosen (12 characters of 0-9, A-Z, a-z), else one is made. In a folder or ' +
      'a workbook it needs edit access there.',
    access: author,
    params: deploymentParams,
    body: CreateReportInput,
    bodyOptional: true,
    answer: Report,
  }),
  getReport: operation('getReport', {
    summary: 'Get a report',
    description: 'Needs read access.',
    access: signedIn,
    params: reportParams,
    answer: Report,
  }),
  updateReport: operation('updateReport', {
    summary: 'Change a report',
    description:
      'Changes the fields that are sent; needs edit access. publicId is given once: changing it is refused (400), one ' +
      'that another report has is a conflict (409).',
    access: signedIn,
    params: reportParams,
    body: UpdateReportInput,
    bodyOptional: true,
    answer: Report,
  }),
  deleteReport: operation('deleteReport', {
    summary: 'Delete a report',
    description: 'Needs manage access. Dashboards that are published keep their snapshots of it.',
    access: signedIn,
    params: reportParams,
  }),
  refreshReport: operation('refreshReport', {
    summary: 'Record that a report was refreshed',
    description:
      'Notes who refreshed the report, and where, for one of its placements in a spreadsheet when one is named. Needs ' +
      'read access; the definition of the report does not change.',
    access: signedIn,
    params: reportParams,
    body: RefreshReportInput,
    bodyOptional: true,
    answer: Report,
  }),
};
