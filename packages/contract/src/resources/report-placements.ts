import { describe, id, input, integer, list, nullish, object, oneOf, text, type Static } from '../schema.ts';

/* Where spreadsheets show the results of reports. */

export const ReportHost = oneOf('The spreadsheet program that a report is placed in.', [
  'GOOGLE_SHEETS',
  'EXCEL',
]);
export type ReportHost = Static<typeof ReportHost>;

export const ReportPlacementResultChunk = input(
  'Some rows of a placed result, and the hash of their values.',
  {
    from: integer('First row, counted from 0.', { minimum: 0 }),
    to: nullish(integer('Last row of the portion.', { minimum: 0, deprecated: true })),
    hash: text('Hash of the rows, by the client that placed them.', {
      minLength: 1,
      maxLength: 64,
      example: '9f86d081',
    }),
  },
);
export type ReportPlacementResultChunk = Static<typeof ReportPlacementResultChunk>;

export const ReportPlacementResultChecksum = input(
  'What a client found in the cells of a placement, so that it can tell later which rows have changed.',
  {
    v: integer('Version of the way in which the hashes are made.', { minimum: 1, example: 1 }),
    chunks: list(ReportPlacementResultChunk, 'The rows in portions.', { maxItems: 2000 }),
  },
);
export type ReportPlacementResultChecksum = Static<typeof ReportPlacementResultChecksum>;

export const ReportPlacementSyncStatus = oneOf(
  'Whether the cells still show the result of the report as it is now.',
  ['UP_TO_DATE', 'CHANGED', 'UNKNOWN'],
);
export type ReportPlacementSyncStatus = Static<typeof ReportPlacementSyncStatus>;

export const ReportPlacement = object('Where the result of a report is in a spreadsheet.', {
  id: nullish(text('Id of the placement, chosen by the client.')),
  host: nullish(describe(ReportHost, 'The program of the spreadsheet.')),
  workbookId: text('Id of the spreadsheet in its program.', { example: '1a2b3c' }),
  workbookName: nullish(text('Name of the spreadsheet.', { example: 'Budget' })),
  sheetId: nullish(text('Id of the sheet.', { example: '0' })),
  sheetName: nullish(text('Name of the sheet.', { example: 'Sheet1' })),
  anchorCell: nullish(text('The cell that the result hangs on.', { example: 'A1' })),
  resultLocation: text('First cell of the result.', { example: 'A1' }),
  endResultCell: nullish(text('Last cell of the result.', { example: 'F20' })),
  placedAt: nullish(text('When it was placed, ISO 8601.')),
  placedByUserId: nullish(id('Who placed it.')),
  refreshedAt: nullish(text('When its rows were last read, ISO 8601.')),
  refreshedByUserId: nullish(id('Who read them.')),
  queryChecksum: nullish(text('Checksum of the query that gave the result there.')),
  resultChecksum: nullish(describe(ReportPlacementResultChecksum, 'What the client found in the cells.')),
  syncStatus: nullish(describe(ReportPlacementSyncStatus, 'Whether the query has changed since.')),
});
export type ReportPlacement = Static<typeof ReportPlacement>;
