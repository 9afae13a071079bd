import type { Problems } from './model-file.ts';
import { emptyRecord } from './empty-record.ts';
import type { Fields } from './fields.ts';
import { isOfMonths, parseInterval } from './interval.ts';
import type {
  Described,
  Dimension,
  DimensionType,
  DimensionValue,
  Granularity,
  Label,
  Measure,
  MeasureType,
  Segment,
} from './model.ts';
import { parseSnippet } from './snippet.ts';
import { readableTitle } from './titles.ts';

const DIMENSION_TYPES = [
  'string',
  'number',
  'boolean',
  'time',
  'geo',
] as const satisfies readonly DimensionType[];
const MEASURE_TYPES = [
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'number',
  'string',
  'boolean',
  'time',
] as const satisfies readonly MeasureType[];
const UNSUPPORTED_DIMENSION_KEYS = [
  'sub_query',
  'propagate_filters_to_sub_query',
  'time_shift',
  'mask',
  'links',
  'key',
  'values',
  'multi_stage',
  'add_group_by',
  'filter',
  'values_as_segments',
];
const UNSUPPORTED_MEASURE_KEYS = [
  'rolling_window',
  'multi_stage',
  'grain',
  'group_by',
  'reduce_by',
  'add_group_by',
  'filter',
  'time_shift',
  'order_by',
  'case',
  'mask',
  'drill_filters',
];

/** What every named thing may carry, read in one place. */
export function readDescribed(fields: Fields, what: string): Described {
  const name = fields.name(what);
  const isPublic = fields.boolean('public') ?? fields.boolean('shown') ?? fields.boolean('visible');
  const [description, meta] = [fields.text('description'), fields.data('meta')];
  return {
    name,
    title: fields.text('title') ?? readableTitle(name),
    ...(description !== undefined && { description }),
    isPublic: isPublic ?? true,
    ...(meta !== undefined && { meta }),
    place: fields.place,
  };
}

