import type { Fields } from '../yaml/fields.ts';
import type { LocatedText, Problems } from '../files/model-file.ts';
import type { PreAggregation, PreAggregationType } from '../definitions/model.ts';
import { memberNameAt, readMemberName } from './read-filters.ts';
import { readRefreshKey } from './read-refresh-key.ts';

const TYPES = [
  'rollup',
  'original_sql',
  'rollup_join',
  'rollup_lambda',
] as const satisfies readonly PreAggregationType[];
const PARTITIONS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const FLAGS = [
  'external',
  'allow_non_strict_date_range_match',
  'use_original_sql_pre_aggregations',
  'read_only',
  'union_with_source_data',
];

/** What only some types have. */
const KEYS_OF_TYPES: readonly [key: string, types: readonly PreAggregationType[]][] = [
  ['rollups', ['rollup_join', 'rollup_lambda']],
  ['union_with_source_data', ['rollup_lambda']],
  ...['measures', 'dimensions', 'segments', 'time_dimensions'].map((key): [string, PreAggregationType[]] => [
    key,
    ['rollup', 'rollup_join', 'rollup_lambda'],
  ]),
];

type TimeDimension = PreAggregation['timeDimensions'][number];

/** A rollup or its kin; checked, and kept as it is written. None is built yet. */
export function readPreAggregation(fields: Fields, problems: Problems): PreAggregation {
  const name = fields.name('A pre-aggregation');
  const preAggregation: PreAggregation = {
    name,
    type: fields.choice('type', TYPES) ?? 'rollup',
    location: fields.location,
    measures: references(fields, 'measures'),
    dimensions: references(fields, 'dimensions'),
    segments: references(fields, 'segments'),
    timeDimensions: readTimeDimensions(fields, problems),
    rollups: references(fields, 'rollups'),
    indexes: fields.objects('indexes').map((index) => readIndex(index, problems)),
    definition: fields.toData(),
  };
  fields.text('sql_alias');
  fields.text('title');
  fields.text('description');
  fields.boolean('public');
  for (const key of FLAGS) fields.boolean(key);
  fields.texts('unique_key_columns');
  fields.choice('stream_offset', ['earliest', 'latest']);
  // Passed on as it is.
  fields.node('output_column_types');
  readRefreshKey(fields, problems, true);
  readPartitions(fields, preAggregation, problems);
  checkType(fields, preAggregation, problems);
  fields.end(`The pre-aggregation ${name}`);
  return preAggregation;
}

function references(fields: Fields, key: string): LocatedText[] {
  return (fields.texts(key) ?? []).map(memberNameAt);
}

function readTimeDimensions(fields: Fields, problems: Problems): TimeDimension[] {
  const single = readTimeDimension(fields, 'time_dimension');
  const several = fields.objects('time_dimensions').flatMap((entry) => {
    const time = readTimeDimension(entry, 'dimension');
    if (!time?.granularity)
      problems.add(entry.location, 'An entry of time_dimensions needs dimension and granularity');
    entry.end('An entry of time_dimensions');
    return time ?? [];
  });
  if (!single && fields.has('granularity'))
    problems.add(fields.locationOf('granularity'), 'A granularity needs a time_dimension');
  if (single && several.length > 0)
    problems.add(
      fields.locationOf('time_dimensions'),
      'A pre-aggregation has both time_dimension and time_dimensions',
      'Keep one of them.',
    );
  return single ? [single, ...several] : several;
}

function readTimeDimension(fields: Fields, key: string): TimeDimension | undefined {
  const [dimension, granularity] = [readMemberName(fields, key), readMemberName(fields, 'granularity')];
  return dimension && { dimension, ...(granularity && { granularity }) };
}

function readPartitions(fields: Fields, { name, timeDimensions }: PreAggregation, problems: Problems): void {
  const partition = fields.choice('partition_granularity', PARTITIONS);
  if (partition !== undefined && timeDimensions.length === 0)
    problems.add(
      fields.locationOf('partition_granularity'),
      `The pre-aggregation ${name} has partitions but no time_dimension`,
    );
  for (const key of ['build_range_start', 'build_range_end']) {
    const range = fields.object(key, 'sql');
    if (range && !range.template('sql', 'table')) problems.add(range.location, `${key} needs sql`);
    range?.end(key);
  }
}

function readIndex(fields: Fields, problems: Problems): PreAggregation['indexes'][number] {
  const name = fields.name('An index');
  const columns = references(fields, 'columns');
  if (columns.length === 0) problems.add(fields.location, `The index ${name} has no columns`);
  fields.choice('type', ['regular', 'aggregate']);
  fields.end(`The index ${name}`);
  return { name, columns };
}

function checkType(fields: Fields, preAggregation: PreAggregation, problems: Problems): void {
  const { name, type, measures, dimensions, segments, timeDimensions, rollups } = preAggregation;
  const what = `The pre-aggregation ${name}`;
  const isScheduled = fields.boolean('scheduled_refresh');
  const count = measures.length + dimensions.length + segments.length + timeDimensions.length;
  if (type === 'rollup' && count === 0)
    problems.add(
      fields.location,
      `${what} is empty`,
      'It needs measures, dimensions, segments or a time_dimension.',
    );
  if (type !== 'original_sql' && timeDimensions.some(({ granularity }) => granularity === undefined))
    problems.add(
      fields.locationOf('time_dimension'),
      `${what} has a time_dimension without granularity`,
      'Write granularity: day.',
    );
  if (type === 'rollup_join' && rollups.length !== 2)
    problems.add(
      fields.location,
      `${what} joins ${rollups.length} rollups`,
      'A rollup_join joins exactly two.',
    );
  if (type === 'rollup_lambda' && rollups.length === 0)
    problems.add(fields.location, `${what} needs rollups`, 'They come in the order of preference.');
  for (const [key, types] of KEYS_OF_TYPES)
    if (fields.has(key) && !types.includes(type))
      problems.add(
        fields.locationOf(key),
        `${what} is ${type === 'original_sql' ? 'an' : 'a'} ${type} and has ${key}`,
        `Of ${types.join(' and ')} alone.`,
      );
  if (type === 'rollup_join' && isScheduled)
    problems.add(
      fields.locationOf('scheduled_refresh'),
      `${what} is a rollup_join, which is never built`,
      'Take scheduled_refresh out.',
    );
}
