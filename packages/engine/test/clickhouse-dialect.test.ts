import { clickhouse, type BoundValue, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openClickHouseSource } from '../src/sources/clickhouse/clickhouse-source.ts';
import type { Source } from '../src/sources/connection/source.ts';
import {
  clickHouseIsMissing,
  startClickHouse,
  type ClickHouseServer,
} from './engines/clickhouse/clickhouse-server.ts';
import { doorUsers } from './engines/clickhouse/door-users.ts';
import { readAll } from './read-all.ts';

type SqlText = ReturnType<Dialect['truncate']>;

const { name: user, password } = doorUsers.reader;
/** SQL that no operator beside it takes apart. */
const sql = (...parts: SqlText['parts']): SqlText => ({ binds: 8, parts });
const time = (text: string) => clickhouse.cast(sql(`'${text}'`), 'time');
const value = (bound: BoundValue) => sql({ value: bound, type: 'text' });
const decimal = (text: string) => {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  return { isNegative: text.startsWith('-'), digits: (whole + part).replace(/^0+/, ''), scale: part.length };
};
const { toZone, fromZone, isOnClock, truncate, truncateToSteps, shift, compareNumber, isAnyNumber } =
  clickhouse;
const step = (amount: number, unit: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'second') => ({
  amount,
  unit,
});
const none = sql("(select n from (select 'x' as n) where false)");

