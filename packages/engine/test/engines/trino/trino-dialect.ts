import { trino, type BoundValue, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { TrinoWorld } from './trino-world.ts';

type Sql = Parameters<Dialect['cast']>[0];

/** SQL that no operator beside it takes apart. */
const sql = (text: string): Sql => ({ binds: 8, parts: [text] });
const bound = (value: BoundValue): Sql => ({ binds: 8, parts: [{ value, type: 'text' }] });
/** As each time of a query is: cast to microseconds. */
const time = (text: string): Sql => sql(`CAST('${text}' AS TIMESTAMP(6))`);
const of = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return { isNegative: text.startsWith('-'), digits, scale: fraction.length };
};

function print(fragment: Sql): { text: string; params: BoundValue[] } {
  const params: BoundValue[] = [];
  const write = ({ parts }: Sql): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        if ('source' in part) return write(part.sql);
        if (!('value' in part)) return write(part);
        params.push(part.value);
        return trino.placeholder(params.length, part.type);
      })
      .join('');
  return { text: write(fragment), params };
}

/** What functions of the dialect are worth. */
export function testDialect(world: () => TrinoWorld): void {
  const valuesOf = async (fragments: readonly Sql[], from = '') => {
    const list = fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [', ', fragment]));
    const { text, params } = print({ binds: 0, parts: ['SELECT ', ...list, from] });
    return (await readAll(world().source, text, params))[0];
  };
  /** Each fragment beside its value. */
  const check = async (cases: readonly (readonly [fragment: Sql, value: unknown])[], from = '') => {
    const values = await valuesOf(
      cases.map(([fragment]) => fragment),
      from,
    );
    for (const [index, [fragment, value]] of cases.entries())
      assert.deepEqual(values?.[index], value, print(fragment).text);
  };

  test('names and texts are quoted so that nothing ends them', async () => {
    for (const name of ['a"b', "it's", '; DROP TABLE kept', '😀', 'a\nb', '\\', '-- x', '?', 'Größe']) {
      const column = trino.quoteIdentifier(name);
      const text = `SELECT t.${column} FROM (SELECT ${trino.quoteText(name)} AS ${column}) AS t`;
      assert.deepEqual(await readAll(world().source, text), [[name]]);
      assert.deepEqual(await readAll(world().source, `${text} WHERE ? = 1`, [1]), [[name]]);
    }
  });

  const letter = { sql: sql("'a'"), isText: true };
  const date = { sql: sql("DATE '2024-01-31'"), isText: false };
  test('values are converted', () =>
    check([
      [trino.cast(bound('1.5'), 'number'), 1.5],
      [trino.cast(sql('1'), 'text'), '1'],
      [trino.parameter(bound('x'), 'text'), 'x'],
      [trino.cast(bound('true'), 'boolean'), true],
      [trino.parameter(bound('2024-01-31 10:00:00.123'), 'time'), '2024-01-31T10:00:00.123'],
      [trino.parameter(bound('2024-01-31'), 'time'), '2024-01-31T00:00:00.000'],
      [trino.cast(sql("DATE '2024-01-31'"), 'time'), '2024-01-31T00:00:00.000'],
      [trino.cast(sql("TIMESTAMP '2024-01-31 10:00:00.123456789'"), 'time'), '2024-01-31T10:00:00.123'],
      [trino.cast(sql("TIMESTAMP '2024-01-31 10:00:00 +05:30'"), 'time'), '2024-01-31T04:30:00.000'],
      [trino.cast(sql("TIMESTAMP '2024-07-31 10:00:00 Europe/Berlin'"), 'time'), '2024-07-31T08:00:00.000'],
      [trino.concat([letter, { sql: sql('1'), isText: false }, date]), 'a12024-01-31'],
      [trino.concat([letter, { sql: sql('NULL'), isText: false }]), null],
    ]));

  const exact = sql("DECIMAL '5000000000000000.01'");
  const tooLong = of(`1${'0'.repeat(80)}`);
  test('numbers are compared as exactly as they are stored', () =>
    check([
      [trino.compareNumber(sql('9007199254740993'), '=', of('9007199254740993')), true],
      [trino.compareNumber(sql('9007199254740993'), '=', of('9007199254740992')), false],
      [trino.compareNumber(sql("INTEGER '5'"), '<', of('5.01')), true],
      [trino.compareNumber(sql('1'), '=', of('9999999999999999999')), false],
      [trino.compareNumber(sql("DECIMAL '0.10'"), '=', of('0.1')), true],
      [trino.compareNumber(sql('0.1E0'), '=', of('0.1')), true],
      [trino.compareNumber(sql("REAL '0.5'"), '>=', of('0.5')), true],
      [trino.compareNumber(sql('-1.5'), '<=', of('-1.5')), true],
      [trino.compareNumber(sql('0'), '=', of('0')), true],
      [trino.compareNumber(sql('0E0'), '<', of(`${'9'.repeat(40)}`)), true],
      [trino.isAnyNumber(sql('5'), [of('5')]), true],
      [trino.isAnyNumber(sql('5'), [of('4'), of('5.0')]), true],
      [trino.isAnyNumber(sql('0.1E0'), [of('4'), of('0.1')]), true],
      [trino.isAnyNumber(exact, [of('5000000000000000'), tooLong]), false],
      [trino.isAnyNumber(exact, [of('5000000000000000.01'), tooLong]), true],
      [
        trino.isAnyNumber(sql('9007199254740993'), [of('9007199254740992'), of(`0.${'0'.repeat(39)}1`)]),
        false,
      ],
      [trino.isAnyNumber(sql('1'), [of('0.5'), of(`${'9'.repeat(30)}`), of(`0.${'3'.repeat(30)}`)]), false],
    ]));

  test('texts match whatever the case of their letters', () =>
    check([
      [trino.matches(sql("'ÄPFEL'"), bound('%pf%')), true],
      [trino.matches(sql("'äpfel'"), bound('ÄPF%')), true],
      [trino.matches(sql("'50%'"), bound('%\\%')), true],
      [trino.matches(sql("'50'"), bound('%\\%')), false],
      [trino.matches(sql("'a\\b'"), bound('a\\\\b')), true],
    ]));

  test('a null is the same as a null, rows are counted, and any value is none of the nulls', async () => {
    const [one, none] = [sql('n'), sql('NULLIF(n, n)')];
    await check(
      [
        [trino.isSame(one, none), false],
        [trino.isSame(none, none), true],
        [trino.isSame(one, one), true],
      ],
      ' FROM kept',
    );
    const from = ' FROM (VALUES (NULL, 1), (2, 1), (2, 1), (3, 4)) AS t(a, b)';
    await check(
      [
        [trino.aggregate('count_distinct', trino.row([sql('a'), sql('b')])), '3'],
        [trino.aggregate('count_distinct_approx', sql('a')), '2'],
        [trino.cast(trino.anyValue(sql('NULLIF(a, 3)')), 'count'), '2'],
      ],
      from,
    );
  });

  test('functions are those that the compiler means', () => {
    const [text, day] = [sql("'Größe'"), sql("DATE '2024-12-29'")];
    const { functions } = trino;
    return check([
      [functions.greatest([sql('1'), sql('NULL'), sql('3')]), 3],
      [functions.least([sql('2'), sql('NULL'), sql('3')]), 2],
      [functions.greatest([sql('CAST(NULL AS INTEGER)'), sql('NULL')]), null],
      [functions.length([text]), '5'],
      [functions.upper([sql("'größer'")]), 'GRÖßER'],
      [functions.position([sql("'ö'"), text]), '3'],
      [functions.starts_with([text, sql("'Gr'")]), true],
      [functions.replace([text, sql("'ö'"), sql("'oe'")]), 'Groeße'],
      [functions.concat([text, sql("'n'")]), 'Größen'],
      [functions.to_text([sql('1')]), '1'],
      [functions.weekday([day]), '7'],
      [functions.quarter([day]), '4'],
    ]);
  });

  testTimes(world, check);
  testRelations(world);
}

