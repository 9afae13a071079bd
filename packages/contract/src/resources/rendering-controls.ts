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
  type TSchema,
} from '../schema.ts';

/* What controls of a published dashboard are set to where nobody looks at it: in notifications and exports. */

const member = (what: string, example: string) =>
  text(`Full name of ${what}.`, { pattern: '.+\\..+', maxLength: MAX_MEMBER_NAME_LENGTH, example });

const comparisons = [
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
] as const;

export const DashboardFilterOperator = oneOf('How a filter compares.', [...comparisons, 'custom']);
export type DashboardFilterOperator = Static<typeof DashboardFilterOperator>;

export const ControlFilterOperator = oneOf(
  'How a filter compares, those of months, quarters and years included.',
  [
    ...comparisons,
    'in_month',
    'not_in_month',
    'in_quarter',
    'not_in_quarter',
    'in_year',
    'not_in_year',
    'custom',
  ],
);
export type ControlFilterOperator = Static<typeof ControlFilterOperator>;

const scalar = [
  text('A text, a date or a period.', { example: 'shipped' }),
  number('A number.'),
  boolean('True or false.'),
] as const;

/** A filter that compares in the ways of `operator`. */
const filterFields = <S extends TSchema>(operator: S) => ({
  member: member('a dimension', 'orders.status'),
  operator: nullish(describe(operator, 'Default `equals`. `custom` is kept and filters by nothing.')),
  value: nullish(
    union(
      'What is compared with; none for the tests for null and empty, two ends for `between`, any day of it for a month, a quarter or a year.',
      [...scalar, list(union('One of several.', scalar), 'Several values.', { maxItems: MAX_FILTER_VALUES })],
    ),
  ),
  caseSensitive: nullish(boolean('Kept for other clients: texts are compared as the data source does.')),
  startInclusive: nullish(boolean('Kept for other clients: both ends of `between` count.')),
  endInclusive: nullish(boolean('Kept for other clients: both ends of `between` count.')),
});

export const DashboardFilter = input(
  'A value for the filter of a member. On a dashboard without a filter for the member it acts on the charts of the member’s view.',
  filterFields(DashboardFilterOperator),
);
export type DashboardFilter = Static<typeof DashboardFilter>;

export const ControlFilter = input(
  'What a viewer has set the filter of a member to. On a dashboard without a filter for the member it acts on the charts of the member’s view.',
  filterFields(ControlFilterOperator),
);
export type ControlFilter = Static<typeof ControlFilter>;

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

/** The three kinds of settings, as requests of a moment send them. */
export const controlFields = {
  filters: nullish(list(ControlFilter, 'Filters at rendering.', bounded)),
  timeGrains: nullish(list(DashboardTimeGrain, 'Granularities at rendering.', bounded)),
  memberSwitchers: nullish(list(DashboardMemberSwitcher, 'Choices of field switchers.', bounded)),
};

/** The same, as what is stored has them. */
export const storedControlFields = {
  ...controlFields,
  filters: nullish(list(DashboardFilter, 'Filters at rendering, for every recipient.', bounded)),
};
