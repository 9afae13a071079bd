import { createEngine, type EncodedAnswer } from '@oriel/engine';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readAll } from '../../read-all.ts';
import { ENDLESS, type TrinoWorld } from './trino-world.ts';

const MODEL = `
cubes:
  - name: lines
    sql_table: tpch.tiny.lineitem
    measures: [{ name: count, type: count }]
  - name: other
    data_source: other
    sql: SELECT 1 AS n
    measures: [{ name: count, type: count }]
`;
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

/** A server that is away. The last ones, for they end it. */
export function testOutages(world: () => TrinoWorld): void {
  test('a server that is not there is told without its address', async () => {
    const gone = openTrinoSource({ ...world().config, port: 1, password: 'hunter2' });
    const nowhere = openTrinoSource({ ...world().config, host: 'no-such-host.invalid' });
    try {
      for (const source of [gone, nowhere])
        await assert.rejects(readAll(source, 'SELECT 1'), {
          code: 'source.unavailable',
          message:
            'The database cannot be reached: nothing is reached at its host and port, or no Trino answers there',
        });
    } finally {
      await Promise.all([gone.close(), nowhere.close()]);
    }
  });

  test('a network that data sources do not reach is not connected to', async () => {
    const networks = { refused: ['127.0.0.0/8', '::1'], allowed: [] };
    for (const host of ['127.0.0.1', 'localhost']) {
      const source = openTrinoSource({ ...world().config, host, networks });
      await assert.rejects(readAll(source, 'SELECT 1'), /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/);
      await source.close();
    }
  });

  test('a server that dies in the middle of rows takes no other source with it, and is met again', async () => {
    const { server, config, source } = world();
    const engine = createEngine({
      resolve: async () => ({
        modelVersion: 'one',
        files: [{ path: 'model.yml', content: MODEL }],
        sources: { default: config, other: { type: 'duckdb', path: ':memory:' } },
        brandKey: 'svcCloud',
      }),
    });
    const load = (measure: string) =>
      engine.load(
        { deploymentId: 1, branch: 'master' },
        { query: { measures: [measure] }, securityContext: {}, cache: 'no-cache' },
      );
    const rowsOf = async (measure: string) => bodyOf(await load(measure)).data;
    try {
      assert.deepEqual(await rowsOf('lines.count'), [{ 'lines.count': '60175' }]);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const reading = source.read(
        { sql: ENDLESS.rows, params: [] },
        { signal: new AbortController().signal, take: () => begin() },
      );
      const failed = assert.rejects(reading, { code: 'source.unavailable' });
      await begun;
      await server.kill();
      await failed;
      for (let round = 0; round < 3; round += 1) {
        const away = await load('lines.count');
        assert.deepEqual([away.status, bodyOf(away).code], [503, 'source.unavailable']);
        assert.ok((away.retryAfterSeconds ?? 0) >= 1);
        assert.deepEqual(await rowsOf('other.count'), [{ 'other.count': '1' }]);
      }
      await server.restart();
      const signal = AbortSignal.timeout(60_000);
      while ((await load('lines.count')).status !== 200) {
        assert.ok(!signal.aborted);
        await pause(50);
      }
    } finally {
      await engine.close();
    }
  });
}
