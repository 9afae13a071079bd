/**
 * What can be wrong with a query, by code, and what each code means. The codes are part of the query API; the message
 * of an error says which part of the query it is and what to write instead.
 */
export const queryErrors = {
  ambiguous_filter:
    'A cube asks for the conditions on another, and the query has different ones on it by several ways',
  calendar_period: 'A period of a calendar is asked for where only its own times know it',
  choice_without_dimension: 'A case measure needs the dimension that chooses its branch in the query',
  context_missing: 'The model needs a key of the security context that the caller does not have',
  engine_cannot: 'The engine of the data source has nothing that answers such a query',
  fill_without_granularity: 'Missing rows are filled along a time dimension with a granularity only',
  invalid_date: 'A text is no date, or no range of dates',
  invalid_expression: 'The expression of a calculated field cannot be read, or its parts do not go together',
  invalid_policy: 'A row filter of the model cannot take the value that the caller has for it',
  invalid_query: 'The query is not of the form that the API takes',
  invalid_value: 'A value of a filter is not of the type of its member',
  limit_exceeded: 'The query asks for more rows than the deployment allows',
  measure_multiplied: 'The SQL of a measure refers to cubes by joins that repeat its rows',
  mixed_filter_group: 'One filter group holds conditions that restrict different things',
  no_join_path: 'No joins lead from one cube of the query to all others',
  no_primary_key: 'Joins repeat the rows of a cube that has no primary key',
  several_sources: 'The cubes of the query lie in several data sources',
  stage_not_aggregated: 'A measure over groups finer than those of the query does not aggregate them',
  too_complex: 'The query takes more work to compile than a request may',
  too_many_buckets: 'A time range has more buckets than may be filled',
  ungrouped_filter: 'An ungrouped query filters by a measure',
  ungrouped_keys: 'An ungrouped query does not select every primary key',
  ungrouped_stage: 'An ungrouped query asks for a measure that is computed over groups',
  unknown_granularity: 'A time dimension does not have the granularity',
  unknown_member: 'There is no such cube, view or member that the caller may know of',
  unknown_source: 'The model names a data source that the deployment does not have',
  unknown_time_shift: 'No calendar of the query declares the named time shift',
  window_ranges: 'The query limits its times differently, and a moving window looks along one of them',
  wrong_kind: 'A member is of another kind or type than its place in the query takes',
} as const satisfies Record<string, string>;

/** A key of {@link queryErrors}. */
export type QueryErrorCode = keyof typeof queryErrors;

/**
 * Faults of which the message speaks of the model's insides: joins, keys, formulas, row filters. A caller who may not
 * read the model is told the meaning of the code instead.
 */
export const modelFaults: ReadonlySet<QueryErrorCode> = new Set<QueryErrorCode>([
  'ambiguous_filter',
  'calendar_period',
  'choice_without_dimension',
  'context_missing',
  'invalid_policy',
  'measure_multiplied',
  'no_join_path',
  'no_primary_key',
  'several_sources',
  'stage_not_aggregated',
  'ungrouped_keys',
  'ungrouped_stage',
  'unknown_source',
  'unknown_time_shift',
  'window_ranges',
]);
