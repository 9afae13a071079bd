import type { Access } from '../access.ts';
import {
  MAX_BATCH_QUERIES,
  MAX_BLENDED_QUERIES,
  MAX_COMPARED_RANGES,
  MAX_DATE_LENGTH,
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUES,
  MAX_FILTER_VALUE_LENGTH,
  MAX_GRANULARITY_LENGTH,
  MAX_HEADER_BYTES,
  MAX_QUERY_BODY_BYTES,
  MAX_JOIN_HINTS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_CALCULATED_FIELDS,
  MAX_PERIOD_COMPARISONS,
  MAX_QUERY_FILTERS,
  MAX_QUERY_MEMBERS,
  MAX_QUERY_OFFSET,
  MAX_QUERY_TIME_DIMENSIONS,
  MAX_TIMEZONE_LENGTH,
} from '../limits.ts';
import { bytes, json, jsonLines, operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  integer,
  list,
  mapOf,
  nullish,
  number,
  object,
  oneOf,
  optional,
  text,
  union,
  unsafe,
} from '../schema.ts';
import { CalculatedField, FillMissingRows, PeriodComparison } from './report-content.ts';

/** A query of a viewer: a user's credential, the token of an embed session, or a data token. */
const querying: Access = { principals: ['user', 'embed', 'data'], role: 'Viewer' };

export const QueryError = object('Why a query was refused, in the words of its protocol.', {
  error: text('What is wrong; `Continue wait` asks to send the same query again, for it is still running.'),
  code: optional(text('A stable code from the error catalogue, where one fits.')),
  type: optional(text('`UserError` where the query itself is wrong.')),
  plainError: optional(text('The same as `error`, where the query itself is wrong.')),
  path: optional(text('The part of the query that is wrong, such as `filters[0].values`.')),
  requestId: optional(text('After a 500 and above: what the log of the server has the cause under.')),
});

const member = (description: string, example: string) =>
  text(description, { maxLength: MAX_MEMBER_NAME_LENGTH, example });
const members = (description: string, example: string) =>
  nullish(list(member('Full name of a member.', example), description, { maxItems: MAX_QUERY_MEMBERS }));
const date = text('A date, or a range in words.', { maxLength: MAX_DATE_LENGTH, example: 'last 7 days' });
const dateRange = union('A date, a range in words, or a list of one or two dates; both ends belong to it.', [
  date,
  list(date, 'First and last date.', { minItems: 1, maxItems: 2 }),
]);

export const QueryTimeDimension = object('A time dimension that cuts the rows, limits them, or both.', {
  dimension: member('Full name of the time dimension.', 'orders.created_at'),
  granularity: nullish(
    text('`day`, `month` and so on, or one of its own; without it the dimension limits the rows only.', {
      maxLength: MAX_GRANULARITY_LENGTH,
      example: 'month',
    }),
  ),
  dateRange: nullish(dateRange),
  compareDateRange: nullish(
    list(dateRange, 'Ranges of which each is a result of its own; not beside `dateRange`.', {
      maxItems: MAX_COMPARED_RANGES,
    }),
  ),
});

const group = (description: string) =>
  nullish(
    list(freeObject('A condition, or a group of them.'), `${description} At most ${MAX_FILTER_DEPTH} deep.`, {
      maxItems: MAX_QUERY_FILTERS,
    }),
  );

export const QueryFilter = object('A condition on a member, or a group of conditions.', {
  member: nullish(member('Full name of the member.', 'orders.status')),
  operator: nullish(text('Such as `equals`, `contains`, `gt`, `inDateRange`, `set`.', { example: 'equals' })),
  values: nullish(
    list(
      union('A value; null stands for no value.', [
        text('Of a text, or of a date.', { maxLength: MAX_FILTER_VALUE_LENGTH, example: 'completed' }),
        number('Of a number.'),
        boolean('Of true and false.'),
        unsafe<null>({ type: 'null', description: 'No value.' }),
      ]),
      `Values, at most ${MAX_FILTER_VALUES} in all filters of a query together.`,
      { maxItems: MAX_FILTER_VALUES },
    ),
  ),
  and: group('Conditions of which all hold.'),
  or: group('Conditions of which any holds.'),
});