/** Each case: what the compiler writes, and its value. */
const values: [title: string, written: SqlText, value: unknown][] = [
  ['names', sql(`(select 1 as ${clickhouse.quoteIdentifier('a"`\\b')})`), 1],
  ['texts', sql(clickhouse.quoteText("'\\'' \n\\N 😀")), "'\\'' \n\\N 😀"],
  ['numbers', clickhouse.cast(value('0.5'), 'number'), 0.5],
  ['booleans', clickhouse.cast(value('false'), 'boolean'), false],
  ['nulls as booleans', clickhouse.cast(value(null), 'boolean'), null],
  ['texts of numbers', clickhouse.cast(sql('toInt64(5)'), 'text'), '5'],
  [
    'UUIDs beside texts',
    sql(
      'generateUUIDv4() = ',
      clickhouse.parameter(value('6a1f0e9e-0000-4000-8000-000000000001'), 'compared'),
    ),
    0,
  ],
  ['instants as texts', clickhouse.cast(value('2024-01-31T10:00:00.123'), 'time'), '2024-01-31T10:00:00.123'],
  [
    'instants of a zone',
    clickhouse.cast(sql("toDateTime('2024-01-31 10:00:00', 'Asia/Tokyo')"), 'time'),
    '2024-01-31T01:00:00.000',
  ],
  ['days', clickhouse.cast(sql("toDate('2024-01-31')"), 'time'), '2024-01-31T00:00:00.000'],
  ['nulls as instants', clickhouse.cast(value(null), 'time'), null],
  ['wall clocks', toZone(time('2024-07-01 00:30:00.5'), 'Europe/Berlin'), '2024-07-01T02:30:00.500'],
  [
    'wall clocks before 1970',
    toZone(time('1950-01-01 00:00:00'), 'Europe/Berlin'),
    '1950-01-01T01:00:00.000',
  ],
  [
    'instants of wall clocks',
    fromZone(time('2024-07-01 02:30:00.5'), 'Europe/Berlin'),
    '2024-07-01T00:30:00.500',
  ],
  ['hours that clocks show', isOnClock(time('2024-03-31 01:30:00'), 'Europe/Berlin'), 1],
  ['hours that they show in the west', isOnClock(time('2024-03-10 03:30:00'), 'America/New_York'), 1],
  ['hours that they show again', isOnClock(time('2024-10-27 02:30:00'), 'Europe/Berlin'), 1],
  [
    'instants beside a clock change',
    fromZone(time('2024-10-27 01:30:00'), 'Europe/Berlin'),
    '2024-10-26T23:30:00.000',
  ],
  ['hours that they skip', isOnClock(time('2024-03-31 02:30:00'), 'Europe/Berlin'), 0],
  ['seconds before 1970', truncate(time('1950-06-15 13:14:15.6'), 'second'), '1950-06-15T13:14:15.000'],
  ['minutes', truncate(time('1950-06-15 13:14:15.6'), 'minute'), '1950-06-15T13:14:00.000'],
  ['hours', truncate(time('1950-06-15 13:14:15.6'), 'hour'), '1950-06-15T13:00:00.000'],
  ['a day', truncate(time('1950-06-15 13:14:15.6'), 'day'), '1950-06-15T00:00:00.000'],
  ['weeks, from Monday', truncate(time('2024-06-16 13:14:15.6'), 'week'), '2024-06-10T00:00:00.000'],
  ['weeks before 1970', truncate(time('1950-06-15 13:14:15.6'), 'week'), '1950-06-12T00:00:00.000'],
  ['months', truncate(time('1950-06-15 13:14:15.6'), 'month'), '1950-06-01T00:00:00.000'],
  ['quarters', truncate(time('2250-06-15 13:14:15.6'), 'quarter'), '2250-04-01T00:00:00.000'],
  ['years', truncate(time('1950-06-15 13:14:15.6'), 'year'), '1950-01-01T00:00:00.000'],
  [
    'steps of hours',
    truncateToSteps(time('1950-06-15 13:14:15'), [step(6, 'hour')], '2024-01-01 01:00:00'),
    '1950-06-15T13:00:00.000',
  ],
  [
    'a time on a step',
    truncateToSteps(time('2023-12-31 19:00:00'), [step(6, 'hour')], '2024-01-01 01:00:00'),
    '2023-12-31T19:00:00.000',
  ],
  [
    'steps of months',
    truncateToSteps(time('2024-03-01 00:00:00'), [step(2, 'month')], '2024-01-15 12:00:00'),
    '2024-01-15T12:00:00.000',
  ],
  [
    'steps of years',
    truncateToSteps(time('1960-03-01 00:00:00'), [step(5, 'year')], '2024-01-01 00:00:00'),
    '1959-01-01T00:00:00.000',
  ],
  [
    'the last of a month',
    shift(time('2024-01-31 10:00:00'), '+', [step(1, 'month')]),
    '2024-02-29T10:00:00.000',
  ],
  [
    'several steps back',
    shift(time('2024-01-31 10:00:00'), '-', [step(1, 'quarter'), step(1, 'day')]),
    '2023-10-30T10:00:00.000',
  ],
  [
    'milliseconds',
    shift(time('2024-01-31 10:00:00'), '-', [{ amount: 1, unit: 'millisecond' }]),
    '2024-01-31T09:59:59.999',
  ],
  ['patterns', clickhouse.matches(sql("'50% ÖL_'"), value('%\\%_öl\\_')), 1],
  ['patterns of nothing', clickhouse.matches(none, value('%')), null],
  ['large integers', compareNumber(sql('toInt64(9007199254740993)'), '>', decimal('9007199254740992')), 1],
  [
    'integers beside fractions',
    compareNumber(sql('toInt64(9007199254740993)'), '<', decimal('9007199254740993.5')),
    1,
  ],
  [
    'the largest integers',
    compareNumber(sql('toUInt64(18446744073709551615)'), '=', decimal('18446744073709551615')),
    1,
  ],
  ['doubles', compareNumber(sql('toFloat64(0.1)'), '=', decimal('0.1')), 1],
  ['decimals', compareNumber(sql("toDecimal128('0.10', 2)"), '<=', decimal('0.1000000000000000000001')), 1],
  ['numbers beyond all digits', compareNumber(sql('toInt64(5)'), '<', decimal(`1${'0'.repeat(70)}`)), 1],
  ['lists of integers', isAnyNumber(sql('toFloat64(2)'), [decimal('1'), decimal('2')]), 1],
  ['lists of fractions', isAnyNumber(sql('toInt64(2)'), [decimal('1.5'), decimal('2.5')]), 0],
  [
    'long lists',
    isAnyNumber(
      sql('materialize(toUInt8(2))'),
      ['1', '15', '300', '2'].map((text) => decimal(text)),
    ),
    1,
  ],
  [
    'long lists of several types',
    isAnyNumber(sql('materialize(toFloat64(0.5))'), [decimal('1'), decimal('-2'), decimal('0.5')]),
    1,
  ],
  ['nulls that are the same', clickhouse.isSame(none, sql('null')), 1],
  ['a null and a value', clickhouse.isSame(none, sql("'a'")), 0],
  [
    'texts joined',
    clickhouse.concat(['1', "','", "'b'"].map((text) => ({ sql: sql(text), isText: false }))),
    '1,b',
  ],
  [
    'texts joined with null',
    clickhouse.concat([sql('1'), none].map((one) => ({ sql: one, isText: false }))),
    null,
  ],
  ['rows', clickhouse.aggregate('count_distinct', clickhouse.row([sql('1'), sql("'a'")])), '1'],
];

/** What a compiled statement would be: SQL with placeholders, and their values. */
function print({ parts }: SqlText, params: BoundValue[] = []): { text: string; params: BoundValue[] } {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('value' in part) return clickhouse.placeholder(params.push(part.value), part.type);
    return print('sql' in part ? part.sql : part, params).text;
  });
  return { text: texts.join(''), params };
}

