import { compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { rowsOf } from './support/query-rows.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';

const test = onEveryEngine();

/** Types of columns, with values that lie close to one another, on both engines where both have the type. */
const COLUMNS: { type: string; on?: string; values: string[] }[] = [
  {
    type: 'DECIMAL(20,2)',
    values: [
      '5000000000000000.01',
      '5000000000000000.02',
      '-5000000000000000.01',
      '0.00',
      '90071992547409.93',
    ],
  },
  {
    type: 'DECIMAL(38,10)',
    values: [
      '1234567890123456789012345678.0000000001',
      '1234567890123456789012345678.0000000002',
      '-0.0000000001',
      '1',
    ],
  },
  { type: 'DECIMAL(38,2)', values: ['10', '10.01', '999999999999999999999999999999999999.99'] },
  {
    type: 'DECIMAL(38,20)',
    values: ['1.00000000000000000001', '1.00000000000000000002', '-9.9', '123456789012345678'],
  },
  { type: 'DECIMAL(18,0)', values: ['999999999999999999', '999999999999999998', '-1'] },
  {
    type: 'BIGINT',
    values: ['9223372036854775807', '9223372036854775806', '-9223372036854775808', '0', '1'],
  },
  { type: 'UBIGINT', on: 'duckdb', values: ['18446744073709551615', '18446744073709551614', '0'] },
  {
    type: 'HUGEINT',
    on: 'duckdb',
    values: [
      '170141183460469231731687303715884105727',
      '170141183460469231731687303715884105726',
      '-170141183460469231731687303715884105727',
      '1',
      '0',
    ],
  },
  {
    type: 'NUMERIC',
    on: 'postgres',
    values: [
      '123456789012345678901234567890123456789012345678.000000000000000000001',
      '123456789012345678901234567890123456789012345678.000000000000000000002',
      '0.1',
    ],
  },
  { type: 'INTEGER', values: ['-1', '0', '1', '2'] },
];

/**
 * Beside the values themselves: what no column holds, fractions between whole numbers, other ways to write a number.
 */
const OTHERS = [
  '0.5',
  '-0.5',
  '1e3',
  '1E-3',
  '+1',
  '.5',
  '1.0',
  '10.001',
  '5e15',
  '1e30',
  '-1e38',
  '1e300',
  '1e-300',
  '9007199254740993',
  '18446744073709551616',
  '10.00000000000000000000000000001',
];
const COMPARISONS = { equals: '=', notEquals: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

test('filters compare numbers as exactly as they are stored', async (database) => {
  for (const { type, on, values } of COLUMNS) {
    if (on !== undefined && on !== database.dialect.name) continue;
    const model = modelOver(type, values);
    for (const value of [...values, ...OTHERS])
      for (const operator of Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[]) {
        const expected = values.flatMap((stored, id) => (holds(operator, stored, value) ? [id] : []));
        const message = `${type} ${operator} ${value}`;
        assert.deepEqual(await idsWhere(database, model, 'n.value', operator, [value]), expected, message);
        if (operator !== 'equals' && operator !== 'lt') continue;
        const measured = await idsWhere(database, model, 'n.total', operator, [value]);
        assert.deepEqual(measured, expected, `the sum of ${message}`);
      }
  }
});

test('a list of numbers of several kinds is compared one by one', async (database) => {
  for (const { type, on, values } of COLUMNS) {
    if (on !== undefined && on !== database.dialect.name) continue;
    const model = modelOver(type, values);
    for (const list of [
      values.slice(0, 2),
      [values[0] ?? '', '0.5', '1e3'],
      [...values, ...OTHERS],
      OTHERS,
    ]) {
      const among = values.map((stored) => list.some((value) => holds('equals', stored, value)));
      const ids = among.flatMap((is, id) => (is ? [id] : []));
      const others = among.flatMap((is, id) => (is ? [] : [id]));
      assert.deepEqual(await idsWhere(database, model, 'n.value', 'equals', list), ids, `${type} ${list}`);
      assert.deepEqual(
        await idsWhere(database, model, 'n.value', 'notEquals', list),
        [...others, -1],
        `${type} ${list}`,
      );
    }
  }
});

test('what is stored as a floating-point number is compared as one', async (database) => {
  const model = modelOver('DOUBLE PRECISION', ['0.1', '0.3', '1e300', '-2.5', '9007199254740993']);
  for (const [value, ids] of [
    ['0.1', [0]],
    ['0.30', [1]],
    ['1e300', [2]],
    ['-25e-1', [3]],
    ['9007199254740992', [4]],
  ] as const)
    assert.deepEqual(await idsWhere(database, model, 'n.value', 'equals', [value]), ids, value);
});

test('numbers of default filters and of segments are as they are written', async (database) => {
  const files = [
    {
      path: 'n.yml',
      content: `
cubes:
  - name: n
    sql: "SELECT * FROM (VALUES (0, CAST('5000000000000000.01' AS DECIMAL(20,2))), (1, CAST('5000000000000000.02' AS DECIMAL(20,2)))) v(id, amount)"
    dimensions: [{name: id, sql: id, type: number, primary_key: true, public: true}, {name: value, sql: amount, type: number}]
    segments: [{name: first, sql: "{value} = 5000000000000000.01"}]
views:
  - name: w
    cubes: [{join_path: n, includes: "*"}]
    default_filters: [{member: value, operator: equals, values: [5000000000000000.02]}]
`,
    },
  ];
  const compiled = compileModel(files);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems));
  assert.deepEqual(await rowsOf(database, compiled.model, { dimensions: ['w.id'] }), [{ 'w.id': 1 }]);
  const inSegment = await rowsOf(database, compiled.model, { dimensions: ['n.id'], segments: ['n.first'] });
  assert.deepEqual(inSegment, [{ 'n.id': 0 }]);
});