export function readDimension(fields: Fields, problems: Problems): Dimension {
  const isPrimaryKey = fields.boolean('primary_key') ?? false;
  const isPublicStated = fields.has('public') || fields.has('shown') || fields.has('visible');
  const described = readDescribed(fields, 'A dimension');
  fields.unsupported(...UNSUPPORTED_DIMENSION_KEYS);
  if (fields.text('type') === 'switch') fields.unsupported('type');
  const type = fields.text('type') === 'switch' ? undefined : fields.choice('type', DIMENSION_TYPES);
  if (type === undefined && !fields.has('type')) {
    problems.add(
      described.place,
      `The dimension ${described.name} has no type`,
      `Types are ${DIMENSION_TYPES.join(', ')}.`,
    );
  }
  const [format, currency, order] = [
    fields.data('format'),
    fields.text('currency'),
    fields.choice('order', ['asc', 'desc']),
  ];
  const dimension: Dimension = {
    ...described,
    kind: 'dimension',
    isPublic: isPublicStated ? described.isPublic : !isPrimaryKey,
    type: type ?? 'string',
    value: readDimensionValue(fields, problems, described),
    isPrimaryKey,
    ...(format !== undefined && { format }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(order !== undefined && { order }),
    suggestFilterValues: fields.boolean('suggest_filter_values') ?? true,
    granularities: readGranularities(fields, problems),
  };
  fields.texts('aliases');
  fields.end(`The dimension ${described.name}`);
  return dimension;
}

function readDimensionValue(fields: Fields, problems: Problems, { name, place }: Described): DimensionValue {
  const ways = ['sql', 'case', 'latitude'].filter((key) => fields.has(key));
  if (ways.length !== 1) {
    const found = ways.length === 0 ? 'none' : ways.join(' and ');
    problems.add(
      place,
      `The dimension ${name} needs exactly one of sql, case, or latitude with longitude; it has ${found}`,
    );
  }
  const sql = fields.snippet('sql');
  if (sql) return { kind: 'sql', sql };
  const [latitude, longitude] = [coordinate(fields, 'latitude'), coordinate(fields, 'longitude')];
  if (latitude && longitude) return { kind: 'geo', latitude, longitude };
  const choice = fields.object('case');
  if (!choice) return { kind: 'sql', sql: parseSnippet('null', place, problems) };
  choice.unsupported('switch');
  const when = choice.objects('when').map((branch) => ({
    sql: branch.snippet('sql') ?? parseSnippet('false', branch.place, problems),
    label: readLabel(branch, problems),
  }));
  const otherwise = choice.object('else');
  choice.end('case');
  return { kind: 'case', when, ...(otherwise && { otherwise: readLabel(otherwise, problems) }) };
}

function coordinate(fields: Fields, key: string) {
  const part = fields.object(key);
  const sql = part?.snippet('sql');
  part?.end(key);
  return sql;
}

function readLabel(branch: Fields, problems: Problems): Label {
  const node = branch.node('label');
  if (node?.kind === 'scalar' && node.value !== null) return { kind: 'text', text: String(node.value) };
  const sql = branch.object('label')?.snippet('sql');
  if (!sql)
    problems.add(
      branch.place,
      'A case branch needs a label',
      'Write label: some text, or label: with sql below it.',
    );
  return sql ? { kind: 'sql', sql } : { kind: 'text', text: '' };
}

function readGranularities(fields: Fields, problems: Problems): Record<string, Granularity> {
  const granularities = emptyRecord<Granularity>();
  for (const entry of fields.objects('granularities')) {
    const name = entry.name('A granularity');
    entry.unsupported('sql');
    const [interval, offset, origin] = [entry.text('interval'), entry.text('offset'), entry.text('origin')];
    checkGranularity(entry, { name, interval, offset, origin }, problems);
    granularities[name] = {
      name,
      title: entry.text('title') ?? readableTitle(name),
      interval: interval ?? '1 day',
      ...(offset !== undefined && { offset }),
      ...(origin !== undefined && { origin }),
    };
    entry.end(`The granularity ${name}`);
  }
  return granularities;
}

/** Intervals that do not divide a bigger unit evenly would begin somewhere else every year. */
const DIVISORS: Record<string, number> = {
  month: 12,
  quarter: 4,
  week: 1,
  day: 1,
  hour: 24,
  minute: 60,
  second: 60,
};

function checkGranularity(
  fields: Fields,
  {
    name,
    interval,
    offset,
    origin,
  }: { name: string; interval: string | undefined; offset: string | undefined; origin: string | undefined },
  problems: Problems,
): void {
  const steps = interval === undefined ? undefined : parseInterval(interval);
  if (!steps || steps.some(({ amount }) => amount <= 0)) {
    problems.add(
      fields.placeOf('interval'),
      `The granularity ${name} needs an interval such as 15 minutes or 1 year 6 months`,
    );
    return;
  }
  if (offset !== undefined && !parseInterval(offset))
    problems.add(
      fields.placeOf('offset'),
      `${JSON.stringify(offset)} is not an offset`,
      'Write -1 day or 1 month.',
    );
  if (offset !== undefined && origin !== undefined)
    problems.add(
      fields.placeOf('offset'),
      `The granularity ${name} has both offset and origin`,
      'Keep one of them.',
    );
  if (origin !== undefined) checkOrigin(fields, origin, isOfMonths(steps), problems);
  if (isOfMonths(steps) && steps.some((step) => !isOfMonths([step])))
    problems.add(
      fields.placeOf('interval'),
      `The granularity ${name} (${interval}) mixes months with smaller units`,
      'Steps are of months, quarters and years, or of weeks and less.',
    );
  const [step] = steps;
  const isEven =
    steps.length === 1 && step && (step.unit === 'year' || (DIVISORS[step.unit] ?? 0) % step.amount === 0);
  if (origin === undefined && !isEven) {
    problems.add(
      fields.placeOf('interval'),
      `The granularity ${name} (${interval}) does not divide a bigger unit evenly`,
      'Give it an origin, the moment from which the steps are counted.',
    );
  }
}

const ORIGIN = /^(\d{4}-\d{2}-(\d{2}))([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function checkOrigin(fields: Fields, origin: string, isOfMonths: boolean, problems: Problems): void {
  const [, date = '', day = ''] = ORIGIN.exec(origin.trim()) ?? [];
  // The 30th of February is read as a day of March.
  if (Number.isNaN(Date.parse(origin)) || new Date(date).getUTCDate() !== Number(day))
    problems.add(
      fields.placeOf('origin'),
      `${JSON.stringify(origin)} is not a date`,
      'Write 2024-01-01 or 2024-01-01 06:00:00.',
    );
  else if (isOfMonths && (Number(day) > 28 || /(Z|[+-]\d{2}:?\d{2})$/.test(origin.trim().slice(10))))
    problems.add(
      fields.placeOf('origin'),
      `The origin ${origin} may be on a day that not every month has`,
      'Steps of months begin on the same day of each month, the 28th at most, in the zone of the query.',
    );
}

export function readMeasure(fields: Fields, problems: Problems): Measure {
  const described = readDescribed(fields, 'A measure');
  fields.unsupported(...UNSUPPORTED_MEASURE_KEYS);
  const type = fields.choice('type', MEASURE_TYPES);
  if (!fields.has('type'))
    problems.add(
      described.place,
      `The measure ${described.name} has no type`,
      `Types are ${MEASURE_TYPES.join(', ')}.`,
    );
  const sql = fields.snippet('sql');
  if (sql === undefined && type !== undefined && type !== 'count') {
    problems.add(described.place, `The measure ${described.name} of type ${type} needs sql`);
  }
  const [format, currency] = [fields.data('format'), fields.text('currency')];
  const measure: Measure = {
    ...described,
    kind: 'measure',
    type: type ?? 'count',
    ...(sql && { sql }),
    filters: readFilters(fields, 'filters'),
    ...(format !== undefined && { format }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    drillMembers: (fields.texts('drill_members') ?? []).map(({ text }) => text),
  };
  fields.texts('aliases');
  fields.end(`The measure ${described.name}`);
  return measure;
}

function readFilters(fields: Fields, key: string) {
  return fields.objects(key).flatMap((filter) => {
    const sql = filter.snippet('sql');
    filter.end('A filter');
    return sql ? [sql] : [];
  });
}

export function readSegment(fields: Fields, problems: Problems): Segment {
  const described = readDescribed(fields, 'A segment');
  const sql = fields.snippet('sql');
  if (!sql) problems.add(described.place, `The segment ${described.name} needs sql`);
  fields.texts('aliases');
  fields.end(`The segment ${described.name}`);
  return { ...described, kind: 'segment', sql: sql ?? parseSnippet('true', described.place, problems) };
}
