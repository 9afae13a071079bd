import { compileModel, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DateTime, type DateTimeUnit } from 'luxon';
import { stringify } from 'yaml';
import { rowsOf } from '../support/query-rows.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';
import { comparePairs } from '../support/property-settings.ts';

const test = onEveryEngine();

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
];
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const HOUR = 3_600_000;

/** A moment of the years 2010 to 2030, often near midnight of the end of March or October, when clocks change. */
const moments = fc.oneof(
  fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) }),
  fc
    .record({
      year: fc.integer({ min: 2010, max: 2029 }),
      month: fc.constantFrom(2, 3, 9, 10, 11),
      hours: fc.integer({ min: -14 * 24, max: 14 * 24 }),
      rest: fc.nat(HOUR),
    })
    .map(({ year, month, hours, rest }) => Date.UTC(year, month) + hours * HOUR + rest),
);

/** Types of a column that hold the same instant. */
const types = fc.constantFrom('TIMESTAMP', 'TIMESTAMPTZ');
const instantLists = fc.array(moments, { minLength: 1, maxLength: 12 });

test('every predefined granularity begins where the calendar of the zone says', async (database) => {
  const asked = fc.tuple(instantLists, fc.constantFrom(...ZONES), fc.constantFrom(...UNITS), types);
  await comparePairs('granularities', database, asked, async ([instants, timezone, granularity, type]) => {
    const expected = instants.map((instant) =>
      wallClockOf(instant, timezone).startOf(granularity).toFormat('yyyy-MM-dd HH:mm:ss'),
    );
    const found = await bucketsOf(database, { instants, timezone, granularity, type });
    assert.deepEqual(found, countEach(expected));
    return 'compared';
  });
});

/** A custom granularity: steps of several units, or of one with an offset. */
const custom = fc.oneof(
  fc.record({
    interval: fc.constantFrom(
      '15 minutes',
      '30 seconds',
      '6 hours',
      '2 months',
      '6 months',
      '2 quarters',
      '3 years',
    ),
  }),
  fc.record({
    interval: fc.constantFrom('1 day', '1 week', '1 month', '1 quarter', '1 year'),
    offset: fc.constantFrom('-1 day', '6 hours', '2 weeks', '1 month', '-1 month 3 days'),
  }),
  fc.record({
    interval: fc.constantFrom('15 minutes', '7 hours', '10 days', '2 weeks'),
    origin: fc.constantFrom('2024-03-01T00:00:00Z', '2024-07-31T12:30:00+05:30'),
  }),
  fc.record({
    interval: fc.constantFrom(
      '15 minutes',
      '7 hours',
      '10 days',
      '2 weeks',
      '1 month',
      '5 months',
      '1 year 6 months',
    ),
    origin: fc.constantFrom('2024-01-01', '2019-07-15', '2024-02-10 06:30:00'),
  }),
);

interface Custom {
  readonly interval: string;
  readonly offset?: string;
  readonly origin?: string;
}

test('steps of a custom granularity are counted from its origin on the wall clock', async (database) => {
  const asked = fc.tuple(instantLists, fc.constantFrom(...ZONES), custom, types);
  await comparePairs('custom granularities', database, asked, async ([instants, timezone, own, type]) => {
    const expected = instants.map((instant) =>
      startOfStep(wallClockOf(instant, timezone), own, timezone).toFormat('yyyy-MM-dd HH:mm:ss'),
    );
    const found = await bucketsOf(database, { instants, timezone, granularity: 'own', type, own });
    assert.deepEqual(found, countEach(expected));
    return 'compared';
  });
});

/** Of no months, so that a window is the same whether it is put together of buckets or of rows. */
const steps = fc.constantFrom<Custom>(
  { interval: '1 day', offset: '6 hours' },
  { interval: '1 week', offset: '-1 day' },
  { interval: '1 week', offset: '30 minutes' },
  { interval: '15 minutes' },
  { interval: '8 hours', offset: '90 minutes' },
  { interval: '2 weeks', origin: '2024-01-03' },
  { interval: '5 days', origin: '2024-01-01T10:30:00' },
);
const windows = fc.oneof(
  fc.record({ type: fc.constant('to_date'), granularity: fc.constantFrom('other', 'day', 'week') }),
  fc.record({ trailing: fc.constantFrom('1 week', '3 day', '5 hour', 'unbounded') }),
  fc.record({ leading: fc.constantFrom('1 week', '1 day'), offset: fc.constantFrom('start', 'end') }),
);

