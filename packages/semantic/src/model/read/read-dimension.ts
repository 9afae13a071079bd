import { dimensionWords } from '../language/common-words.ts';
import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { Dimension, DimensionType } from '../definitions/model.ts';
import { readCalendarShifts } from './read-calendar-shifts.ts';
import { isPublicStated, readDescribed } from './read-described.ts';
import { readDimensionValue } from './read-dimension-value.ts';
import { readCurrency, readFormat } from './read-format.ts';
import { formattedAs } from '../language/formats.ts';
import { readGranularities } from './read-granularities.ts';
import { readLinks } from './read-links.ts';
import { readMask } from './read-mask.ts';

const TYPES = [
  'string',
  'number',
  'boolean',
  'time',
  'geo',
  'switch',
] as const satisfies readonly DimensionType[];

/** What a dimension with a fixed list of values may have; there is no column that the rest could speak of. */
const KEYS_OF_SWITCH = [
  'name',
  'title',
  'description',
  'public',
  'shown',
  'visible',
  'meta',
  'type',
  'values',
];

/** Reads a dimension; what is wrong becomes problems. */
export function readDimension(fields: Fields, problems: Problems): Dimension {
  const isPrimaryKey = fields.boolean('primary_key') ?? false;
  const described = readDescribed(fields, 'A dimension');
  const what = `The dimension ${described.name}`;
  const type = readType(fields, what, problems);
  const as = formattedAs(type, 'dimension');
  const order = fields.choice('order', ['asc', 'desc']);
  const keyDimension = fields.text('key')?.replace(/^\{?\s*(?:CUBE\.)?|\s*\}$/g, '');
  const links = readLinks(fields, described.name, problems);
  const timeShifts = readCalendarShifts(fields, problems);
  const dimension: Dimension = {
    ...described,
    kind: 'dimension',
    isPublic: isPublicStated(fields) ? described.isPublic : !isPrimaryKey,
    type,
    value: readDimensionValue(fields, described, problems),
    isPrimaryKey,
    ...readFormat(fields, as, what, problems),
    ...readCurrency(fields, as, what, problems),
    ...(order !== undefined && { order }),
    suggestFilterValues: fields.boolean('suggest_filter_values') ?? true,
    granularities: readGranularities(fields, problems),
    ...readMask(fields, problems),
    ...(timeShifts.length > 0 && { timeShifts }),
    ...(keyDimension !== undefined && { keyDimension }),
    ...(links.length > 0 && { links }),
  };
  checkType(fields, dimension, what, problems);
  // Hints to tools that write models; they change nothing.
  fields.texts('aliases');
  fields.boolean('values_as_segments');
  fields.end(what);
  return dimension;
}

function readType(fields: Fields, what: string, problems: Problems): DimensionType {
  const type = fields.choice('type', TYPES, dimensionWords);
  if (type === undefined && !fields.has('type'))
    problems.add(fields.location, `${what} has no type`, `Types are ${TYPES.join(', ')}.`);
  return type ?? 'string';
}

/** Reports what does not go with the type. */
function checkType(fields: Fields, { type, value }: Dimension, what: string, problems: Problems): void {
  if (type === 'switch') {
    fields.onlyOf(KEYS_OF_SWITCH, `${what} of type switch`);
    if (value.kind === 'values' && value.values.length === 0)
      problems.add(fields.locationOf('values'), `${what} has no values to choose from`);
  } else if (value.kind === 'values')
    problems.add(fields.locationOf('values'), `${what} has values of its own`, 'Its type is switch.');
  if (type !== 'time')
    for (const key of ['granularities', 'time_shift'])
      if (fields.has(key))
        problems.add(fields.locationOf(key), `${what} has ${key} but is no time`, 'Its type is time.');
}
