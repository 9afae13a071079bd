import { signedIn } from '../access.ts';
import { MAX_DOCUMENT_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { input, list, nullish, object, pickNullish, text, type Static } from '../schema.ts';
import { Report } from './reports.ts';

export const DefinitionFile = object('The definition of a report or of a dashboard draft as a file.', {
  content: text('JSON, indented by two spaces, with the keys of each object in alphabetical order.', {
    maxLength: MAX_DOCUMENT_LENGTH,
    example: '{\n  "name": "Revenue by month"\n}\n',
  }),
  hash: text('SHA-256 of the content, in hexadecimal digits.', {
    minLength: 64,
    maxLength: 64,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
});
export type DefinitionFile = Static<typeof DefinitionFile>;

export const ReportFileContent = input(
  'What the file of a report holds; `jsonQuery` is JSON rather than a text there.',
  pickNullish(Report, 'name', 'title', 'description', 'jsonQuery', 'sqlQuery', 'pivotItems', 'meta'),
);
export type ReportFileContent = Static<typeof ReportFileContent>;

export const FileEdit = input('A text of the file to replace.', {
  oldText: text('The text as it stands in the file, exactly once.', {
    minLength: 1,
    maxLength: MAX_DOCUMENT_LENGTH,
    example: '"Revenue by month"',
  }),
  newText: text('What takes its place; empty removes it.', {
    maxLength: MAX_DOCUMENT_LENGTH,
    example: '"Revenue"',
  }),
});
export type FileEdit = Static<typeof FileEdit>;

export const EditFileInput = input('Edits of a file.', {
  edits: list(FileEdit, 'The edits, each on the outcome of those before it.', { minItems: 1, maxItems: 100 }),
  hash: nullish(
    text('`hash` of the file that the edits were made on; another one by now is a conflict. Default any.', {
      minLength: 64,
      maxLength: 64,
    }),
  ),
});
export type EditFileInput = Static<typeof EditFileInput>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Files');

export const fileOperations = {
  getReportFile: operation(`GET ${deployment}/reports/{reportId}/file`, {
    summary: 'Get a report as a file',
    record: 'report',
    description:
      'What may be changed of the report: `name`, `title`, `description`, `jsonQuery` as JSON rather than as text, ' +
      '`sqlQuery`, `pivotItems` and `meta`; what is null is left out. Needs read access.',
    access: signedIn,
    answer: DefinitionFile,
  }),
  editReportFile: operation(`PATCH ${deployment}/reports/{reportId}/file`, {
    summary: 'Edit a report as a file',
    record: 'report',
    description:
      'Replaces texts of the file. What comes out is checked and stored as a change of the report is; a field that is left ' +
      'out becomes null. Needs edit access.',
    access: signedIn,
    body: EditFileInput,
    answer: DefinitionFile,
    refusals: ['text_not_found', 'file_changed', 'version_conflict', 'conflict', 'unavailable'],
  }),
  getDashboardFile: operation(`GET ${deployment}/workbooks/{workbookId}/dashboard/file`, {
    summary: 'Get a dashboard draft as a file',
    record: 'workbook',
    description: 'The draft, or an empty one where there is none. Needs read access to the workbook.',
    access: signedIn,
    answer: DefinitionFile,
  }),
  editDashboardFile: operation(`PATCH ${deployment}/workbooks/{workbookId}/dashboard/file`, {
    summary: 'Edit a dashboard draft as a file',
    record: 'workbook',
    description:
      'Replaces texts of the file. What comes out is checked and stored as a draft is. Needs edit access to the workbook.',
    access: signedIn,
    body: EditFileInput,
    answer: DefinitionFile,
    refusals: ['text_not_found', 'file_changed', 'version_conflict'],
  }),
};
