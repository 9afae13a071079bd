import {
  MAX_DASHBOARD_CONTROLS,
  MAX_FILTER_VALUES,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAME_LENGTH,
} from '../limits.ts';
import {
  boolean,
  describe,
  input,
  list,
  nullish,
  number,
  oneOf,
  text,
  union,
  type Static,
} from '../schema.ts';

/* What controls of a published dashboard are set to where nobody looks at it: in notifications and exports. */

const member = (what: string, example: string) =>
  text(`Full name of ${what}.`, { pattern: '.+\\..+', maxLength: MAX_MEMBER_NAME_LENGTH, example });

export const DashboardFilterOperator = oneOf('How a filter compares.', [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'is_null',
  'is_not_null',
  'is_empty',
  'is_not_empty',
  'between',
  'custom',
]);
export type DashboardFilterOperator = Static<typeof DashboardFilterOperator>;

const scalar = [
  text('A text, a date or a period.', { example: 'shipped' }),
  number('A number.'),
  boolean('True or false.'),
] as const;

export const DashboardFilter = input(
  'A value for the filter of a member. A dashboard without a visible filter for the member ignores it.',
  {
    member: member('a dimension', 'orders.status'),
    operator: nullish(
      describe(DashboardFilterOperator, 'Default `equals`. `custom` is kept and filters by nothing.'),
    ),
    value: nullish(
      union('What is compared with; none for the tests for null and empty, two ends for `between`.', [
        ...scalar,
        list(union('One of several.', scalar), 'Several values.', { maxItems: MAX_FILTER_VALUES }),
      ]),
    ),
    caseSensitive: nullish(boolean('Kept for other clients: texts are compared as the data source does.')),
    startInclusive: nullish(boolean('Kept for other clients: both ends of `between` count.')),
    endInclusive: nullish(boolean('Kept for other clients: both ends of `between` count.')),
  },
);
export type DashboardFilter = Static<typeof DashboardFilter>;

export const DashboardTimeGrain = input('A granularity for the control of a time dimension.', {
  member: member('a time dimension', 'orders.created_at'),
  grain: text('One of those that the control offers; another one is ignored.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'month',
  }),
});
export type DashboardTimeGrain = Static<typeof DashboardTimeGrain>;

export const DashboardMemberSwitcher = input(
  'A choice of a field switcher (a FIELD widget). A dashboard without one that offers it ignores it.',
  {
    member: member('the member that is replaced', 'orders.count'),
    selected: text(
      'Full name of the member in its place: one of those that the switcher offers, or the replaced one.',
      {
        maxLength: MAX_MEMBER_NAME_LENGTH,
        example: 'orders.revenue',
      },
    ),
  },
);
export type DashboardMemberSwitcher = Static<typeof DashboardMemberSwitcher>;

const bounded = { maxItems: MAX_DASHBOARD_CONTROLS };

/** The three kinds of settings, as requests send and answers show them. */
export const controlFields = {
  filters: nullish(list(DashboardFilter, 'Filters at rendering, for every recipient.', bounded)),
  timeGrains: nullish(list(DashboardTimeGrain, 'Granularities at rendering.', bounded)),
  memberSwitchers: nullish(list(DashboardMemberSwitcher, 'Choices of field switchers.', bounded)),
};
