import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { TrinoWorld } from './trino-world.ts';

/** Each type, at its borders. */
const VALUES: [sql: string, value: unknown][] = [
  ["TINYINT '-128'", -128],
  ["SMALLINT '32767'", 32_767],
  ['2147483647', 2_147_483_647],
  ['9007199254740993', '9007199254740993'],
  ["BIGINT '1'", '1'],
  ['-9223372036854775807 - 1', '-9223372036854775808'],
  ["DECIMAL '12345678901234567890123456789012345678'", '12345678901234567890123456789012345678'],
  ["DECIMAL '-0.10'", '-0.10'],
  ["REAL '0.1'", 0.1],
  ['0.1E0', 0.1],
  ['9007199254740992E0', 9_007_199_254_740_992],
  ['1E300', 1e300],
  ['nan()', null],
  ['infinity()', null],
  ['-infinity()', null],
  ['TRUE', true],
  ['FALSE', false],
  ['NULL', null],
  ['CAST(NULL AS BIGINT)', null],
  ["'it''s'", "it's"],
  ["''", ''],
  ["'😀'", '😀'],
  ["'1234567890123456789'", '1234567890123456789'],
  ["U&'a\\0000b'", 'a\0b'],
  ["CHAR 'a '", 'a '],
  ["X'00FF'", 'AP8='],
  ["DATE '2024-01-31'", '2024-01-31T00:00:00.000'],
  ["DATE '0001-01-01'", '0001-01-01T00:00:00.000'],
  ["DATE '9999-12-31'", '9999-12-31T00:00:00.000'],
  ["DATE '-0001-01-01'", '-0001-01-01'],
  ["TIMESTAMP '2024-01-31 10:00:00'", '2024-01-31T10:00:00.000'],
  ["TIMESTAMP '2024-01-31 10:00:00.1'", '2024-01-31T10:00:00.100'],
  ["TIMESTAMP '2024-01-31 10:00:00.1239'", '2024-01-31T10:00:00.123'],
  ["TIMESTAMP '9999-12-31 23:59:59.999999999999'", '9999-12-31T23:59:59.999'],
  ["TIMESTAMP '0001-01-01 00:00:00'", '0001-01-01T00:00:00.000'],
  ["TIMESTAMP '2024-01-31 10:00:00.5 +05:30'", '2024-01-31T04:30:00.500'],
  ["TIMESTAMP '2024-01-31 10:00:00.123456789012 -03:00'", '2024-01-31T13:00:00.123'],
  ["TIMESTAMP '2024-07-01 10:00:00 Europe/Berlin'", '2024-07-01T08:00:00.000'],
  ["TIMESTAMP '2024-01-31 10:00:00 UTC'", '2024-01-31T10:00:00.000'],
  ["TIME '10:00:00.123456'", '10:00:00.123456'],
  ["TIME '10:00 +02:00'", '10:00:00+02:00'],
  ["INTERVAL '2' DAY", '2 00:00:00.000'],
  ["INTERVAL '3' MONTH", '0-3'],
  ["UUID '6a1f0e9e-0000-4000-8000-000000000001'", '6a1f0e9e-0000-4000-8000-000000000001'],
  ["IPADDRESS '10.0.0.1'", '10.0.0.1'],
  [`JSON '{"a": 12345678901234567890}'`, '{"a":12345678901234567890}'],
  ['ARRAY[1, NULL]', '[1,null]'],
  ['ARRAY[9007199254740993]', '[9007199254740993]'],
  ["ARRAY[ARRAY['a'], ARRAY[]]", '[["a"],[]]'],
  ["MAP(ARRAY['a', 'b'], ARRAY[DECIMAL '1.10', NULL])", '{"a":"1.10","b":null}'],
  ["CAST(ROW(9007199254740993, 'x') AS ROW(a BIGINT, b VARCHAR))", '{"a":9007199254740993,"b":"x"}'],
  ['ROW(1, 2)', '[1,2]'],
  ['ARRAY[CAST(ROW(1, ROW(2)) AS ROW(a INTEGER, b ROW(c INTEGER)))]', '[{"a":1,"b":{"c":2}}]'],
  ['CAST(ROW(1, 2) AS ROW(a INTEGER, a INTEGER))', '[1,2]'],
];

/** What leaves the server, and what is sent to it. */
export function testValues(world: () => TrinoWorld): void {
  test('values come as JSON has them', async () => {
    const rows = await readAll(world().source, `SELECT ${VALUES.map(([sql]) => sql).join(', ')}`);
    assert.equal(rows.length, 1);
    for (const [index, [sql, value]] of VALUES.entries()) assert.deepEqual(rows[0]?.[index], value, sql);
  });

  const inZone = (zone: string, instants: readonly string[]) =>
    readAll(
      world().source,
      `SELECT ${instants.map((at) => `from_iso8601_timestamp('${at}Z') AT TIME ZONE '${zone}'`).join(', ')}`,
    );

  test('instants of a zone are as its clocks are', async () => {
    const instants = [
      '2024-03-31T00:59:59',
      '2024-03-31T01:00:00',
      '2024-10-27T02:00:00',
      '1870-01-01T12:00:00',
    ];
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'])
      assert.deepEqual(await inZone(zone, instants), [instants.map((at) => `${at}.000`)], zone);
  });

  test('of an hour that comes twice, which Trino does not tell apart, it is the first', async () => {
    assert.deepEqual(await inZone('Europe/Berlin', ['2024-10-27T00:30:00', '2024-10-27T01:30:00']), [
      ['2024-10-27T00:30:00.000', '2024-10-27T00:30:00.000'],
    ]);
  });

  test('bound values are read as they are written', async () => {
    const texts = ["'; DROP TABLE kept; --", '?', '\\', '"', '😀', 'a\0b', '', 'a\nb', "''", 'é'];
    const values = [...texts, null, true, false, 5, -1.5];
    const sql = `SELECT ${values.map(() => '?').join(', ')}`;
    assert.deepEqual(await readAll(world().source, sql, values), [values]);
    assert.deepEqual(await readAll(world().source, "SELECT 'it''s', ?", ['here']), [["it's", 'here']]);
    assert.deepEqual(
      await readAll(world().source, 'SELECT ? = 1E21, ? = 9007199254740991', [1e21, 2 ** 53 - 1]),
      [[true, true]],
    );
  });

  test('thousands of bound values are sent', async () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `it's ${index}`);
    const sql = `SELECT count(*) FROM UNNEST(ARRAY[${values.map(() => '?').join(', ')}]) AS t(n)`;
    assert.deepEqual(await readAll(world().source, sql, values), [['5000']]);
  });

  test('the session is in UTC', async () => {
    assert.deepEqual(
      await readAll(world().source, "SELECT current_timezone(), CAST('2024-01-31 10:00:00Z' AS TIMESTAMP)"),
      [['UTC', '2024-01-31T10:00:00.000']],
    );
  });

  test('a row is as wide as it may be, and a result may have no rows', async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => index);
    assert.deepEqual(await readAll(world().source, `SELECT ${values.join(', ')}`), [values]);
    assert.deepEqual(await readAll(world().source, 'SELECT 1 WHERE FALSE'), []);
  });
}
