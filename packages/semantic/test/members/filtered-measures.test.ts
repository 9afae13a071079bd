import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine(`
  CREATE TABLE filtered_readings (kind varchar(9), value varchar(9), amount integer);
  INSERT INTO filtered_readings VALUES ('number', '3', 10), ('number', '4', 10), ('text', 'high', 7), ('text', 'low', NULL);
`);

const model = modelOf(`
cubes:
  - name: readings
    sql_table: filtered_readings
    dimensions:
      - { name: kind, sql: kind, type: string }
    measures:
      - { name: parsed, type: sum, sql: "CAST({CUBE}.value AS INTEGER)", filters: [{ sql: "{kind} = 'number'" }] }
      - { name: amount, type: sum, sql: amount, filters: [{ sql: "{kind} = 'number'" }] }
      - { name: amounts, type: count_distinct, sql: amount, filters: [{ sql: "{kind} = 'number'" }] }
      - { name: count, type: count, filters: [{ sql: "{kind} = 'text'" }, { sql: "{CUBE}.value <> 'low'" }] }
      - { name: none, type: sum, sql: amount, filters: [{ sql: "{kind} = 'none'" }] }
      - { name: share, type: number, sql: "1.0 * {amount} / nullif({amounts}, 0)" }
`);

const name = (measure: string) => `readings.${measure}`;
const measures = ['amount', 'amounts', 'count', 'none', 'share'].map(name);

test('a measure takes the rows that its filters leave', async (database) => {
  const [row] = await rowsOf(database, model, { measures });
  assert.deepEqual(
    measures.map((measure) => row?.[measure]),
    [20, 1, 1, null, 20],
  );
});

test('an expression that fails in rows which the filters leave out is computed for the others alone', async (database) => {
  assert.deepEqual(await rowsOf(database, model, { measures: [name('parsed')] }), [{ [name('parsed')]: 7 }]);
});