describe('SQL for ClickHouse', { skip: clickHouseIsMissing }, () => {
  let server: ClickHouseServer;
  let source: Source;
  before(async () => {
    server = await startClickHouse();
    source = openClickHouseSource({
      type: 'clickhouse',
      host: '127.0.0.1',
      port: server.port,
      user,
      password,
    });
  });
  after(async () => {
    await source.close();
    await server.close();
  });
  const rows = (...written: SqlText['parts']) => {
    const { text, params } = print(sql(...written));
    return readAll(source, text, params);
  };

  for (const [title, written, expected] of values)
    test(`writes ${title}`, async () => {
      assert.deepEqual(await rows('select ', written), [[expected]]);
    });

  test('the hour that comes twice is one of the two', async () => {
    const [[moment] = []] = await rows('select ', fromZone(time('2024-10-27 02:30:00'), 'Europe/Berlin'));
    assert.match(String(moment), /^2024-10-27T0[01]:30:00\.000$/);
  });

  test('a series has both its ends', async () => {
    const of = async (from: string, to: string, steps: Parameters<typeof clickhouse.truncateToSteps>[1]) => {
      const names = { name: '"series"', column: '"start"' };
      const series = clickhouse.series({ from: time(from), to: time(to), steps, ...names });
      const found = await rows(
        'with "series" as (',
        series,
        ') select "series"."start" from "series" order by 1',
      );
      return found.map(([moment]) => String(moment).slice(0, 10));
    };
    assert.deepEqual(await of('2024-01-31', '2024-04-30', [step(1, 'month')]), [
      '2024-01-31',
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
    ]);
    assert.deepEqual(await of('1969-12-31', '1970-01-02', [step(1, 'day')]), [
      '1969-12-31',
      '1970-01-01',
      '1970-01-02',
    ]);
    assert.deepEqual(await of('2024-01-02', '2024-01-01', [step(1, 'day')]), []);
    assert.deepEqual(await of('2024-01-01', '2024-01-20', [step(1, 'week'), step(1, 'day')]), [
      '2024-01-01',
      '2024-01-09',
      '2024-01-17',
    ]);
  });

  test('aggregates see values and nulls as in other engines', async () => {
    const [counted, any] = [
      clickhouse.aggregate('count_distinct_approx', sql('n')),
      clickhouse.anyValue(sql('n')),
    ];
    const from = ' from (select arrayJoin([null, 2, 2, 3]) as n)';
    assert.deepEqual(await rows('select ', counted, ', ', any, from), [['2', 2]]);
    assert.deepEqual(await rows('select ', counted, ', ', any, from, ' where false'), [['0', null]]);
  });

  test('numbers of a CASE keep the digits of all', async () => {
    const each = ["toDecimal64('1.25', 2)", 'toFloat64(0.5)', 'toInt64(7)'].map((text) => sql(text));
    const numbers = each.map((one) =>
      clickhouse.unified(
        one,
        each.filter((other) => other !== one),
      ),
    );
    for (const [index, expected] of [1.25, 0.5, 7].entries()) {
      const branches = numbers.flatMap((number, at) => [` when ${at} = ${index} then `, number]);
      assert.deepEqual(await rows('select case', ...branches, ' end'), [[expected]]);
    }
  });

  test('the null of a union is of the type of its column', async () => {
    const like = clickhouse.nullLike('n', 'one');
    const both = sql('with one as (select toInt64(1) as n) select n from one union all select ', like);
    assert.deepEqual(await rows('select sum(n), count(n) from (', both, ')'), [['1', '1']]);
  });

  test('the parts of a row are told apart', async () => {
    const row = clickhouse.row([sql('a'), sql('b')]);
    const pairs = `('1', '2'), ('1\\',\\'', '2'), ('1', '\\',\\'2'), (null, '2'), ('NULL', '2')`;
    const from = ` from (select arrayJoin([${pairs}]) as t, t.1 as a, t.2 as b)`;
    assert.deepEqual(await rows('select ', clickhouse.aggregate('count_distinct', row), from), [['5']]);
  });

  test('a membership finds partners of another type', async () => {
    const partners = '(select arrayJoin([toDecimal64(2, 1), toDecimal64(2.5, 1)]))';
    const numbers = 'select n from (select toInt32(arrayJoin([1, 2, 3])) as n)';
    assert.deepEqual(await rows(`${numbers} where n in ${partners}`), [[2]]);
  });
});
