import { signedIn } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import {
  MAX_FINDINGS_BYTES,
  MAX_ITEM_FINDINGS_BYTES,
  MAX_LIST_ITEMS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAME_LENGTH,
} from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { branchName, DataModelFindings } from './model-files.ts';

export const ContentProblem = oneOf(
  '`missing`: the model has no such member. `hidden`: it has one that no query may show. `wrong_kind`: it is a measure, a dimension ' +
    'or a segment where another is needed. `wrong_type`: it is no time and is used as one. `type_changed`: its values have another ' +
    'type than in production. `granularity_missing`: it cannot be cut so.',
  ['missing', 'hidden', 'wrong_kind', 'wrong_type', 'type_changed', 'granularity_missing'],
);
export type ContentProblem = Static<typeof ContentProblem>;

/** The names of a widget and of a report, each with characters as JSON escapes them, among a few words. */
const MAX_PLACE_LENGTH = 2 * 6 * MAX_NAME_LENGTH + 200;

export const ContentFinding = object('A member that content names and that does not do.', {
  place: text('Where the content names it.', { maxLength: MAX_PLACE_LENGTH, example: 'filters' }),
  member: text('The member as it is named there.', {
    example: 'orders.status',
    maxLength: MAX_MEMBER_NAME_LENGTH,
  }),
  problem: describe(ContentProblem, 'What is wrong with it.'),
  message: text('The same as a sentence.', {
    example: 'The model has no member orders.status; it may be orders.state now',
  }),
  isNew: boolean(
    'Whether it does in production, so that this branch breaks it; false for what is broken there too.',
  ),
  suggestion: optional(
    text('The one member that is new in its place: of the same cube or view, kind and type.', {
      example: 'orders.state',
    }),
  ),
});
export type ContentFinding = Static<typeof ContentFinding>;

export const ContentType = oneOf(
  '`REPORT`: a report. `WORKBOOK`: the calculated fields of a workbook and the draft of its dashboard. `DASHBOARD`: the newest published ' +
    'version. `NOTIFICATION`: the controls of a notification, and its dashboard; administrators see them.',
  ['REPORT', 'WORKBOOK', 'DASHBOARD', 'NOTIFICATION'],
);
export type ContentType = Static<typeof ContentType>;

export const BrokenContent = object('An item of the workspace that names members which do not do.', {
  type: describe(ContentType, 'What it is.'),
  id: id('Id of the item, among those of its kind.'),
  name: text('Its name; of a dashboard and of a notification the title of the dashboard.'),
  workbookId: nullish(id('Id of the workbook that it belongs to; null of a report in none.')),
  state: oneOf('Whether it is what viewers see, or what authors work on.', ['draft', 'published']),
  isNew: boolean('Whether one of the findings is new.'),
  findings: list(ContentFinding, 'Each member once for each place; at most 1,000, and 1 MiB together.', {
    maxItems: MAX_LIST_ITEMS,
  }),
});
export type BrokenContent = Static<typeof BrokenContent>;

const count = (what: string) => integer(what, { minimum: 0, example: 12 });

export const ContentValidationResponse = object('What a branch would break.', {
  branchName: text('Name of the branch with the model that the content was checked against.', {
    example: 'next',
  }),
  valid: boolean('Whether the model of the branch compiles and breaks nothing that works in production.'),
  errors: describe(DataModelFindings, 'Why the model does not compile; then no content was checked.'),
  checkedCount: count('Items that were checked: those that the caller sees.'),
  uncheckedCount: count('Items that cannot be checked: queries in SQL and Python, and what is no query.'),
  newlyBrokenCount: count('Items with a finding that is new.'),
  brokenCount: count('Items with any finding.'),
  items: boundedTo(
    MAX_FINDINGS_BYTES + 2 * MAX_ITEM_FINDINGS_BYTES,
    list(
      BrokenContent,
      'The items with findings, those with new ones first; at most 1,000, and 8 MiB together.',
      { maxItems: MAX_LIST_ITEMS },
    ),
  ),
});
export type ContentValidationResponse = Static<typeof ContentValidationResponse>;

const operation = operationsTagged('Data Model');

export const contentValidationOperations = {
  validateContent: operation('GET /api/v1/deployments/{deploymentId}/content-validation', {
    summary: 'Find the content that a branch breaks',
    description:
      'Compares what reports, workbooks, published dashboards and notifications name with the model of a branch, with what is saved on it ' +
      'and not committed yet, and with that of production, without running a query: members that are gone, hidden, of another kind or ' +
      'type, and granularities. Only items that the caller sees; policies of rows and members are not looked at, and what templates ' +
      'make for single callers is compiled for none.',
    access: { ...signedIn, permission: 'SchemaRead' },
    query: {
      branchName: optional(
        branchName(
          'The branch; default the one that the caller has in dev mode, else the one that is deployed.',
        ),
      ),
    },
    answer: ContentValidationResponse,
    refusals: ['branch_not_found'],
  }),
};
