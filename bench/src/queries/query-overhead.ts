import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { join } from 'node:path';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { median, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 60;
const CACHED_ROUNDS = 200;
/** Requests until the code of server and runtime is compiled, as it is in a server that has run for a while. */
const WARM_ROUNDS = 500;
const OVERHEAD_TARGET_MS = 0.7;
const CACHED_TARGET_MS = 1;
const month = [{ dimension: 'network.departure', granularity: 'month' }];

/** Six queries as dashboards ask them. */
const queries: Record<string, object> = {
  total: { measures: ['network.count'] },
  'by-month': { measures: ['network.count'], timeDimensions: month },
  'by-origin': {
    measures: ['network.count', 'network.average_delay'],
    dimensions: ['network.origin'],
    limit: 20,
  },
  'by-state': { measures: ['network.count'], dimensions: ['network.origin_state'], limit: 20 },
  filtered: {
    measures: ['network.late_share'],
    dimensions: ['network.departure_hour'],
    filters: [{ member: 'network.origin', operator: 'equals', values: ['SFO'] }],
  },
  segment: {
    measures: ['network.count'],
    dimensions: ['network.delay_band'],
    segments: ['network.long_haul'],
  },
};

/** `load` over HTTP beside the same SQL straight on DuckDB, without the result cache; and from the cache. */
export const queryOverhead: Bench = {
  id: 'query-overhead',
  title: 'Query overhead over three million flights',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    try {
      const instance = await DuckDBInstance.create(join(oriel.dataDir, 'demo/flights.duckdb'), {
        access_mode: 'READ_ONLY',
      });
      const connection = await instance.connect();
      await connection.run("SET TimeZone = 'UTC'");
      return await measureAll(oriel, connection);
    } finally {
      await oriel.stop();
    }
  },
};

async function measureAll(oriel: OrielProcess, connection: DuckDBConnection): Promise<BenchResult[]> {
  const api = '/deployments/1/cubejs-api/v1';
  const results: BenchResult[] = [];
  for (let round = 0; round < WARM_ROUNDS; round += 1)
    await oriel.post(`${api}/load`, {
      query: queries['total'],
      cache: round % 2 ? 'no-cache' : 'stale-if-slow',
    });
  for (const [name, query] of Object.entries(queries)) {
    const { sql } = JSON.parse(await oriel.post(`${api}/sql`, { query })) as {
      sql: { sql: [string, string[]] };
    };
    const [text, params] = sql.sql;
    const samples = await measureInTurn(
      {
        oriel: () => oriel.post(`${api}/load`, { query, cache: 'no-cache' }),
        floor: async () => (await connection.runAndReadAll(text, params)).getRowsJson(),
      },
      { rounds: ROUNDS },
    );
    const { cached } = await measureInTurn(
      { cached: () => oriel.post(`${api}/load`, { query }) },
      { rounds: CACHED_ROUNDS, warmUp: 20 },
    );
    const overhead = median(samples.oriel) - median(samples.floor);
    results.push(
      {
        name: `query.${name}.overhead`,
        unit: 'ms',
        oriel: overhead,
        target: OVERHEAD_TARGET_MS,
        samples: { oriel: samples.oriel, floor: samples.floor },
        note: `load ${median(samples.oriel).toFixed(2)} ms, DuckDB ${median(samples.floor).toFixed(2)} ms`,
      },
      {
        name: `query.${name}.cached`,
        unit: 'ms',
        oriel: median(cached),
        target: CACHED_TARGET_MS,
        samples: { oriel: cached },
      },
    );
  }
  return results;
}