/** A row for each value, counted from 0, and one with null, which has the id -1. */
function modelOver(type: string, values: readonly string[]) {
  const rows = [
    ...values.map((value, id) => `(${id}, CAST('${value}' AS ${type}))`),
    `(-1, CAST(NULL AS ${type}))`,
  ];
  const cube = {
    name: 'n',
    sql: `SELECT * FROM (VALUES ${rows.join(', ')}) AS v(id, value)`,
    dimensions: [
      { name: 'id', sql: 'id', type: 'number', primary_key: true, public: true },
      { name: 'value', sql: 'value', type: 'number' },
    ],
    measures: [{ name: 'total', sql: 'value', type: 'max' }],
  };
  const compiled = compileModel([{ path: 'n.yml', content: stringify({ cubes: [cube] }) }]);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems));
  return compiled.model;
}

async function idsWhere(
  database: TestDatabase,
  model: ReturnType<typeof modelOver>,
  member: string,
  operator: string,
  values: readonly string[],
) {
  const rows = await rowsOf(database, model, {
    dimensions: ['n.id'],
    filters: [{ member, operator, values }],
  });
  const ids = rows.map((row) => Number(row['n.id'])).toSorted((a, b) => a - b);
  // Null stays where a value is not equal; last, to be read beside the others.
  return ids[0] === -1 ? (values.length > 1 ? [...ids.slice(1), -1] : ids.slice(1)) : ids;
}

/** Both as whole numbers of the same fraction of one. */
function holds(operator: keyof typeof COMPARISONS, stored: string, value: string): boolean {
  const [left, right] = [scaled(stored), scaled(value)];
  if (operator === 'equals') return left === right;
  if (operator === 'notEquals') return left !== right;
  if (operator === 'gt') return left > right;
  if (operator === 'gte') return left >= right;
  return operator === 'lt' ? left < right : left <= right;
}

function scaled(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.replace('+', '').split('.');
  return (
    BigInt(`${whole === '-' ? '-0' : whole || '0'}${part}`) *
    10n ** BigInt(400 - part.length + Number(exponent))
  );
}
