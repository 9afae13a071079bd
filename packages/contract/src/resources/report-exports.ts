import { signedInOrCreator, signedInOrEmbed } from '../access.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { bytes, operationsTagged } from '../operation.ts';
import { describe, input, nullish, oneOf, optional, pick, text, type Static } from '../schema.ts';
import { ExportLayout, openTabs } from './export-jobs.ts';
import { controlFields } from './rendering-controls.ts';

export const ReportExportFormat = oneOf(
  'A table of every row (`csv`, `xlsx`), or what is drawn: a picture, or a document of one page.',
  ['csv', 'xlsx', 'png', 'pdf'],
);
export type ReportExportFormat = Static<typeof ReportExportFormat>;

export const ExportedValues = oneOf(
  'How numbers with a format are written in a CSV file: as the table shows them, or as plain numbers.',
  ['shown', 'plain'],
);
export type ExportedValues = Static<typeof ExportedValues>;

export const ReportExportInput = input('What is exported of a report.', {
  format: describe(ReportExportFormat, 'What the file is.'),
  layout: nullish(describe(ExportLayout, 'How the pages are laid out; default `screenshot`.')),
  filters: controlFields.filters,
  timeGrains: controlFields.timeGrains,
  timezone: nullish(
    text('IANA name of the zone of its times; default as on dashboards of the account.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'Europe/Berlin',
    }),
  ),
  locale: nullish(
    text(
      'Language of shown numbers, of titles of comparisons and of what is drawn, as a BCP 47 tag; default English.',
      {
        maxLength: 35,
        example: 'de',
      },
    ),
  ),
  values: nullish(describe(ExportedValues, 'Of CSV; default `shown`.')),
});
export type ReportExportInput = Static<typeof ReportExportInput>;

export const EmbeddedExportInput = input('What is exported of a published dashboard.', {
  widgetId: nullish(
    text(
      'Id of the chart, or of an AI widget, which is drawn alone; default the whole dashboard, as `png` or `pdf`.',
      {
        maxLength: MAX_NAME_LENGTH,
        example: 'revenue',
      },
    ),
  ),
  ...pick(ReportExportInput, 'format', 'layout', 'filters', 'timeGrains', 'timezone', 'locale', 'values'),
  memberSwitchers: controlFields.memberSwitchers,
  openTabs,
});
export type EmbeddedExportInput = Static<typeof EmbeddedExportInput>;

const operation = operationsTagged('Exports');

const file = bytes(
  'The file, as an attachment: `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`, `image/png` or ' +
    '`application/pdf`.',
  '*/*',
  {
    headers: {
      'oriel-rows': optional(
        text('Of tables: the rows in the file, and the rows that there are.', { example: '60000/60000' }),
      ),
      'oriel-python-rows': optional(
        text(
          'Of tables that the Python of a report has made of a part of its rows: how many it was given. The last line of the file says so, too.',
          { example: '10000' },
        ),
      ),
      'oriel-cut-cells': optional(
        text(
          'Of XLSX: cells with a text beyond 32,767 characters, which Excel does not take; each ends with a note.',
          {
            example: '0',
          },
        ),
      ),
    },
  },
);
const rules =
  'CSV and XLSX hold every row, also those beyond the default limit of the query API; a limit below 10,000 that the report has itself ' +
  'is part of it. Columns, their order and titles are those of its table; texts that a spreadsheet would run as formulas begin with a ' +
  'quote in CSV, and are texts in XLSX, which begins another sheet after 1,048,576 rows. What the rows are filtered by stands on the last sheet of XLSX, in words of the `locale`; CSV has rows alone. A file that would be larger than a server ' +
  'writes is cut: its last line, and the header `Oriel-Rows`, say at which row. Closing the connection stops the query. Pictures and documents need a Chromium on ' +
  'the server; without one they are refused with the reason. The caller needs the permission to download data, and the account must ' +
  'not restrict it.';
const refusals = ['export_failed', 'drawing_unavailable'] as const;

export const reportExportOperations = {
  exportReport: operation('POST /api/v1/deployments/{deploymentId}/reports/{reportId}/export', {
    summary: 'Export a report',
    description:
      'The rows or the picture of a report, under the rights of the caller. A report with Python has the rows that this leaves: to a user ' +
      'who sends no filters and granularities those that were kept of its last run, as its page shows them, else those that the rows of the ' +
      `caller make now. The session of an embed must allow downloads as well. ${rules}`,
    access: signedInOrCreator,
    record: null,
    body: ReportExportInput,
    answers: { 200: file },
    engineStage: 'rows',
    refusals,
  }),
  exportEmbeddedDashboard: operation('POST /api/v1/embed/dashboard/{publicId}/export', {
    summary: 'Export a chart of a published dashboard, or the whole of it',
    description:
      "As the viewer sees it: under the viewer's rights, with the filters, granularities and switched fields that are sent for its " +
      "controls; a locked control keeps its author's value. A report with Python has the rows that this makes of the viewer's own. An AI " +
      'widget is drawn with the text that the viewer has by then; none is written for a picture. The dashboard and the session must allow ' +
      `downloads as well. ${rules}`,
    access: signedInOrEmbed,
    record: null,
    withinScope: 'To a key that is scoped to deployments, dashboards of others are not there.',
    body: EmbeddedExportInput,
    answers: { 200: file },
    engineStage: 'rows',
    refusals: [...refusals, 'embedding_not_allowed', 'chart_not_found'],
  }),
};
