import { emptyRecord } from '../definitions/empty-record.ts';
import type { Fields } from '../yaml/fields.ts';
import { INTERVAL_UNITS, isOfMonths, parseInterval } from '../language/interval.ts';
import type { Problems } from '../files/model-file.ts';
import type { Granularity } from '../definitions/model.ts';
import { readableTitle } from '../language/titles.ts';

/** The custom granularities of a time dimension, by name. */
export function readGranularities(fields: Fields, problems: Problems): Record<string, Granularity> {
  const granularities = emptyRecord<Granularity>();
  for (const entry of fields.objects('granularities')) {
    const granularity = readGranularity(entry, problems);
    if (granularity.name in granularities)
      problems.add(entry.location, `There are two granularities of the name ${granularity.name}`);
    granularities[granularity.name] = granularity;
  }
  return granularities;
}

function readGranularity(fields: Fields, problems: Problems): Granularity {
  const name = fields.name('A granularity');
  const sql = fields.template('sql');
  const [interval, offset, origin] = [fields.text('interval'), fields.text('offset'), fields.text('origin')];
  if (sql) checkPeriods(fields, name, interval ?? periodOf(name), problems);
  else if (isUnit(name))
    problems.add(
      fields.locationOf('name'),
      `${name} is a granularity already`,
      'Only a calendar can say by sql what it means.',
    );
  else checkGranularity(fields, { name, interval, offset, origin }, problems);
  const granularity = {
    name,
    title: fields.text('title') ?? readableTitle(name),
    interval: interval ?? periodOf(name) ?? '1 day',
    ...(offset !== undefined && { offset }),
    ...(origin !== undefined && { origin }),
    ...(sql && { sql }),
  };
  fields.end(`The granularity ${name}`);
  return granularity;
}

function isUnit(name: string): boolean {
  return INTERVAL_UNITS.some((unit) => unit === name);
}

/** How long the periods of a calendar are, by the name of the granularity: `fiscal_quarter`. */
function periodOf(name: string): string | undefined {
  const unit = INTERVAL_UNITS.find((unit) => name === unit || name.endsWith(`_${unit}`));
  return unit && `1 ${unit}`;
}

/** A calendar's column gives the start of a period; how long that is, series of periods have to know. */
function checkPeriods(fields: Fields, name: string, interval: string | undefined, problems: Problems): void {
  for (const key of ['offset', 'origin'])
    if (fields.has(key))
      problems.add(
        fields.locationOf(key),
        `The granularity ${name} has both sql and ${key}`,
        'Keep one of them.',
      );
  if (interval === undefined || !parseInterval(interval))
    problems.add(
      fields.locationOf('interval'),
      `The granularity ${name} needs an interval, the length of its periods`,
      'A name that ends in a unit, such as fiscal_quarter, says it too.',
    );
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

interface WrittenGranularity {
  readonly name: string;
  readonly interval: string | undefined;
  readonly offset: string | undefined;
  readonly origin: string | undefined;
}

function checkGranularity(
  fields: Fields,
  { name, interval, offset, origin }: WrittenGranularity,
  problems: Problems,
): void {
  const steps = interval === undefined ? undefined : parseInterval(interval);
  if (!steps || steps.some(({ amount }) => amount <= 0)) {
    problems.add(
      fields.locationOf('interval'),
      `The granularity ${name} needs an interval such as 15 minutes or 1 year 6 months`,
    );
    return;
  }
  if (offset !== undefined && !parseInterval(offset))
    problems.add(
      fields.locationOf('offset'),
      `${JSON.stringify(offset)} is not an offset`,
      'Write -1 day or 1 month.',
    );
  if (offset !== undefined && origin !== undefined)
    problems.add(
      fields.locationOf('offset'),
      `The granularity ${name} has both offset and origin`,
      'Keep one of them.',
    );
  if (origin !== undefined) checkOrigin(fields, origin, isOfMonths(steps), problems);
  if (isOfMonths(steps) && steps.some((step) => !isOfMonths([step])))
    problems.add(
      fields.locationOf('interval'),
      `The granularity ${name} (${interval}) mixes months with smaller units`,
      'Steps are of months, quarters and years, or of weeks and less.',
    );
  const [step] = steps;
  const isEven =
    steps.length === 1 && step && (step.unit === 'year' || (DIVISORS[step.unit] ?? 0) % step.amount === 0);
  if (origin === undefined && !isEven) {
    problems.add(
      fields.locationOf('interval'),
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
      fields.locationOf('origin'),
      `${JSON.stringify(origin)} is not a date`,
      'Write 2024-01-01 or 2024-01-01 06:00:00.',
    );
  else if (isOfMonths && (Number(day) > 28 || /(Z|[+-]\d{2}:?\d{2})$/.test(origin.trim().slice(10))))
    problems.add(
      fields.locationOf('origin'),
      `The origin ${origin} may be on a day that not every month has`,
      'Steps of months begin on the same day of each month, the 28th at most, in the zone of the query.',
    );
}