test('a window over periods of any kind holds the rows between its bounds', async (database) => {
  const times = fc.array(fc.integer({ min: Date.UTC(2024, 1, 20), max: Date.UTC(2024, 2, 20) }), {
    maxLength: 12,
  });
  const asked = fc.tuple(times, steps, steps, windows);
  await comparePairs('windows', database, asked, async ([instants, own, other, window]) => {
    const [first, last] = [DateTime.utc(2024, 3, 4, 5, 20), DateTime.utc(2024, 3, 8, 23)];
    const starts = [startOfStep(first, own, 'UTC')];
    for (let at = starts[0]; at && (at = at.plus(durationOf(own.interval))) <= last;) starts.push(at);
    const inWindow = starts.map((start) => [
      start.toFormat('yyyy-MM-dd HH:mm:ss'),
      instants.filter((instant) => {
        const [from, to] = boundsOf(window, start, start.plus(durationOf(own.interval)), other);
        return instant >= from && instant < to;
      }).length,
    ]);
    const counted = await windowCounts(database, instants, { own, other, window }, [first, last]);
    assert.deepEqual(counted, inWindow);
    return 'compared';
  });
});

/** Around the ends of months and the 29th of February, in years with one and without. */
const monthEnds = fc
  .record({
    year: fc.constantFrom(1999, 2000, 2023, 2024, 2025),
    month: fc.constantFrom(0, 1, 2, 3, 11),
    days: fc.integer({ min: -3, max: 2 }),
    rest: fc.constantFrom(0, 1, 12 * HOUR, 24 * HOUR - 1),
  })
  .map(({ year, month, days, rest }) => Date.UTC(year, month + 1) + days * 24 * HOUR + rest);

const shifts = fc.record({
  instants: fc.array(monthEnds, { minLength: 1, maxLength: 10 }),
  interval: fc.constantFrom(
    '1 day',
    '30 days',
    '1 month',
    '2 months',
    '1 quarter',
    '1 year',
    '4 years',
    '1 week',
  ),
  type: fc.constantFrom('prior', 'next'),
  granularity: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'),
  column: types,
});

test('a number of another time is that of the rows that are moved into the bucket', async (database) => {
  await comparePairs('time shifts', database, shifts, async (asked) => {
    const { instants, interval, type, granularity, timezone, column } = asked;
    const cube = {
      name: 'events',
      sql: `SELECT moment, n FROM (VALUES ${valuesOf(instants, column).map((value, at) => `(${value}, ${2 ** at})`)}) AS v(moment, n)`,
      dimensions: [{ name: 'at', sql: 'moment', type: 'time' }],
      measures: [
        { name: 'total', type: 'sum', sql: 'n' },
        {
          name: 'moved',
          type: 'number',
          sql: '{total}',
          multi_stage: true,
          time_shift: [{ interval, type }],
        },
      ],
    };
    const rows = await rowsOf(database, compile(cube), {
      measures: ['events.total', 'events.moved'],
      timeDimensions: [{ dimension: 'events.at', granularity }],
      timezone,
    });
    const bucketOf = (local: DateTime) => local.startOf(granularity as DateTimeUnit).toFormat(FORMAT);
    const expected: Record<string, [number | null, number | null]> = {};
    for (const [at, instant] of instants.entries()) {
      const local = wallClockOf(instant, timezone);
      const moved = type === 'prior' ? local.plus(durationOf(interval)) : local.minus(durationOf(interval));
      const add = (bucket: string, of: 0 | 1) => {
        const sums = (expected[bucket] ??= [null, null]);
        sums[of] = (sums[of] ?? 0) + 2 ** at;
      };
      add(bucketOf(local), 0);
      add(bucketOf(moved), 1);
    }
    const found = Object.fromEntries(
      rows.map((row) => [
        String(row[`events.at.${granularity}`]),
        [row['events.total'], row['events.moved']],
      ]),
    );
    assert.deepEqual(found, expected, JSON.stringify(rows));
    return 'compared';
  });
});