type Check = (cases: readonly (readonly [fragment: Sql, value: unknown])[]) => Promise<void>;

function testTimes(world: () => TrinoWorld, check: Check): void {
  test('times are in UTC and on the clocks of a zone', () =>
    check([
      [trino.toZone(time('2024-01-31 23:30:00'), 'Europe/Berlin'), '2024-02-01T00:30:00.000'],
      [trino.toZone(time('2024-07-31 23:30:00.123456'), 'America/New_York'), '2024-07-31T19:30:00.123'],
      [trino.toZone(time('2024-07-31 23:30:00'), 'UTC'), '2024-07-31T23:30:00.000'],
      [trino.fromZone(time('2024-02-01 00:30:00'), 'Europe/Berlin'), '2024-01-31T23:30:00.000'],
      [trino.fromZone(time('2024-07-31 19:30:00'), 'America/New_York'), '2024-07-31T23:30:00.000'],
      [trino.fromZone(time('2024-10-27 02:30:00'), 'Europe/Berlin'), '2024-10-27T01:30:00.000'],
      [trino.fromZone(time('2024-03-31 02:30:00'), 'Europe/Berlin'), '2024-03-31T01:30:00.000'],
      [trino.isOnClock(time('2024-03-31 02:30:00'), 'Europe/Berlin'), false],
      [trino.isOnClock(time('2024-03-31 03:30:00'), 'Europe/Berlin'), true],
    ]));

  test('times are cut to units, and weeks begin on Monday', () =>
    check([
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'second'), '2024-05-15T10:20:30.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'minute'), '2024-05-15T10:20:00.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'hour'), '2024-05-15T10:00:00.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'day'), '2024-05-15T00:00:00.000'],
      [trino.truncate(time('2024-05-19 10:20:30.5'), 'week'), '2024-05-13T00:00:00.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'month'), '2024-05-01T00:00:00.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'quarter'), '2024-04-01T00:00:00.000'],
      [trino.truncate(time('2024-05-15 10:20:30.5'), 'year'), '2024-01-01T00:00:00.000'],
    ]));

  test('times are cut to steps, before their origin as well', () => {
    const cut = (at: string, origin: string, ...steps: Parameters<Dialect['truncateToSteps']>[1]) =>
      trino.truncateToSteps(time(at), steps, origin);
    const [hours, month]: Parameters<Dialect['truncateToSteps']>[1] = [
      { amount: 6, unit: 'hour' },
      { amount: 1, unit: 'month' },
    ];
    assert.ok(hours && month);
    const midnight = '2024-01-01 00:00:00';
    return check([
      [cut('2024-01-01 05:59:59.999999', midnight, hours), '2024-01-01T00:00:00.000'],
      [cut('2024-01-01 06:00:00', midnight, hours), '2024-01-01T06:00:00.000'],
      [cut('2023-12-31 23:59:59.999999', midnight, hours), '2023-12-31T18:00:00.000'],
      [cut('2023-12-31 18:00:00', midnight, hours), '2023-12-31T18:00:00.000'],
      [cut('2024-01-10 00:00:00', midnight, { amount: 1, unit: 'week' }, hours), '2024-01-08T06:00:00.000'],
      [cut('2024-02-09 23:59:59', '2024-01-10 00:00:00', month), '2024-01-10T00:00:00.000'],
      [cut('2024-02-10 00:00:00', '2024-01-10 00:00:00', month), '2024-02-10T00:00:00.000'],
      [cut('2023-12-09 23:59:59', '2024-01-10 00:00:00', month), '2023-11-10T00:00:00.000'],
      [
        cut('2023-06-30 00:00:00', midnight, { amount: 1, unit: 'quarter' }, month),
        '2023-05-01T00:00:00.000',
      ],
      [cut('2022-06-30 00:00:00', midnight, { amount: 2, unit: 'year' }), '2022-01-01T00:00:00.000'],
      [cut('2021-06-30 00:00:00', midnight, { amount: 2, unit: 'year' }), '2020-01-01T00:00:00.000'],
    ]);
  });

  test('times are moved by intervals, months first', () =>
    check([
      [
        trino.shift(time('2024-01-31 10:00:00'), '+', [{ amount: 1, unit: 'month' }]),
        '2024-02-29T10:00:00.000',
      ],
      [
        trino.shift(time('2024-03-31 10:00:00'), '-', [{ amount: 1, unit: 'quarter' }]),
        '2023-12-31T10:00:00.000',
      ],
      [
        trino.shift(time('2024-01-30 00:00:00'), '+', [
          { amount: 1, unit: 'day' },
          { amount: 1, unit: 'month' },
        ]),
        '2024-03-01T00:00:00.000',
      ],
      [
        trino.shift(time('2024-03-01 00:00:00'), '-', [
          { amount: 1, unit: 'year' },
          { amount: 2, unit: 'week' },
          { amount: 1, unit: 'millisecond' },
        ]),
        '2023-02-14T23:59:59.999',
      ],
    ]));

  test('a series has both of its ends, and as many moments as there are', async () => {
    const read = async (from: string, to: string, ...steps: Parameters<Dialect['truncateToSteps']>[1]) => {
      const ends = { from: time(from), to: time(to) };
      const { text, params } = print(trino.series({ ...ends, steps, name: 't', column: 'at' }));
      return (
        await readAll(world().source, `WITH t AS (${text}) SELECT at FROM t ORDER BY 1`, params)
      ).flat();
    };
    assert.deepEqual(await read('2024-01-01 00:00:00', '2024-01-03 00:00:00', { amount: 1, unit: 'day' }), [
      '2024-01-01T00:00:00.000',
      '2024-01-02T00:00:00.000',
      '2024-01-03T00:00:00.000',
    ]);
    assert.deepEqual(
      await read('2024-01-01 00:00:00', '2024-07-31 00:00:00', { amount: 1, unit: 'quarter' }),
      ['2024-01-01T00:00:00.000', '2024-04-01T00:00:00.000', '2024-07-01T00:00:00.000'],
    );
    assert.deepEqual(
      await read('2024-01-02 00:00:00', '2024-01-01 00:00:00', { amount: 1, unit: 'day' }),
      [],
    );
    const minutes = await read('2024-01-01 00:00:00', '2024-02-01 00:00:00', { amount: 1, unit: 'minute' });
    assert.deepEqual([minutes.length, new Set(minutes).size], [44_641, 44_641]);
    assert.equal(minutes.at(-1), '2024-02-01T00:00:00.000');
  });
}

function testRelations(world: () => TrinoWorld): void {
  test('a union takes a null for a column of any type', async () => {
    for (const value of ['1', "'x'", "DATE '2024-01-31'", 'ARRAY[1]']) {
      const none = print(trino.nullLike('n', 't')).text;
      const text = `SELECT count(*) FROM (SELECT ${value} AS n UNION ALL SELECT ${none})`;
      assert.deepEqual(await readAll(world().source, text), [['2']]);
    }
  });

  test('numbers among which a CASE chooses keep their digits', async () => {
    const [first, second] = [sql("DECIMAL '1.25'"), sql("DECIMAL '10.5'")];
    const chosen = `CASE WHEN n = 1 THEN ${print(trino.unified(first, [second])).text} ELSE ${print(second).text} END`;
    assert.deepEqual(await readAll(world().source, `SELECT ${chosen} FROM kept`), [['1.25']]);
  });
}
