import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { memoryOf } from '../support/process-memory.ts';

const ROWS = 1_000_000;
const ROUNDS = 7;
const TARGET = 1.5;
/** With what DuckDB takes for the rows. */
const MEMORY_TARGET_MB = 250;
const MEMORY_EVERY_MS = 25;
const MEMORY_ROUNDS = 4;
const READ_BYTES = 256 * 1024;
const MODEL = `
cubes:
  - name: readings
    sql_table: readings
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: sensor, sql: sensor, type: string }
      - { name: note, sql: note, type: string }
      - { name: read_at, sql: read_at, type: time }
      - { name: amount, sql: amount, type: number }
      - { name: ratio, sql: ratio, type: number }
      - { name: is_valid, sql: is_valid, type: boolean }
    measures:
      - { name: total, sql: amount, type: sum }
`;
const columns = ['id', 'sensor', 'note', 'read_at', 'amount', 'ratio', 'is_valid'];

/** What is exported of a million rows. */
const queries = {
  /** Rows as they are. */
  rows: { dimensions: columns.map((name) => `readings.${name}`), order: [], ungrouped: true },
  /** As a report makes them that groups by a key, in an order. */
  grouped: {
    dimensions: ['readings.id', 'readings.sensor', 'readings.read_at'],
    measures: ['readings.total'],
    order: [['readings.id', 'desc']],
  },
};

/**
 * The CSV file of a report with a million rows over HTTP, to its last byte, beside a COPY into a file by DuckDB of the
 * same statement; and by how much the server with its runtime grows meanwhile.
 */
export const exportCsv: Bench = {
  id: 'export-csv',
  title: 'A million rows as CSV',
  async run({ only }): Promise<BenchResult[]> {
    const oriel = await startOrielProcess(['--no-demo']);
    try {
      const { id: deploymentId, path } = await createDeployment(oriel);
      const floor = await openFloor(path);
      const results: BenchResult[] = [];
      for (const [name, query] of Object.entries(queries))
        if (only === undefined || name.includes(only))
          results.push(...(await measureExport({ oriel, deploymentId, floor, name, query })));
      return results;
    } finally {
      await oriel.stop();
    }
  },
};

interface Export {
  readonly oriel: OrielProcess;
  readonly deploymentId: number;
  readonly floor: DuckDBConnection;
  readonly name: string;
  readonly query: object;
}

