import { trino, type BoundValue, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { TrinoWorld } from './trino-world.ts';

type Sql = Parameters<Dialect['castToText']>[0];

/** A bound value. */
const bound = (value: BoundValue): Sql => [{ value }];
/** As each time of a query is: cast to microseconds. */
const time = (text: string): Sql => [`CAST('${text}' AS TIMESTAMP(6))`];
const of = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return { isNegative: text.startsWith('-'), digits, scale: fraction.length };
};

function print(fragment: Sql): { sql: string; params: BoundValue[] } {
  const params: BoundValue[] = [];
  const write = (parts: Sql): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        if ('source' in part) return write(part.fragment);
        if (!('value' in part)) return write(part);
        params.push(part.value);
        return trino.placeholder(params.length);
      })
      .join('');
  return { sql: write(fragment), params };
}

/** What functions of the dialect are worth. */
export function testDialect(world: () => TrinoWorld): void {
  const valuesOf = async (fragments: readonly Sql[], from = '') => {
    const list = fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [', ', fragment]));
    const { sql, params } = print(['SELECT ', ...list, from]);
    return (await readAll(world().source, sql, params))[0];
  };
  /** Each fragment beside its value. */
  const check = async (cases: readonly (readonly [fragment: Sql, value: unknown])[], from = '') => {
    const values = await valuesOf(
      cases.map(([fragment]) => fragment),
      from,
    );
    for (const [index, [fragment, value]] of cases.entries())
      assert.deepEqual(values?.[index], value, print(fragment).sql);
  };

  test('names and texts are quoted so that nothing ends them', async () => {
    for (const name of ['a"b', "it's", '; DROP TABLE kept', '😀', 'a\nb', '\\', '-- x', '?', 'Größe']) {
      const column = trino.quoteIdentifier(name);
      const sql = `SELECT t.${column} FROM (SELECT ${trino.quoteText(name)} AS ${column}) AS t`;
      assert.deepEqual(await readAll(world().source, sql), [[name]]);
      assert.deepEqual(await readAll(world().source, `${sql} WHERE ? = 1`, [1]), [[name]]);
    }
  });

  test('values are converted', () =>
    check([
      [trino.castToNumber(bound('1.5')), 1.5],
      [trino.castToText(['1']), '1'],
      [trino.castToText(bound('x')), 'x'],
      [trino.castToBoolean(bound('true')), true],
      [trino.castToTimestamp(bound('2024-01-31 10:00:00.123')), '2024-01-31T10:00:00.123'],
      [trino.castToTimestamp(bound('2024-01-31')), '2024-01-31T00:00:00.000'],
      [trino.castToTimestamp(["DATE '2024-01-31'"]), '2024-01-31T00:00:00.000'],
      [trino.castToTimestamp(["TIMESTAMP '2024-01-31 10:00:00.123456789'"]), '2024-01-31T10:00:00.123'],
      [trino.castToTimestamp(["TIMESTAMP '2024-01-31 10:00:00 +05:30'"]), '2024-01-31T04:30:00.000'],
      [trino.castToTimestamp(["TIMESTAMP '2024-07-31 10:00:00 Europe/Berlin'"]), '2024-07-31T08:00:00.000'],
      [trino.concat([["'a'"], ['1'], ["DATE '2024-01-31'"]]), 'a12024-01-31'],
      [trino.concat([["'a'"], ['NULL']]), null],
    ]));

  test('numbers are compared as exactly as they are stored', () =>
    check([
      [trino.compareNumber(['9007199254740993'], '=', of('9007199254740993')), true],
      [trino.compareNumber(['9007199254740993'], '=', of('9007199254740992')), false],
      [trino.compareNumber(["INTEGER '5'"], '<', of('5.01')), true],
      [trino.compareNumber(['1'], '=', of('9999999999999999999')), false],
      [trino.compareNumber(["DECIMAL '0.10'"], '=', of('0.1')), true],
      [trino.compareNumber(['0.1E0'], '=', of('0.1')), true],
      [trino.compareNumber(["REAL '0.5'"], '>=', of('0.5')), true],
      [trino.compareNumber(['-1.5'], '<=', of('-1.5')), true],
      [trino.compareNumber(['0'], '=', of('0')), true],
      [trino.compareNumber(['0E0'], '<', of(`${'9'.repeat(40)}`)), true],
      [trino.isAnyNumber(['5'], [of('5')]), true],
      [trino.isAnyNumber(['5'], [of('4'), of('5.0')]), true],
      [trino.isAnyNumber(['0.1E0'], [of('4'), of('0.1')]), true],
    ]));

  test('texts match whatever the case of their letters', () =>
    check([
      [trino.matches(["'ÄPFEL'"], bound('%pf%')), true],
      [trino.matches(["'äpfel'"], bound('ÄPF%')), true],
      [trino.matches(["'50%'"], bound('%\\%')), true],
      [trino.matches(["'50'"], bound('%\\%')), false],
      [trino.matches(["'a\\b'"], bound('a\\\\b')), true],
    ]));

  test('a null is the same as a null, rows are counted, and any value is none of the nulls', async () => {
    const [one, none]: [Sql, Sql] = [['n'], ['NULLIF(n, n)']];
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
        [['count(DISTINCT ', trino.row([['a'], ['b']]), ')'], '3'],
        [trino.countDistinctApprox(['a']), '2'],
        [['CAST(', trino.anyValue(['NULLIF(a, 3)']), ' AS BIGINT)'], '2'],
      ],
      from,
    );
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
    const read = async (from: string, to: string, ...steps: Parameters<Dialect['series']>[2]) => {
      const { sql, params } = print(trino.series(time(from), time(to), steps));
      return (await readAll(world().source, `SELECT at FROM ${sql} AS t(at) ORDER BY 1`, params)).flat();
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
  test('a semi-join keeps the rows with a partner, by one column and by several', async () => {
    const from: Sql = [" FROM (VALUES (1, BIGINT '1'), (2, BIGINT '5'), (NULL, NULL)) AS p(a, b)"];
    for (const [values, columns, ids] of [
      [[['x']], [['a']], [[1], [2]]],
      [[['x'], ['y']], [['a'], ['b']], [[1]]],
    ] as const) {
      const { kind, sql } = trino.semiJoin(values, { columns, from }, 'partners');
      assert.equal(kind, 'condition');
      const all = '(VALUES (1, 1), (2, 2), (3, 3), (NULL, 4)) AS t(x, y)';
      const rows = await readAll(world().source, `SELECT x FROM ${all} WHERE ${print(sql).sql} ORDER BY x`);
      assert.deepEqual(rows, ids);
    }
  });

  test('a union takes a null for a column of any type', async () => {
    for (const value of ['1', "'x'", "DATE '2024-01-31'", 'ARRAY[1]']) {
      const sql = `SELECT count(*) FROM (SELECT ${value} AS n UNION ALL SELECT ${print(trino.nullLike('n', 't')).sql})`;
      assert.deepEqual(await readAll(world().source, sql), [['2']]);
    }
  });

  test('numbers among which a CASE chooses keep their digits', async () => {
    const [first = [], second = []] = trino.unifyNumbers([["DECIMAL '1.25'"], ["DECIMAL '10.5'"]]);
    const { sql } = print(['SELECT CASE WHEN n = 1 THEN ', first, ' ELSE ', second, ' END FROM kept']);
    assert.deepEqual(await readAll(world().source, sql), [['1.25']]);
  });
}
