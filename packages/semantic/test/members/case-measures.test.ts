import assert from 'node:assert/strict';
import { compileQuery, normalizeQuery, type Model } from '@oriel/semantic';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

const onEach = onEveryEngine(`
  CREATE TABLE case_sales (
    currency varchar(9), pieces integer, cents decimal(18, 2), mills decimal(18, 3), micros decimal(18, 6), ratio double precision
  );
  INSERT INTO case_sales VALUES
    ('cents', 3, 10.25, 6490.875, 0.000001, 0.5),
    ('mills', 4, 20.50, 6490.875, 0.000002, 0.25),
    ('micros', 5, 30.75, -1.125, -0.000003, 0.125),
    ('pieces', 6, -40.00, 2.5, 1.5, 0.0625),
    ('large', 7, 9999999999999999.99, 123456789012345.678, 1, 1),
    ('large', 7, 9999999999999999.99, 123456789012345.678, 1, 1),
    ('nothing', NULL, NULL, NULL, NULL, NULL);
`);

/** Measures of every number of decimals, and one more that chooses among them by the currency. */
function modelWith(chooser: string): Model {
  return modelOf(`
cubes:
  - name: sales
    sql_table: case_sales
    dimensions:
      - { name: currency, sql: currency, type: string, primary_key: true, public: true }
    measures:
      - { name: pieces, type: sum, sql: pieces }
      - { name: cents, type: sum, sql: cents }
      - { name: mills, type: sum, sql: mills }
      - { name: micros, type: sum, sql: micros }
      - { name: ratio, type: avg, sql: ratio }
      - { name: name_of, type: string, sql: "max({CUBE}.currency)" }
      - { name: upper_name, type: string, sql: "upper(max({CUBE}.currency))" }
      - { name: first_name, type: min, sql: "{CUBE}.currency" }
      - { name: last_name, type: max, sql: "{CUBE}.currency" }
${chooser}
`);
}

/** The values by currency as the engine writes them, without the zeros that end a fraction. */
async function valuesOf(
  database: TestDatabase,
  model: Model,
  measure: string,
): Promise<Record<string, unknown>> {
  const input = { dimensions: ['sales.currency'], measures: [`sales.${measure}`] };
  const { queries } = normalizeQuery(input, everybody);
  const [query] = queries;
  assert.ok(query);
  const compiled = compileQuery(model, query, everybody, database.dialect);
  const { rows } = await database.query(compiled.sql, compiled.params);
  return Object.fromEntries(rows.map(([key, value]) => [key, withoutZeros(value)]));
}

function withoutZeros(value: unknown): unknown {
  return value === null
    ? value
    : String(value)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
}

const byCurrency = modelWith(`
      - name: chosen
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when:
            - { value: cents, sql: "{cents}" }
            - { value: mills, sql: "{mills}" }
            - { value: micros, sql: "{micros}" }
            - { value: pieces, sql: "{pieces}" }
          else: { sql: "{mills}" }
      - name: largest_or_mills
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: pieces, sql: "{ratio}" }, { value: large, sql: "{cents}" }]
          else: { sql: "{mills}" }
      - name: nested
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: cents, sql: "{cents}" }, { value: pieces, sql: "{pieces}" }]
          else: { sql: "{chosen}" }
      - name: formula
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: micros, sql: "{micros} + {cents}" }]
          else: { sql: "{pieces} - {mills}" }
      - name: unmatched
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: mills, sql: "{mills}" }, { value: cents, sql: "{cents}" }]
      - name: total
        type: sum
        multi_stage: true
        add_group_by: [currency]
        case:
          switch: "{CUBE.currency}"
          when: [{ value: cents, sql: "{cents}" }, { value: mills, sql: "{mills}" }]
          else: { sql: "{pieces}" }
      - name: counted
        type: number
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: cents, sql: "{pieces}" }]
          else: { sql: "{pieces} * 2" }
      - name: words
        type: string
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: cents, sql: "{name_of}" }]
          else: { sql: "{upper_name}" }
      - name: latest
        type: max
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: cents, sql: "{first_name}" }]
          else: { sql: "{last_name}" }
`);

/** What each measure shows for each currency. */
const expected: Record<string, Record<string, string | null>> = {
  chosen: {
    cents: '10.25',
    mills: '6490.875',
    micros: '-0.000003',
    pieces: '6',
    large: '246913578024691.356',
    nothing: null,
  },
  nested: {
    cents: '10.25',
    mills: '6490.875',
    micros: '-0.000003',
    pieces: '6',
    large: '246913578024691.356',
    nothing: null,
  },
  formula: {
    cents: '-6487.875',
    mills: '-6486.875',
    micros: '30.749997',
    pieces: '3.5',
    large: '-246913578024677.356',
    nothing: null,
  },
  unmatched: { cents: '10.25', mills: '6490.875', micros: null, pieces: null, large: null, nothing: null },
  counted: { cents: '3', mills: '8', micros: '10', pieces: '12', large: '28', nothing: null },
  words: {
    cents: 'cents',
    mills: 'MILLS',
    micros: 'MICROS',
    pieces: 'PIECES',
    large: 'LARGE',
    nothing: 'NOTHING',
  },
  latest: {
    cents: 'cents',
    mills: 'mills',
    micros: 'micros',
    pieces: 'pieces',
    large: 'large',
    nothing: 'nothing',
  },
};

for (const [measure, values] of Object.entries(expected))
  onEach(`a case keeps every digit of its branches: ${measure}`, async (database) => {
    assert.deepEqual(await valuesOf(database, byCurrency, measure), values);
  });

onEach('a sum over a case keeps every digit as well', async (database) => {
  const { queries } = normalizeQuery({ measures: ['sales.total'] }, everybody);
  const [query] = queries;
  assert.ok(query);
  const compiled = compileQuery(byCurrency, query, everybody, database.dialect);
  const { rows } = await database.query(compiled.sql, compiled.params);
  assert.deepEqual(
    rows.map(([value]) => withoutZeros(value)),
    ['6526.125'],
  );
});

onEach('a case with a branch of floating point is one itself', async (database) => {
  const { pieces, mills, micros, nothing } = await valuesOf(database, byCurrency, 'largest_or_mills');
  assert.deepEqual(
    { pieces, mills, micros, nothing },
    { pieces: '0.0625', mills: '6490.875', micros: '-1.125', nothing: null },
  );
});