async function measureExport({ oriel, deploymentId, floor, name, query }: Export): Promise<BenchResult[]> {
  const api = `${oriel.url}/api/v1/deployments/${deploymentId}`;
  const report = (await call(oriel, 'POST', `${api}/reports`, {
    name,
    jsonQuery: JSON.stringify(query),
    meta: { kind: 'table', spec: {} },
  })) as { id: number };
  const statement = await statementOf(oriel, deploymentId, query);
  const file = join(oriel.dataDir, 'floor.csv');
  const copy = async () => {
    const prepared = await floor.prepare(`COPY (${statement.sql}) TO '${file}' (FORMAT csv, HEADER)`);
    prepared.bind(statement.params);
    await prepared.runAndReadAll();
  };
  const ask = () => readFile(oriel, new URL(`${api}/reports/${report.id}/export`));
  const watch = await watchMemory(oriel.pid);
  const bytes = await ask();
  for (let round = 1; round < MEMORY_ROUNDS; round += 1) await ask();
  const growth = await watch.stop();
  // Without the watch, which stops the processes that it looks at.
  const samples = await measureInTurn({ oriel: ask, floor: copy }, { rounds: ROUNDS, warmUp: 1 });
  const own = (await stat(file)).size;
  await rm(file);
  return [
    compare(`export-csv.${name}`, samples, {
      target: TARGET,
      note: `${megabytes(bytes)} MB, DuckDB's own file ${megabytes(own)} MB`,
    }),
    {
      name: `export-csv.${name}.memory`,
      unit: 'MB',
      oriel: growth,
      target: MEMORY_TARGET_MB,
      samples: { oriel: [growth] },
      note: `the most that server and runtime grew over ${MEMORY_ROUNDS} files`,
    },
  ];
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

async function writeReadings(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    `create table readings as
     select n as id, 'sensor ' || n % 500 as sensor,
       case n % 4 when 0 then null when 1 then 'a note, with a comma' when 2 then '=1+' || n else 'plain ' || n end as note,
       timestamp '2024-01-01' + to_seconds(n) as read_at, (n / 8.0)::decimal(18, 3) as amount,
       case when n % 5 = 0 then null else n / 7.0::double end as ratio, n % 3 = 0 as is_valid
     from generate_series(1, ${ROWS}) as t(n)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Bounded as a runtime's DuckDB is. */
async function openFloor(path: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY', memory_limit: '1024MiB' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

/** A deployment on a file with the rows. */
async function createDeployment(oriel: OrielProcess): Promise<{ id: number; path: string }> {
  const build = `${oriel.url}/build/api/v1/deployments`;
  const { id } = (await call(oriel, 'POST', build, { name: 'Bench' })) as { id: number };
  const folder = `deployments/${id}/files`;
  const path = join(oriel.dataDir, folder, 'readings.duckdb');
  await mkdir(join(oriel.dataDir, folder), { recursive: true });
  await writeReadings(path);
  const variables = {
    CUBEJS_DB_TYPE: 'duckdb',
    CUBEJS_DB_DUCKDB_DATABASE_PATH: `${folder}/readings.duckdb`,
  };
  await call(oriel, 'PUT', `${oriel.url}/api/v1/deployments/${id}/env-vars`, {
    env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
  });
  await call(oriel, 'POST', `${build}/${id}/dev-mode`);
  await call(oriel, 'PUT', `${build}/${id}/data-model/files`, {
    files: [{ path: 'model/readings.yml', content: MODEL }],
  });
  await call(oriel, 'POST', `${build}/${id}/commit`, { message: 'Readings' });
  await call(oriel, 'POST', `${build}/${id}/merge`, { message: 'Readings' });
  return { id, path };
}

/** What the report's query is compiled to, once the model is there. */
async function statementOf(
  oriel: OrielProcess,
  deploymentId: number,
  query: object,
): Promise<{ sql: string; params: string[] }> {
  const text = await oriel.post(`/deployments/${deploymentId}/cubejs-api/v1/sql`, {
    query: { ...query, limit: 50_000 },
  });
  const { sql } = JSON.parse(text) as { sql?: { sql: [string, string[]] } };
  if (!sql) throw new Error(text);
  // An export has every row.
  return { sql: sql.sql[0].replace(/\bLIMIT 50000\b/i, ''), params: sql.sql[1] };
}

async function call({ apiKey }: OrielProcess, method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Reads a file to its end, and fails where it does not hold every row. The bytes are counted and dropped: an HTTP
 * client would take as long for its own buffers as the server for all that it does.
 */
function readFile({ apiKey }: OrielProcess, url: URL): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let bytes = 0;
  let head: string | undefined;
  const take = (length: number, buffer: Uint8Array) => {
    bytes += length;
    if (head !== undefined) return true;
    const text = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    head = text.slice(0, end);
    bytes -= end + 4;
    return true;
  };
  const onread = { buffer: Buffer.alloc(READ_BYTES), callback: take };
  const socket = connect({ host: url.hostname, port: Number(url.port), onread });
  socket.once('error', reject);
  socket.once('end', () => {
    const isWhole =
      head?.startsWith('HTTP/1.1 200 ') === true &&
      head.includes(`\r\noriel-rows: ${ROWS}/${ROWS}\r\n`) &&
      head.includes(`\r\ncontent-length: ${bytes}\r\n`);
    if (isWhole) resolve(bytes);
    else reject(new Error(`${bytes} bytes below ${String(head)}`));
  });
  const body = JSON.stringify({ format: 'csv' });
  const headers = {
    host: url.host,
    connection: 'close',
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return promise;
}

/** By how much a server grows, at its largest. */
async function watchMemory(pid: number): Promise<{ stop(): Promise<number> }> {
  const { serverMb: before } = await memoryOf(pid);
  const over = new AbortController();
  const watch = async () => {
    let most = before;
    while (!over.signal.aborted) {
      most = Math.max(most, (await memoryOf(pid)).serverMb);
      await setTimeout(MEMORY_EVERY_MS);
    }
    return most - before;
  };
  const watching = watch();
  return {
    stop() {
      over.abort();
      return watching;
    },
  };
}
