import { schemas } from '@oriel/contract';

const { boolean, freeObject, integer, list, object, optional, text, union } = schemas;

const MAX_MEMBERS = 50;
const MAX_FILTERS = 50;
const member = text('Full name of a member, such as `orders.count`.', { maxLength: 512 });
const members = (what: string) => optional(list(member, what, { maxItems: MAX_MEMBERS }));

/**
 * The query of a tool: what a model and the author of a certified query write of the query API, in one schema without
 * references. The query API itself checks it. `compareDateRange`, which has several results, is not there.
 */
export const querySchema = object('A query of the data model, as the query API takes it.', {
  measures: members('Measures.'),
  dimensions: members('Dimensions that rows are grouped by.'),
  timeDimensions: optional(
    list(
      object('A time dimension that groups rows, limits them, or both.', {
        dimension: member,
        granularity: optional(
          text(
            '`day`, `week`, `month`, `quarter`, `year`, or one of its own; without it rows are limited only.',
            {
              maxLength: 128,
            },
          ),
        ),
        dateRange: optional(
          union('A range in words such as `last 30 days`, or the first and the last date.', [
            text('Words, or one date.', { maxLength: 128 }),
            list(text('A date such as `2026-01-31`.', { maxLength: 64 }), 'First and last date.', {
              minItems: 1,
              maxItems: 2,
            }),
          ]),
        ),
      }),
      'Time dimensions.',
      { maxItems: 8 },
    ),
  ),
  filters: optional(
    list(
      freeObject(
        'A condition `{member, operator, values}`, or `{and: […]}`, `{or: […]}`. Operators: equals, notEquals, contains, notContains, ' +
          'startsWith, endsWith, gt, gte, lt, lte, set, notSet, inDateRange, notInDateRange, beforeDate, afterDate. Values are texts.',
      ),
      'Conditions that all hold.',
      { maxItems: MAX_FILTERS },
    ),
  ),
  segments: members('Segments.'),
  order: optional(
    union('Members that rows are ordered by.', [
      freeObject('`asc` or `desc` by the full name of a member of the query.'),
      list(
        list(text('Full name of a member, then `asc` or `desc`.', { maxLength: 512 }), 'One of them.', {
          minItems: 2,
          maxItems: 2,
        }),
        'Pairs, the first of which orders first.',
        { maxItems: MAX_MEMBERS },
      ),
    ]),
  ),
  limit: optional(integer('Rows at most.', { minimum: 1, maximum: 50_000 })),
  offset: optional(integer('Rows that are left out at the beginning.', { minimum: 0 })),
  timezone: optional(
    text('IANA name of the zone of dates, such as `Europe/Berlin`; default that of the conversation.', {
      maxLength: 64,
    }),
  ),
  ungrouped: optional(boolean('Whether rows are those of the table, not grouped by dimensions.')),
  calculatedFields: optional(
    freeObject('Fields of this query alone, by their full names, such as `{"orders.margin": {"sql": "…"}}`.'),
  ),
});