export const Query = object(
  'A query of the data model. Whatever it has beyond these bounds is refused with 400 and the path of the part.',
  {
    measures: members('Names of measures, such as `orders.count`.', 'orders.count'),
    dimensions: members('Dimensions; a time dimension may be followed by its granularity.', 'orders.status'),
    timeDimensions: nullish(
      list(QueryTimeDimension, 'Times that rows are grouped by or restricted to.', {
        maxItems: MAX_QUERY_TIME_DIMENSIONS,
      }),
    ),
    segments: members('Names of segments, which restrict the rows.', 'orders.large'),
    filters: nullish(
      list(QueryFilter, `Conditions that all hold; ${MAX_QUERY_FILTERS} with those in groups.`, {
        maxItems: MAX_QUERY_FILTERS,
      }),
    ),
    order: nullish(
      union('`asc` or `desc` by the name of a member; or a list of pairs of both.', [
        freeObject('Directions by member.'),
        list(list(text('Member or direction.'), 'Member and direction.', { maxItems: 2 }), 'Pairs.', {
          maxItems: MAX_QUERY_MEMBERS,
        }),
      ]),
    ),
    limit: optional(
      integer('Rows at most; default 10,000, at most 50,000 unless the deployment says otherwise.', {
        minimum: 0,
        example: 100,
      }),
    ),
    offset: optional(
      integer('Rows that are left out at the beginning.', {
        minimum: 0,
        maximum: MAX_QUERY_OFFSET,
        example: 0,
      }),
    ),
    timezone: nullish(
      text('IANA name of the zone of dates and buckets, default `UTC`.', {
        maxLength: MAX_TIMEZONE_LENGTH,
        example: 'Europe/Berlin',
      }),
    ),
    total: nullish(boolean('Whether the rows without limit and offset are counted.')),
    ungrouped: nullish(boolean('Whether rows are given as they are, without groups.')),
    responseFormat: optional(
      oneOf('How rows are written; default a list of objects.', ['default', 'compact', 'columnar']),
    ),
    joinHints: nullish(
      list(
        list(
          text('Name of a cube.', { maxLength: MAX_MEMBER_NAME_LENGTH, example: 'orders' }),
          'A path of cubes.',
          { minItems: 1, maxItems: MAX_JOIN_HINTS },
        ),
        'Paths by which cubes are joined.',
        { maxItems: MAX_JOIN_HINTS },
      ),
    ),
    periodComparisons: nullish(
      list(PeriodComparison, 'Measures beside what they were some time before.', {
        maxItems: MAX_PERIOD_COMPARISONS,
      }),
    ),
    fillMissingRows: nullish(
      describe(FillMissingRows, 'Rows for every bucket of a time dimension, also where there is no data.'),
    ),
    calculatedFields: nullish(
      mapOf(
        CalculatedField,
        `Members that this query adds to the model, by full name such as \`orders.margin\`, at most ${MAX_CALCULATED_FIELDS}. It names them as it does others.`,
      ),
    ),
  },
);

const queryType = optional(
  text('`multi` for a list of queries, or for one that answers with a list of results.'),
);
const cache = optional(
  text('`stale-if-slow` (default), `stale-while-revalidate`, `must-revalidate` or `no-cache`.', {
    maxLength: MAX_NAME_LENGTH,
  }),
);

/** A query as JSON text in the address. What else is in the address is ignored, as clients of this protocol expect. */
const address = {
  query: optional(
    text('The query as JSON text. One that is longer than an address may be goes into a body, by POST.', {
      maxLength: MAX_HEADER_BYTES,
      example: '{"measures":["flights.count"]}',
    }),
  ),
  queryType,
  cache,
};

const bounded = { maxBytes: MAX_QUERY_BODY_BYTES };

/** The same as JSON. */
const body = json(
  object('A query, or a list of queries.', {
    query: optional(
      unsafe<unknown>({
        description: `A \`Query\`, a list of at most ${MAX_BLENDED_QUERIES} that are blended, or either as JSON text.`,
        examples: [{ measures: ['flights.count'] }],
      }),
    ),
    queryType,
    cache,
  }),
  bounded,
);

const answers = (description: string) => ({
  200: bytes(description, 'application/json', { schema: freeObject(description) }),
});

const api = '/deployments/{deploymentId}/cubejs-api/v1';
const operation = operationsTagged('Query');
const shared = { access: querying, problems: 'query', takesUnknownFields: true } as const;

