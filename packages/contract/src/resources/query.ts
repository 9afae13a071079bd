import { Type } from 'typebox';
import type { Access } from '../access.ts';
import { MAX_BATCH_QUERIES, MAX_HEADER_BYTES, MAX_NAME_LENGTH } from '../limits.ts';
import { bytes, jsonLines, operation } from '../operation.ts';
import { freeObject, integer, list, nullish, object, oneOf, optional, text } from '../schema.ts';

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

const queryType = optional(
  text('`multi` for a list of queries, or for one whose answer is a list of results.'),
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
      example: '{"measures":["orders.count"]}',
    }),
  ),
  queryType,
  cache,
};

/** The same as JSON. */
const body = object('A query, or a list of queries.', {
  query: optional(
    Type.Unsafe<unknown>({
      description: 'The query, a list of queries, or either as JSON text.',
      examples: [{ measures: ['orders.count'] }],
    }),
  ),
  queryType,
  cache,
});

const answers = (description: string) => ({
  200: bytes(description, 'application/json', { schema: freeObject(description) }),
});

const api = '/deployments/{deploymentId}/cubejs-api/v1';
const tag = 'Query';
const shared = { tag, access: querying, problems: 'query', takesUnknownFields: true } as const;

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
  refusals: ['invalid_request', 'too_many_requests', 'unavailable'],
} as const;

const sql = {
  ...shared,
  // What an explorer sees of a query; it names tables and columns of the source.
  access: { ...querying, permission: 'PlaygroundRead' },
  summary: 'Compile a query to SQL',
  description:
    'The SQL and its parameters that the query would run, with the policies of this caller. It shows the tables behind the ' +
    'model, so it needs the permission `PlaygroundRead`. A data token has what permissions its maker had; one that a host ' +
    'signs itself has those that it names in `oriel.permissions`.',
  answers: answers('The SQL.'),
  engineStage: 'plan',
  refusals: ['invalid_request', 'unavailable'],
} as const;

const dryRun = {
  ...shared,
  summary: 'Check a query without running it',
  description: 'The query in its normal form, and what it would answer with.',
  answers: answers('The query in its normal form.'),
  engineStage: 'plan',
  refusals: ['invalid_request', 'unavailable'],
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
    refusals: ['forbidden', 'unavailable'],
  }),
  loadBatch: operation(`POST ${api}/load-batch`, {
    ...shared,
    summary: 'Ask many queries at once',
    description:
      'One line of JSON for each query as soon as its rows are there, in that order. Closing the connection cancels the rest.',
    body: object('Queries with ids of the caller.', {
      queries: list(
        object('A query.', {
          id: text('Id that its line has.', { maxLength: MAX_NAME_LENGTH, example: 'revenue' }),
          query: Type.Unsafe<unknown>({
            description: 'The query.',
            examples: [{ measures: ['orders.count'] }],
          }),
        }),
        'The queries.',
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
    }),
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
    refusals: ['invalid_request', 'too_many_requests', 'unavailable'],
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
