import { signedIn, signedInOrCreator, signedInOrEmbed } from '../access.ts';
import {
  MAX_DASHBOARD_CONTROLS,
  MAX_DOCUMENT_LENGTH,
  MAX_NAME_LENGTH,
  PYTHON_CACHE_SECONDS,
  PYTHON_MAX_ROWS,
  PYTHON_TIMEOUT_SECONDS,
} from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
  unsafe,
} from '../schema.ts';
import { ResourceOwner } from './common.ts';
import { DashboardMemberSwitcher } from './rendering-controls.ts';

export const EmbedPythonFilteredRunInput = input('The analysis that is run, and what it is run over.', {
  reportId: id('Id of the report.'),
  reportVersionId: id('Id of the snapshot of the report, of the published dashboard.'),
  sqlQuery: text(
    'The query of the report with what the controls say: a query of the query API as JSON, with the members of the report, or those in their ' +
      "place by `memberSwitchers`, and filters of the viewer's choice; or the report's own `sqlQuery`, for its query as it is.",
    {
      maxLength: MAX_DOCUMENT_LENGTH,
      example: '{"dimensions":["orders.status"],"measures":["orders.count"]}',
    },
  ),
  memberSwitchers: nullish(
    list(
      DashboardMemberSwitcher,
      'Members that field switchers of the dashboard have put in the place of those of the report, once each; they have to be offered. The ' +
        'script finds their columns under the names that the report knows.',
      { maxItems: MAX_DASHBOARD_CONTROLS },
    ),
  ),
  cache: nullish(
    oneOf(
      'With `must-revalidate` it is run in any case, over rows that have not changed since; default: an answer that was kept will do.',
      ['must-revalidate'],
    ),
  ),
});
export type EmbedPythonFilteredRunInput = Static<typeof EmbedPythonFilteredRunInput>;

const isInputCut = boolean(
  `Whether its query has more rows than that: a script is given the first ${PYTHON_MAX_ROWS} alone, or as many as a query of the ` +
    'deployment may have where those are fewer, and what it leaves is of those.',
);

const ROWS =
  'each an object of texts, numbers, booleans and nulls. A whole number beyond 9,007,199,254,740,991 is a text of its digits, and ' +
  '`largeNumberColumns` names its column';
const largeNumberColumns = nullish(
  list(
    text('Name of a column.'),
    'Columns in which texts of digits are numbers that the script has written.',
  ),
);

export const PythonAnalysisFilteredRun = object('What a Python analysis has left.', {
  at: timestamp('When it was run.'),
  stdout: text('The first 16 KiB of what it printed.'),
  stderr: text('The first 16 KiB of its errors and warnings.'),
  inputRowCount: integer('Rows that it was given.', { minimum: 0, example: 12 }),
  isInputCut,
  outputData: nullish(
    unsafe<unknown>({
      description: `Its rows, ${ROWS}; none where it failed.`,
      examples: [[{ month: '2026-01-01', forecast: 12.5 }]],
    }),
  ),
  largeNumberColumns,
  executionError: nullish(text('Why it failed.', { example: 'The script ended with code 1' })),
});
export type PythonAnalysisFilteredRun = Static<typeof PythonAnalysisFilteredRun>;

export const ReportPythonResult = object('What the Python of a report has left when it was run last.', {
  at: timestamp('When it was run.'),
  ranBy: nullish(describe(ResourceOwner, 'The user that ran it; null for one that is gone.')),
  stdout: text('The first 16 KiB of what it printed.'),
  stderr: text('The first 16 KiB of its errors and warnings.'),
  inputRowCount: integer('Rows that it was given, of those that this user sees.', {
    minimum: 0,
    example: 12,
  }),
  isInputCut,
  outputData: unsafe<unknown>({
    description: `Its rows, ${ROWS}.`,
    examples: [[{ month: '2026-01-01', forecast: 12.5 }]],
  }),
  largeNumberColumns,
  isOutdated: boolean('Whether the code or the query of the report are others by now.'),
});
export type ReportPythonResult = Static<typeof ReportPythonResult>;

export const ReportPython = object('The Python of a report.', {
  hasCode: boolean('Whether the report has any.'),
  result: nullish(describe(ReportPythonResult, 'What the last run has left; null before the first.')),
  canRun: boolean('Whether the caller may run it here and now.'),
  whyNot: nullish(
    text('Why not, in a sentence.', {
      example: 'Python is off for this account; an administrator switches it on',
    }),
  ),
});
export type ReportPython = Static<typeof ReportPython>;

export const ReportPythonRunInput = input('How the Python of a report is run.', {
  timezone: nullish(
    text('IANA name of the zone of the times that it is given; default that of the query.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'Europe/Berlin',
    }),
  ),
});
export type ReportPythonRunInput = Static<typeof ReportPythonRunInput>;

const operation = operationsTagged('Embed');
const ofReports = operationsTagged('Reports');
const report = '/api/v1/deployments/{deploymentId}/reports/{reportId}';

export const pythonRunOperations = {
  postDashboardPythonRun: operation('POST /api/v1/embed/dashboard/{publicId}/python-run', {
    summary: 'Run the Python analysis of a report of a dashboard',
    description:
      `Runs the Python that a report was published with (\`meta.pythonCode\`) over at most ${PYTHON_MAX_ROWS} rows that the caller sees, and ` +
      'answers what it leaves; nothing is stored. The script finds `data.csv`, with the names of members as titles, and writes ' +
      '`output.json`: a list of flat objects, of 2 MiB at most. It is Python 3 without network or files of the server, and is ended after ' +
      `${PYTHON_TIMEOUT_SECONDS} seconds, or when the connection is closed. An answer is kept for ${PYTHON_CACHE_SECONDS} seconds for the same ` +
      'caller, report, code and query; a failure is not. The account has to allow it (`pythonReports` of the settings), and the server ' +
      'needs bubblewrap: else it is refused with `python_unavailable` and the reason.',
    access: signedInOrEmbed,
    record: null,
    withinScope: 'To a key that is scoped to deployments, dashboards of others are not there.',
    body: EmbedPythonFilteredRunInput,
    answer: PythonAnalysisFilteredRun,
    engineStage: 'rows',
    refusals: ['embedding_not_allowed', 'python_unavailable'],
  }),
  getReportPython: ofReports(`GET ${report}/python`, {
    summary: 'Get what the Python of a report has left',
    description:
      'The result of the last run that did not fail, with who ran it and when: everybody who reads the report sees it, whatever rows they ' +
      'see themselves. `isOutdated` says that code or query have changed since.',
    access: signedIn,
    answer: ReportPython,
  }),
  runReportPython: ofReports(`POST ${report}/python-run`, {
    summary: 'Run the Python of a report, and keep what it leaves',
    description:
      `Runs \`meta.pythonCode\` over at most ${PYTHON_MAX_ROWS} rows that the caller sees, as for dashboards, and keeps its rows for everybody who ` +
      'reads the report. A run that fails is answered with `executionError`, and what was kept stays. Needs edit access to the report. To ' +
      'the viewer of an embed session in creator mode nothing is kept and nothing of others is shown: it needs read access, and answers ' +
      `what the rows of this viewer make, the same for ${PYTHON_CACHE_SECONDS} seconds. The account has to allow Python, and the server ` +
      'needs bubblewrap: else it is refused with `python_unavailable` and the reason.',
    access: signedInOrCreator,
    body: optionalJson(ReportPythonRunInput),
    answer: PythonAnalysisFilteredRun,
    engineStage: 'rows',
    refusals: ['python_unavailable'],
  }),
};
