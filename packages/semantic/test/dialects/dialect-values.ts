import type { BoundValue, Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { parseDecimal, type Decimal } from '../../src/model/language/decimal.ts';
import type { IntervalStep } from '../../src/model/language/interval.ts';
import { bound, flatten, infix, join, primary, primaryText, strengths } from '../../src/sql/sql-text.ts';
import type { SqlText } from '../../src/sql/sql-text.ts';
import type { EngineTest, TestDatabase } from '../support/test-engines.ts';

const value = (one: BoundValue): SqlText => bound(one, 'text');
const step = (amount: number, unit: IntervalStep['unit']): IntervalStep => ({ amount, unit });

function decimal(text: string): Decimal {
  const read = parseDecimal(text);
  assert.ok(read);
  return read;
}

/** What a dialect writes, and its value. */
type Case = readonly [title: string, write: (dialect: Written) => SqlText, value: unknown];

/** A dialect, and literals in its words. */
type Written = Dialect & {
  text(text: string): SqlText;
  time(text: string): SqlText;
  number(text: string): SqlText;
  nothing(type: 'text' | 'number' | 'time'): SqlText;
};

const writtenBy = (dialect: Dialect): Written => {
  const text = (one: string) => primaryText(dialect.quoteText(one));
  return {
    ...dialect,
    text,
    time: (one) => dialect.cast(text(one), 'time'),
    number: (one) => dialect.cast(text(one), 'number'),
    nothing: (type) => dialect.cast(primaryText('NULL'), type),
  };
};

const HOSTILE = [
  "it's",
  "'; DROP TABLE kept; --",
  '\\',
  "\\'",
  'a\nb\r\n',
  '$1 ? :p1 @p1',
  '"`',
  '😀 Größe',
  '%_',
];
const MANY = Array.from({ length: 100 }, (_, index) => String(index));

const cases: readonly Case[] = [
  ...HOSTILE.map((text): Case => [`the text ${JSON.stringify(text)}`, (one) => one.text(text), text]),
  ['a bound text', ({ parameter }) => parameter(value("\\'?"), 'text'), "\\'?"],
  ['a bound number', ({ parameter }) => parameter(value('0.5'), 'number'), 0.5],
  ['a bound truth', ({ parameter }) => parameter(value('false'), 'boolean'), false],
  ['a bound null', ({ parameter }) => parameter(value(null), 'time'), null],
  [
    'a bound moment',
    ({ parameter }) => parameter(value('2024-01-31 10:00:00.123'), 'time'),
    '2024-01-31 10:00:00.123',
  ],
  ['a bound day', ({ parameter }) => parameter(value('2024-01-31'), 'time'), '2024-01-31 00:00:00'],
  ['a whole number as a text', ({ cast }) => cast(cast(primaryText('5'), 'count'), 'text'), '5'],
  [
    'a summer of a zone',
    (one) => one.toZone(one.time('2024-07-01 00:30:00.5'), 'Europe/Berlin'),
    '2024-07-01 02:30:00.5',
  ],
  [
    'a zone of quarters',
    (one) => one.toZone(one.time('2024-07-01 00:30:00'), 'Asia/Kathmandu'),
    '2024-07-01 06:15:00',
  ],
  [
    'a zone before 1970',
    (one) => one.toZone(one.time('1950-01-01 00:00:00'), 'Europe/Berlin'),
    '1950-01-01 01:00:00',
  ],
  [
    'an instant of a clock',
    (one) => one.fromZone(one.time('2024-07-01 02:30:00.5'), 'Europe/Berlin'),
    '2024-07-01 00:30:00.5',
  ],
  [
    'an instant beside a change',
    (one) => one.fromZone(one.time('2024-10-27 01:30:00'), 'Europe/Berlin'),
    '2024-10-26 23:30:00',
  ],
  [
    'an hour that clocks show',
    (one) => one.isOnClock(one.time('2024-03-31 01:30:00'), 'Europe/Berlin'),
    true,
  ],
  [
    'an hour that they show again',
    (one) => one.isOnClock(one.time('2024-10-27 02:30:00'), 'Europe/Berlin'),
    true,
  ],
  ['an hour that they skip', (one) => one.isOnClock(one.time('2024-03-31 02:30:00'), 'Europe/Berlin'), false],
  ...Object.entries({
    second: '1950-06-15 13:14:15',
    minute: '1950-06-15 13:14:00',
    hour: '1950-06-15 13:00:00',
    day: '1950-06-15 00:00:00',
    week: '1950-06-12 00:00:00',
    month: '1950-06-01 00:00:00',
    quarter: '1950-04-01 00:00:00',
    year: '1950-01-01 00:00:00',
  }).map(([unit, start]): Case => [
    `cut to the ${unit}`,
    (one) => one.truncate(one.time('1950-06-15 13:14:15.6'), unit),
    start,
  ]),
  [
    'a Sunday cut to its week',
    (one) => one.truncate(one.time('2024-06-16 13:14:15'), 'week'),
    '2024-06-10 00:00:00',
  ],
  [
    'steps of hours',
    (one) => one.truncateToSteps(one.time('1950-06-15 13:14:15.5'), [step(6, 'hour')], '2024-01-01 01:00:00'),
    '1950-06-15 13:00:00',
  ],
  [
    'a time on a step',
    (one) => one.truncateToSteps(one.time('2023-12-31 19:00:00'), [step(6, 'hour')], '2024-01-01 01:00:00'),
    '2023-12-31 19:00:00',
  ],
  [
    'a time just before a step',
    (one) =>
      one.truncateToSteps(one.time('2023-12-31 18:59:59.999'), [step(6, 'hour')], '2024-01-01 01:00:00'),
    '2023-12-31 13:00:00',
  ],
  [
    'steps of two weeks',
    (one) => one.truncateToSteps(one.time('2024-01-14 23:59:59'), [step(2, 'week')], '2024-01-01 00:00:00'),
    '2024-01-01 00:00:00',
  ],
  [
    'steps of months',
    (one) => one.truncateToSteps(one.time('2024-03-01 00:00:00'), [step(2, 'month')], '2024-01-15 12:00:00'),
    '2024-01-15 12:00:00',
  ],
  [
    'steps of years',
    (one) => one.truncateToSteps(one.time('1960-03-01 00:00:00'), [step(5, 'year')], '2024-01-01 00:00:00'),
    '1959-01-01 00:00:00',
  ],
  [
    'the last of a month',
    (one) => one.shift(one.time('2024-01-31 10:00:00'), '+', [step(1, 'month')]),
    '2024-02-29 10:00:00',
  ],
  [
    'the last of February',
    (one) => one.shift(one.time('2024-02-29 10:00:00'), '+', [step(1, 'month')]),
    '2024-03-29 10:00:00',
  ],
  [
    'several steps back',
    (one) => one.shift(one.time('2024-01-31 10:00:00'), '-', [step(1, 'quarter'), step(1, 'day')]),
    '2023-10-30 10:00:00',
  ],
  [
    'a millisecond back',
    (one) => one.shift(one.time('2024-01-31 10:00:00'), '-', [{ amount: 1, unit: 'millisecond' }]),
    '2024-01-31 09:59:59.999',
  ],
  ['a pattern', (one) => one.matches(one.text('50% ÖL_'), value('%\\%_öl\\_')), true],
  ['a pattern of a backslash', (one) => one.matches(one.text('a\\b'), value('a\\\\b')), true],
  ['a pattern that is a wildcard no more', (one) => one.matches(one.text('50'), value('%\\%')), false],
  [
    'a large integer',
    ({ compareNumber, cast }) =>
      compareNumber(cast(primaryText('9007199254740993'), 'count'), '>', decimal('9007199254740992')),
    true,
  ],
  [
    'an integer beside a fraction',
    ({ compareNumber, cast }) => compareNumber(cast(primaryText('5'), 'count'), '<', decimal('5.01')),
    true,
  ],
  ['a double', (one) => one.compareNumber(one.number('0.1'), '=', decimal('0.1')), true],
  [
    'a number beyond all digits',
    ({ compareNumber, cast }) =>
      compareNumber(cast(primaryText('5'), 'count'), '<', decimal(`1${'0'.repeat(80)}`)),
    true,
  ],
  [
    'one of some numbers',
    ({ isAnyNumber, cast }) => isAnyNumber(cast(primaryText('5'), 'count'), ['4', '5.0'].map(decimal)),
    true,
  ],
  [
    'none of numbers, one of which no decimal holds',
    ({ isAnyNumber }) =>
      isAnyNumber(
        primaryText("CAST('5000000000000000.01' AS DECIMAL(20, 2))"),
        ['5e15', '1e80'].map(decimal),
      ),
    false,
  ],
  [
    'one of many numbers',
    ({ isAnyNumber, cast }) => isAnyNumber(cast(primaryText('99'), 'count'), MANY.map(decimal)),
    true,
  ],
  [
    'none of many fractions',
    ({ isAnyNumber, cast }) =>
      isAnyNumber(
        cast(primaryText('99'), 'count'),
        MANY.map((text) => decimal(`${text}.5`)),
      ),
    false,
  ],
  [
    'one of many texts',
    (one) =>
      one.isAnyText(
        one.text('99'),
        MANY.map((text) => ({ text, sql: value(text) })),
      ),
    true,
  ],
  [
    'none of many texts',
    (one) =>
      one.isAnyText(
        one.text('x'),
        MANY.map((text) => ({ text, sql: value(text) })),
      ),
    false,
  ],
  ['a text beside null', (one) => one.isSame(one.cast(one.text('null'), 'text'), one.nothing('text')), false],
  ['null beside null', (one) => one.isSame(one.nothing('time'), one.nothing('time')), true],
  [
    'a text beside itself',
    (one) => one.isSame(one.cast(one.text('"a\''), 'text'), one.cast(one.text('"a\''), 'text')),
    true,
  ],
  [
    'a moment beside another',
    (one) => one.isSame(one.time('2024-01-31 10:00:00'), one.time('2024-01-31 10:00:01')),
    false,
  ],
  [
    'nothing is not true',
    (one) => one.isNotTrue(infix([one.nothing('text'), one.text('a')], '=', strengths.comparison)),
    true,
  ],
  [
    'a truth is true',
    (one) => one.isNotTrue(infix([one.text('a'), one.text('a')], '=', strengths.comparison)),
    false,
  ],
  [
    'texts joined',
    (one) => one.concat([one.text('a'), one.text("','")].map((sql) => ({ sql, isText: true }))),
    "a','",
  ],
  [
    'a text joined with a number',
    (one) =>
      one.concat([
        { sql: one.text('a'), isText: true },
        { sql: one.cast(primaryText('1'), 'count'), isText: false },
      ]),
    'a1',
  ],
  [
    'a text joined with nothing',
    (one) => one.concat([one.text('a'), one.nothing('text')].map((sql) => ({ sql, isText: true }))),
    null,
  ],
  [
    'a quotient',
    (one) => one.arithmetic(one.cast(primaryText('1'), 'count'), '/', one.cast(primaryText('8'), 'count')),
    0.125,
  ],
  [
    'the greatest of some',
    (one) => one.functions.greatest([one.number('1'), one.nothing('number'), one.number('3')]),
    3,
  ],
  [
    'the least of some',
    (one) => one.functions.least([one.nothing('number'), one.number('3'), one.number('1')]),
    1,
  ],
  ['the characters of a text', (one) => one.functions.length([one.text('Größe')]), 5],
  ['the place of a text', (one) => one.functions.position([one.text('c'), one.text('abc')]), 3],
  ['the beginning of a text', (one) => one.functions.starts_with([one.text('100%'), one.text('100')]), true],
  ['another beginning', (one) => one.functions.starts_with([one.text('abc'), one.text('a_')]), false],
  [
    'a text with another in it',
    (one) => one.functions.replace([one.text('a-b'), one.text('-'), one.text('+')]),
    'a+b',
  ],
  ['texts as one', (one) => one.functions.concat([one.text('a'), one.text('b')]), 'ab'],
  ['a text without spaces', (one) => one.functions.trim([one.text(' a ')]), 'a'],
  ['a Sunday', (one) => one.functions.weekday([one.time('2024-06-16 00:00:00')]), 7],
  ['a Monday', (one) => one.functions.weekday([one.time('2024-06-17 00:00:00')]), 1],
  ['a quarter', (one) => one.functions.quarter([one.time('2024-06-17 00:00:00')]), 2],
  ['an hour', (one) => one.functions.hour([one.time('2024-06-17 23:59:59')]), 23],
];

/** What the parts of a dialect are worth on its engine, or on what stands for it. */
export function testDialectValues(test: EngineTest): void {
  for (const [title, write, expected] of cases)
    test(title, async (database) => {
      const [[found] = []] = await rowsOf(
        database,
        primary`SELECT ${write(writtenBy(database.dialect))} AS found`,
      );
      assert.deepEqual(plain(found, expected), expected);
    });

  test('names are quoted so that nothing ends them', async (database) => {
    for (const name of [...HOSTILE, 'a.b', '1a', 'select', `${'long'.repeat(30)}`]) {
      const column = database.dialect.quoteIdentifier(name);
      const text = `SELECT t.${column} AS found FROM (SELECT 5 AS ${column}) AS t`;
      assert.deepEqual((await rowsOf(database, primaryText(text))).map(numbers), [[5]], name);
    }
  });

  test('aggregates see values and nulls', async (database) => {
    const { dialect } = database;
    const [a, b] = [primaryText('t.a'), primaryText('t.b')];
    const texts = ['1|2', '1|2', '12|', '|12', '1:1|2'].map((text) => text.split('|'));
    const rows = texts.map(([one = '', other = '']) => primaryText(`SELECT '${one}' AS a, '${other}' AS b`));
    const from = primary` FROM (${join(rows, ' UNION ALL ')}) AS t`;
    const notEmpty = primary`NULLIF(${a}, '12')`;
    const columns = [
      dialect.aggregate('count', undefined),
      dialect.aggregate('count_distinct', dialect.row([a, b])),
      dialect.aggregate('count_distinct_approx', a),
      dialect.aggregate('count', notEmpty),
    ].map((column, index) => primary`${column} AS c${String(index)}`);
    const found = await rowsOf(database, primary`SELECT ${join(columns, ', ')}${from}`);
    assert.deepEqual(found.map(numbers), [[5, 4, 4, 4]]);
    const any = dialect.anyValue(primary`NULLIF(NULLIF(NULLIF(${a}, '12'), ''), '1:1')`);
    assert.deepEqual(await rowsOf(database, primary`SELECT ${any} AS found${from}`), [['1']]);
  });

  test('a series has both its ends', async (database) => {
    const of = async (from: string | null, to: string, steps: readonly IntervalStep[]) => {
      const { dialect } = database;
      const { time, nothing } = writtenBy(dialect);
      const [name, column] = ['series', 'start'].map((one) => dialect.quoteIdentifier(one)) as [
        string,
        string,
      ];
      const ends = { from: from === null ? nothing('time') : time(from), to: time(to) };
      const series = dialect.series({ ...ends, steps, name, column });
      const found = await rowsOf(
        database,
        primary`WITH ${name} AS (${series}) SELECT ${name}.${column} AS found FROM ${name} ORDER BY found`,
      );
      return found.map(([moment]) => String(moment).slice(0, 13));
    };
    assert.deepEqual(await of('2024-01-31', '2024-04-30', [step(1, 'month')]), [
      '2024-01-31 00',
      '2024-02-29 00',
      '2024-03-31 00',
      '2024-04-30 00',
    ]);
    assert.deepEqual(await of('1969-12-31', '1970-01-02', [step(1, 'day')]), [
      '1969-12-31 00',
      '1970-01-01 00',
      '1970-01-02 00',
    ]);
    assert.deepEqual(await of('2024-01-02', '2024-01-01', [step(1, 'day')]), []);
    assert.deepEqual(await of('2024-01-02', '2023-01-01', [step(1, 'month')]), []);
    assert.deepEqual(await of(null, '2024-01-01', [step(1, 'day')]), []);
    assert.deepEqual(await of('2024-01-01', '2024-01-20', [step(1, 'week'), step(1, 'day')]), [
      '2024-01-01 00',
      '2024-01-09 00',
      '2024-01-17 00',
    ]);
    assert.deepEqual(await of('2024-01-01 10:00:00', '2024-01-01 12:59:59', [step(1, 'hour')]), [
      '2024-01-01 10',
      '2024-01-01 11',
      '2024-01-01 12',
    ]);
    assert.equal((await of('2024-01-01', '2024-03-01', [step(1, 'minute')])).length, 86_401);
  });

  test('texts are rows, and some of the rows are left out', async (database) => {
    const { dialect } = database;
    const [alias, column] = ['list', 'item'].map((name) => dialect.quoteIdentifier(name)) as [string, string];
    const { text } = writtenBy(dialect);
    const table = dialect.valuesTable(['c', "b'\\", 'a'].map(text), alias, column);
    const all = primary`SELECT ${alias}.${column} AS found FROM ${table} ORDER BY found`;
    assert.deepEqual(await rowsOf(database, primary`${all}${dialect.limit(1, 1)}`), [["b'\\"]]);
    assert.deepEqual(await rowsOf(database, primary`${all}${dialect.limit(undefined, 2)}`), [['c']]);
    assert.deepEqual(await rowsOf(database, primary`${all}${dialect.limit(1, undefined)}`), [['a']]);
  });
}

async function rowsOf({ dialect, query }: TestDatabase, sql: SqlText): Promise<(readonly unknown[])[]> {
  const { sql: text, params } = flatten(sql, (position, type) => dialect.placeholder(position, type));
  return [...(await query(text, params)).rows];
}

const numbers = (row: readonly unknown[]) => row.map(Number);

/** Times without their zeros, numbers as such. */
function plain(found: unknown, expected: unknown): unknown {
  if (typeof expected === 'number' && found !== null) return Number(found);
  return typeof found === 'string'
    ? found.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.0+|(\.\d*?)0+)?$/, '$1$2')
    : found;
}
