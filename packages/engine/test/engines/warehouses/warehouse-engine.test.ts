import { createEngine, type EncodedAnswer } from '@oriel/engine';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeApi } from './fake-api.ts';

const MODEL = `
cubes:
  - name: orders
    sql_table: orders
    measures: [{ name: count, type: count }]
  - name: other
    data_source: other
    sql: SELECT 1 AS n
    measures: [{ name: count, type: count }]
`;
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

test('a warehouse that goes away takes no other source with it, and is met again', async () => {
  let isAway = false;
  const fake = await startFakeApi((_request, response) => {
    if (isAway) {
      response.destroy();
      return undefined;
    }
    return {
      body: {
        statementHandle: 'one',
        resultSetMetaData: {
          rowType: [{ name: 'N', type: 'fixed', precision: 18, scale: 0 }],
          partitionInfo: [{ rowCount: 1 }],
        },
        data: [['60175']],
      },
    };
  });
  const engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'model.yml', content: MODEL }],
      sources: {
        default: {
          type: 'snowflake',
          host: '127.0.0.1',
          port: fake.port,
          account: 'acme',
          user: 'reader',
          password: 'hunter2',
        },
        other: { type: 'duckdb', path: ':memory:' },
      },
      brandKey: 'svcCloud',
    }),
  });
  const load = (measure: string) =>
    engine.load(
      { deploymentId: 1, branch: 'master' },
      { query: { measures: [measure] }, securityContext: {}, cache: 'no-cache' },
    );
  try {
    assert.deepEqual(bodyOf(await load('orders.count')).data, [{ 'orders.count': '60175' }]);
    assert.match(String(fake.requests[0]?.body['statement']), /count\(\*\)/i);
    isAway = true;
    for (let round = 0; round < 3; round += 1) {
      const away = await load('orders.count');
      assert.deepEqual([away.status, bodyOf(away).code], [503, 'source.unavailable']);
      assert.ok((away.retryAfterSeconds ?? 0) >= 1);
      assert.deepEqual(bodyOf(await load('other.count')).data, [{ 'other.count': '1' }]);
    }
    isAway = false;
    const signal = AbortSignal.timeout(60_000);
    while ((await load('orders.count')).status !== 200) {
      assert.ok(!signal.aborted);
      await pause(50);
    }
  } finally {
    await engine.close();
    await fake.close();
  }
});
