import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { createClient } from '@oriel/client';
import { parseSettings, startServer } from '@oriel/server';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, measureInTurn, type Bench, type BenchResult } from './bench.ts';

const ROUNDS = 25;
const TARGET_MS = 1;
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
    const dataDir = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    await chmod(dataDir, 0o755);
    const settings = parseSettings(['--data', dataDir, '--port', '0', '--host', '127.0.0.1'], {});
    if (settings === 'help') throw new Error('The settings are no call for help');
    const { pino } = await import('pino');
    const demo = await import(
      pathToFileURL(join(import.meta.dirname, '../../examples/demo/src/index.ts')).href
    );
    const server = await startServer({
      settings,
      logger: pino({ level: 'silent' }),
      demo,
      onProgress: () => {},
    });
    try {
      const instance = await DuckDBInstance.create(join(dataDir, 'demo/flights.duckdb'), {
        access_mode: 'READ_ONLY',
      });
      const connection = await instance.connect();
      await connection.run("SET TimeZone = 'UTC'");
      return await measureAll(server.url, server.firstStart?.apiKey ?? '', connection);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureAll(url: string, apiKey: string, connection: DuckDBConnection): Promise<BenchResult[]> {
  const client = createClient({ baseUrl: url, apiKey });
  const deploymentUrl = `${url}/deployments/1`;
  const results: BenchResult[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { sql } = (await client.query(deploymentUrl, 'sql', { query })) as {
      sql: { sql: [string, string[]] };
    };
    const [text, params] = sql.sql;
    const samples = await measureInTurn(
      {
        oriel: () => client.query(deploymentUrl, 'load', { query, cache: 'no-cache' }),
        floor: async () => (await connection.runAndReadAll(text, params)).getRowsJson(),
        cached: () => client.query(deploymentUrl, 'load', { query }),
      },
      { rounds: ROUNDS },
    );
    const overhead = median(samples.oriel) - median(samples.floor);
    results.push(
      {
        name: `query.${name}.overhead`,
        unit: 'ms',
        oriel: overhead,
        target: TARGET_MS,
        samples: { oriel: samples.oriel, floor: samples.floor },
        note: `load ${median(samples.oriel).toFixed(2)} ms, DuckDB ${median(samples.floor).toFixed(2)} ms`,
      },
      {
        name: `query.${name}.cached`,
        unit: 'ms',
        oriel: median(samples.cached),
        target: TARGET_MS,
        samples: { oriel: samples.cached },
      },
    );
  }
  return results;
}
