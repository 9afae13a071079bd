import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** Columns, what is written into them, and what is read; one row has all, another only nulls. */
const COLUMNS: readonly [type: string, literal: string, value: unknown][] = [
  ['TINYINT', '-128', -128],
  ['TINYINT(1)', '1', 1],
  ['BOOLEAN', 'false', 0],
  ['SMALLINT UNSIGNED', '65535', 65_535],
  ['MEDIUMINT', '-8388608', -8_388_608],
  ['INT', '-2147483648', -2_147_483_648],
  ['INT UNSIGNED', '4294967295', 4_294_967_295],
  ['INT(8) ZEROFILL', '42', 42],
  ['BIGINT', '9007199254740993', '9007199254740993'],
  ['BIGINT', '-9223372036854775808', '-9223372036854775808'],
  ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551615'],
  ['BIGINT(12) ZEROFILL', '7', '7'],
  ['DECIMAL(38, 10)', '1234567890123456789012345678.0123456789', '1234567890123456789012345678.0123456789'],
  ['DECIMAL(65)', '9'.repeat(65), '9'.repeat(65)],
  ['DECIMAL(5, 2)', '-0.10', '-0.10'],
  ['FLOAT', '0.1', 0.1],
  ['FLOAT', '16777216', 16_777_216],
  ['DOUBLE', '0.1', 0.1],
  ['DOUBLE', '1.7976931348623157e308', 1.797_693_134_862_315_7e308],
  ['DOUBLE', '-5e-324', -5e-324],
  ['BIT(1)', "b'1'", true],
  ['BIT(1)', "b'0'", false],
  ['BIT(9)', "b'100000001'", 257],
  ['BIT(64)', '18446744073709551615', '18446744073709551615'],
  ['YEAR', '2024', 2024],
  ['DATE', "'0001-01-01'", '0001-01-01T00:00:00.000'],
  ['DATE', "'9999-12-31'", '9999-12-31T00:00:00.000'],
  ['DATETIME', "'2024-01-31 10:00:00'", '2024-01-31T10:00:00.000'],
  ['DATETIME', "'2024-01-31 00:00:00'", '2024-01-31T00:00:00.000'],
  ['DATETIME(6)', "'9999-12-31 23:59:59.999999'", '9999-12-31T23:59:59.999'],
  ['DATETIME(1)', "'2024-01-31 10:00:00.5'", '2024-01-31T10:00:00.500'],
  // Written by a session in the zone +09:00.
  ['TIMESTAMP(3)', "'2024-01-31 10:00:00.123'", '2024-01-31T01:00:00.123'],
  ['TIME(2)', "'-838:59:58.25'", '-838:59:58.25'],
  ['CHAR(3)', "'ab'", 'ab'],
  ['VARCHAR(9)', "''", ''],
  ['VARCHAR(9)', "'it''s 😀'", "it's 😀"],
  ['VARCHAR(9)', "concat('a', char(0), 'b')", 'a\0b'],
  ['VARCHAR(9) CHARACTER SET latin1', "'größer'", 'größer'],
  ['LONGTEXT', "repeat('ß', 100000)", 'ß'.repeat(100_000)],
  ["ENUM('calm', 'cross')", "'cross'", 'cross'],
  ["SET('a', 'b')", "'a,b'", 'a,b'],
  ['VARBINARY(9)', "x'00FF'", '0x00FF'],
  ['BLOB', "x''", '0x'],
  // A point is its reference system and its well-known binary form.
  ['GEOMETRY', 'POINT(1, 2)', '0x000000000101000000000000000000F03F0000000000000040'],
];

/** Values come as results have them, from the real types of columns. */
export function testValues(world: () => MySqlWorld): void {
  test('values of columns come as JSON has them', async () => {
    const { admin, source } = world();
    const names = COLUMNS.map((_, index) => `c${index}`);
    const columns = COLUMNS.map(([type], index) => `c${index} ${type} NULL`).join(', ');
    await admin.query(`CREATE TABLE kinds (${columns})`);
    await admin.query(`INSERT INTO kinds VALUES (${COLUMNS.map(([, literal]) => literal).join(', ')})`);
    await admin.query(`INSERT INTO kinds VALUES (${COLUMNS.map(() => 'null').join(', ')})`);
    const [row, nulls] = await readAll(source, `SELECT ${names.join(', ')} FROM kinds ORDER BY c0 IS NULL`);
    for (const [index, [type, , value]] of COLUMNS.entries()) assert.deepEqual(row?.[index], value, type);
    assert.deepEqual(
      nulls,
      COLUMNS.map(() => null),
    );
  });

  test('JSON is its text, and a type that one of the two alone has too', async () => {
    const { admin, source, flavour } = world();
    await admin.query(`CREATE TABLE documents (d JSON); INSERT INTO documents VALUES ('{"a": [1, "ß"]}')`);
    assert.deepEqual(await readAll(source, 'SELECT d FROM documents'), [['{"a": [1, "ß"]}']]);
    if (flavour === 'mysql') return;
    await admin.query(`CREATE TABLE addresses (u UUID, i INET6)`);
    await admin.query(`INSERT INTO addresses VALUES ('6a1f0e9e-0000-4000-8000-00000000000a', '::1')`);
    assert.deepEqual(await readAll(source, 'SELECT u, i FROM addresses'), [
      ['6a1f0e9e-0000-4000-8000-00000000000a', '::1'],
    ]);
  });

  test('a date of zeros is none, and one with a zero in it stays as it is', async () => {
    const { admin, source } = world();
    await admin.query("SET SESSION sql_mode = ''; CREATE TABLE zeros (d DATE, t DATETIME)");
    await admin.query(
      "INSERT INTO zeros VALUES ('0000-00-00', '0000-00-00 00:00:00'), ('2024-00-00', '2024-01-00')",
    );
    const rows = await readAll(source, 'SELECT d, t FROM zeros ORDER BY d');
    assert.deepEqual(rows, [
      [null, null],
      ['2024-00-00', '2024-01-00 00:00:00'],
    ]);
  });

  test('bound values are read as they are written', async () => {
    const { source } = world();
    const values = ["'; DROP TABLE kept; --", '?', '\\', '"', '`', '😀', 'a\0b', '', "\\' OR 1=1 -- ", null];
    const sql = `SELECT ${values.map(() => '?').join(', ')}`;
    assert.deepEqual(await readAll(source, sql, values), [values]);
    const [numbers = []] = await readAll(source, 'SELECT ? + 0e0, ? + 0e0, CAST(? AS DECIMAL(65, 30)) + 0', [
      0.1,
      true,
      '12345678901234567890.5',
    ]);
    assert.deepEqual(numbers.slice(0, 2), [0.1, 1]);
    assert.match(String(numbers[2]), /^12345678901234567890\.50*$/);
  });
}