const monthWindows = fc.record({
  instants: fc.array(monthEnds, { minLength: 1, maxLength: 10 }),
  granularity: fc.constantFrom('month', 'quarter', 'year'),
  window: fc.oneof(
    fc.record({ trailing: fc.constantFrom('1 month', '2 months', '1 quarter', '1 year', 'unbounded') }),
    fc.record({ leading: fc.constantFrom('1 month', '1 year'), offset: fc.constantFrom('start', 'end') }),
    fc.record({ type: fc.constant('to_date'), granularity: fc.constantFrom('quarter', 'year') }),
  ),
  column: types,
});

test('a window of months ends with the months, however long they are', async (database) => {
  await comparePairs('windows of months', database, monthWindows, async (asked) => {
    const { instants, granularity, window, column } = asked;
    const cube = {
      name: 'events',
      sql: `SELECT moment FROM (VALUES ${valuesOf(instants, column).map((value) => `(${value})`)}) AS v(moment)`,
      dimensions: [{ name: 'at', sql: 'moment', type: 'time' }],
      measures: [{ name: 'count', type: 'count', sql: 'moment', rolling_window: window }],
    };
    const rows = await rowsOf(database, compile(cube), {
      measures: ['events.count'],
      timeDimensions: [{ dimension: 'events.at', granularity, dateRange: ['2023-10-01', '2024-12-31'] }],
    });
    const unit = granularity as 'month' | 'quarter' | 'year';
    const starts = [DateTime.utc(2023, 10, 1).startOf(unit)];
    const last = DateTime.utc(2024, 12, 31);
    for (let at = starts[0]; at && (at = at.plus({ [unit]: 1 })) <= last;) starts.push(at);
    const expected = starts.map((start) => [
      start.toFormat(FORMAT),
      instants.filter((instant) => {
        const [from, to] = boundsOf(window, start, start.plus({ [unit]: 1 }), { interval: '1 day' });
        return instant >= from && instant < to;
      }).length,
    ]);
    assert.deepEqual(
      rows.map((row) => [String(row[`events.at.${granularity}`]), Number(row['events.count'] ?? 0)]),
      expected,
    );
    return 'compared';
  });
});

const FORMAT = 'yyyy-MM-dd HH:mm:ss';

function valuesOf(instants: readonly number[], type: string): string[] {
  const zone = type === 'TIMESTAMPTZ' ? '+00' : '';
  return instants.map(
    (instant) => `(${type} '${new Date(instant).toISOString().slice(0, -1).replace('T', ' ')}${zone}')`,
  );
}

function compile(cube: object): Model {
  const compiled = compileModel([{ path: 'events.yml', content: stringify({ cubes: [cube] }) }]);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems));
  return compiled.model;
}

/** The first moment of a window over the bucket from `start` to before `end`, and the first one behind it. */
function boundsOf(
  window: { type?: string; granularity?: string; trailing?: string; leading?: string; offset?: string },
  start: DateTime,
  end: DateTime,
  other: Custom,
): [number, number] {
  if (window.granularity === 'other') return [+startOfStep(start, other, 'UTC'), +end];
  // Of the others, all are units.
  if (window.granularity) return [+start.startOf(window.granularity as DateTimeUnit), +end];
  const edge = window.offset === 'start' ? start : end;
  const [trailing, leading] = [durationOf(window.trailing ?? ''), durationOf(window.leading ?? '')];
  return [window.trailing === 'unbounded' ? -Infinity : +edge.minus(trailing), +edge.plus(leading)];
}