const load = {
  ...shared,
  summary: 'Ask the data model',
  description:
    'Rows of the members that the query names, under the row-level policies of the model for this caller. A query that ' +
    'takes longer than five seconds answers `{"error": "Continue wait", "stage": "#3 in queue", "timeElapsed": 5.1}`: send it ' +
    'again within ten seconds to wait for the same execution; after that it is stopped. `Server-Timing` says how long a query ' +
    'waited for its turn (`queue`) and ran (`execute`).',
  answers: answers('Rows with their annotation.'),
  engineStage: 'rows',
  refusals: ['unavailable'],
} as const;

const sql = {
  ...shared,
  // What an explorer sees of a query; it names tables and columns of the source.
  access: { ...querying, permission: 'PlaygroundRead' },
  summary: 'Compile a query to SQL',
  description:
    'The SQL and its parameters that the query would run, with the policies of this caller, and as `plan` the steps that the SQL has, ' +
    "the last one first and what it reads indented below it, in no engine's words. It shows the tables behind the " +
    'model, so it needs the permission `PlaygroundRead`, or a session in creator mode of an account with `creatorMode.showGeneratedSql`. A data token has what permissions its maker had; one that a host ' +
    'signs itself has those that it names in `oriel.permissions`.',
  answers: answers('The SQL.'),
  engineStage: 'plan',
  refusals: ['unavailable'],
} as const;

const dryRun = {
  ...shared,
  summary: 'Check a query without running it',
  description: 'The query in its normal form, and what it would answer with.',
  answers: answers('The query in its normal form.'),
  engineStage: 'plan',
  refusals: ['unavailable'],
} as const;

/** The query API of a deployment, in the protocol that existing clients speak. */
export const queryOperations = {
  load: operation(`POST ${api}/load`, { ...load, body }),
  loadByAddress: operation(`GET ${api}/load`, { ...load, query: address }),
  compileSql: operation(`POST ${api}/sql`, { ...sql, body }),
  compileSqlByAddress: operation(`GET ${api}/sql`, { ...sql, query: address }),
  dryRun: operation(`POST ${api}/dry-run`, { ...dryRun, body }),
  dryRunByAddress: operation(`GET ${api}/dry-run`, { ...dryRun, query: address }),
  meta: operation(`GET ${api}/meta`, {
    ...shared,
    summary: 'Describe the data model',
    description:
      'The cubes, views and members that the caller may see. `extended` adds definitions, for developers of the model.',
    query: {
      extended: optional(text('Present and not `false`: with definitions.')),
      onlyViews: optional(text('`true` leaves cubes out.')),
    },
    answers: answers('Cubes and views.'),
    engineStage: 'model',
    refusals: ['unavailable'],
  }),
  loadBatch: operation(`POST ${api}/load-batch`, {
    ...shared,
    summary: 'Ask many queries at once',
    description:
      'One line of JSON for each query as soon as its rows are there, in that order. Closing the connection cancels the rest. ' +
      'A viewer asks with their own rights: `dashboard` takes nothing away but rows for a page that may not be shown any more.',
    body: json(
      object('Queries with ids of the caller.', {
        queries: list(
          object('A query.', {
            id: text('Id that its line has.', { maxLength: MAX_NAME_LENGTH, example: 'revenue' }),
            query: unsafe<unknown>({
              description: 'A `Query`, or a list of them.',
              examples: [{ measures: ['flights.count'] }],
            }),
          }),
          'The queries, each answered on its own, in the order given.',
          { minItems: 1, maxItems: MAX_BATCH_QUERIES },
        ),
        cache: nullish(
          oneOf('As for a single query.', [
            'stale-if-slow',
            'stale-while-revalidate',
            'must-revalidate',
            'no-cache',
          ]),
        ),
        dashboard: nullish(
          text(
            'Public id of the published dashboard that shows the rows. Whom it is not shared with any more is refused.',
            { maxLength: MAX_NAME_LENGTH, example: 'Zk3pQ9rT1xWb' },
          ),
        ),
      }),
      bounded,
    ),
    answers: {
      200: jsonLines(
        'The answers.',
        object('The answer to one query.', {
          id: text('Id of the query.'),
          status: integer('Status that the single query would have answered.', { example: 200 }),
          answer: freeObject('What it would have answered.'),
        }),
      ),
    },
    refusals: ['unavailable', 'dashboard_not_found', 'embedding_not_allowed'],
  }),
  checkSources: operation(`GET ${api}/readyz`, {
    ...shared,
    summary: 'Check the data sources',
    description: 'Whether each data source of the model answers.',
    answers: answers('The state of each source.'),
    engineStage: 'sources',
    refusals: ['unavailable'],
  }),
};
