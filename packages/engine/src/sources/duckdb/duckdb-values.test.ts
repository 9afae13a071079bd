import { DuckDBInstance, type DuckDBVector } from '@duckdb/node-api';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toResultValues } from './duckdb-values.ts';

let instance: DuckDBInstance;
before(async () => {
  instance = await DuckDBInstance.create(':memory:');
});
after(() => instance.closeSync());

async function readColumn(sql: string): Promise<{ vector: DuckDBVector; count: number }> {
  const connection = await instance.connect();
  const result = await connection.run(sql);
  const chunk = await result.fetchChunk();
  assert.ok(chunk);
  return { vector: chunk.getColumnVector(0), count: chunk.rowCount };
}

const times = [
  '1970-01-01 00:00:00',
  '1969-12-31 23:59:59.999',
  '1969-12-31 23:59:59.999999',
  '0001-01-01 00:00:00',
  '2024-02-29 23:59:59.999999',
  '2024-02-29 12:00:00.000001',
  '2024-03-01 00:00:00',
  '2041-05-10 22:40:21.999999',
  '2255-06-05 23:47:34.999999',
  '9999-12-31 23:59:59.999999',
];

test('times are wall clocks to the millisecond, in every century', async () => {
  const list = times.map((time) => `TIMESTAMP '${time}'`).join(', ');
  const { vector, count } = await readColumn(`SELECT unnest([${list}, NULL]) AS t`);
  const expected = times.map((time) => {
    const [day = '', clock = ''] = time.split(' ');
    return `${day}T${clock.includes('.') ? clock.slice(0, 12).padEnd(12, '0') : `${clock}.000`}`;
  });
  assert.deepEqual(toResultValues(vector, 0, count), [...expected, null]);
});

test('integers keep their digits, and a part of a column is that part', async () => {
  const { vector } = await readColumn(
    'SELECT unnest([9223372036854775807, -9223372036854775808, 0, NULL, 42]) AS n',
  );
  assert.deepEqual(toResultValues(vector, 0, 5), [
    '9223372036854775807',
    '-9223372036854775808',
    '0',
    null,
    '42',
  ]);
  assert.deepEqual(toResultValues(vector, 2, 2), ['0', null]);
});