async function windowCounts(
  database: TestDatabase,
  instants: readonly number[],
  { own, other, window }: { own: Custom; other: Custom; window: object },
  range: readonly DateTime[],
): Promise<[string, number][]> {
  const values = instants.map((instant) => `(TIMESTAMP '${new Date(instant).toISOString().slice(0, -1)}')`);
  const granularities = [
    { name: 'own', ...own },
    { name: 'other', ...other },
  ];
  const cube = {
    name: 'events',
    sql: `SELECT moment FROM (VALUES ${['CAST(NULL AS TIMESTAMP)', ...values].map((value) => `(${value})`).join(', ')}) AS v(moment)`,
    dimensions: [{ name: 'at', sql: 'moment', type: 'time', granularities }],
    measures: [{ name: 'count', type: 'count', sql: 'moment', rolling_window: window }],
  };
  const rows = await rowsOf(database, compile(cube), {
    measures: ['events.count'],
    timeDimensions: [
      {
        dimension: 'events.at',
        granularity: 'own',
        dateRange: range.map((moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss")),
      },
    ],
  });
  return rows.map((row) => [String(row['events.at.own']), Number(row['events.count'] ?? 0)]);
}

async function bucketsOf(
  database: TestDatabase,
  {
    instants,
    timezone,
    granularity,
    type,
    own,
  }: { instants: readonly number[]; timezone: string; granularity: string; type: string; own?: Custom },
): Promise<Record<string, number>> {
  const at = {
    name: 'at',
    sql: 'moment',
    type: 'time',
    ...(own && { granularities: [{ name: 'own', ...own }] }),
  };
  const cube = {
    name: 'events',
    sql: `SELECT moment FROM (VALUES ${valuesOf(instants, type).join(', ')}) AS v(moment)`,
    dimensions: [at],
    measures: [{ name: 'count', type: 'count' }],
  };
  const rows = await rowsOf(database, compile(cube), {
    measures: ['events.count'],
    timeDimensions: [{ dimension: 'events.at', granularity }],
    timezone,
  });
  return Object.fromEntries(
    rows.map((row) => [String(row[`events.at.${granularity}`]), Number(row['events.count'])]),
  );
}

function countEach(buckets: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const bucket of buckets.toSorted()) counts[bucket] = (counts[bucket] ?? 0) + 1;
  return counts;
}

/** A zone's wall clock as a time without zone: there every day has a midnight, and steps are equal. */
function wallClockOf(instant: number, zone: string): DateTime {
  return DateTime.fromMillis(instant, { zone }).setZone('UTC', { keepLocalTime: true });
}

/** Of a single unit, what the calendar says, moved by the offset; else the last step that is not after the moment. */
function startOfStep(moment: DateTime, { interval, offset, origin }: Custom, zone: string): DateTime {
  const step = durationOf(interval);
  const [unit] = Object.keys(step);
  if (origin === undefined && interval.startsWith('1 ') && unit !== undefined) {
    const moved = durationOf(offset ?? '');
    // The keys of a step are units.
    return moment
      .minus(moved)
      .startOf(unit as DateTimeUnit)
      .plus(moved);
  }
  const start =
    origin === undefined
      ? yearOfNow().plus(durationOf(offset ?? ''))
      : wallClockOf(DateTime.fromISO(origin.replace(' ', 'T'), { zone }).toMillis(), zone);
  const stepAt = (count: number) =>
    start.plus(Object.fromEntries(Object.entries(step).map(([name, amount]) => [name, amount * count])));
  let count = Math.floor(moment.diff(start).toMillis() / stepAt(1).diff(start).toMillis());
  while (stepAt(count) > moment) count -= 1;
  while (stepAt(count + 1) <= moment) count += 1;
  return stepAt(count);
}

/** The start of the year in which all the tests ask. */
function yearOfNow(): DateTime {
  return DateTime.utc(2024);
}

function durationOf(text: string): Record<string, number> {
  const words = text.split(' ').filter(Boolean);
  const pairs = words.flatMap((word, index) =>
    index % 2 === 0 ? [[String(words[index + 1]).replace(/s$/, ''), Number(word)]] : [],
  );
  return Object.fromEntries(pairs);
}
