import { DuckDBInstance } from '@duckdb/node-api';
import { createEngine, type EncodedAnswer, type Engine } from '@oriel/engine';
import { setTimeout } from 'node:timers/promises';
import { compileModel, compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';

/**
 * A process of the memory benchmark, started with `--expose-gc`: one of the ways below, and the DuckDB file with the
 * table `readings`. Prints what it found as JSON.
 */
const ways: Record<string, (path: string) => Promise<object>> = {
  compiler: measureCompiler,
  runtime: measureRuntime,
  result: measureResult,
  'result-slow': (path) => measureResult(path, true),
  'result-floor': measureResultFloor,
};

const QUERIES = 10_000;
/** Queries before the first look: by then code is compiled, and the heap of a runtime's thread has its usual size. */
const WARM = { compiler: 2_000, runtime: 12_000 };
const ROWS = 1_000_000;
const WARM_ROWS = 100_000;
/** What a slow reader does with a piece. */
const SLOW_MS = 5;
const MEBIBYTE = 1024 * 1024;
/** Results that are kept would grow up to what the cache may hold, and hide what else grows. */
const SMALL_CACHE_BYTES = MEBIBYTE;

const modelOf = (source: string) => [
  {
    path: 'readings.yml',
    content: `
cubes:
  - name: readings
    ${source}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: sensor, sql: sensor, type: string }
      - { name: read_at, sql: read_at, type: time }
      - { name: value, sql: value, type: number }
      - { name: is_valid, sql: is_valid, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: value }
      - { name: largest, type: max, sql: value }
      - { name: sensors, type: count_distinct, sql: sensor }
`,
  },
];
const readings = modelOf('sql_table: readings');
/** A thousand rows, so that it is Oriel that works and not the database. */
const fewReadings = modelOf(
  "sql: SELECT range AS id, 'sensor ' || range % 50 AS sensor, now() AS read_at, range / 8 AS value, range % 3 = 0 AS is_valid FROM range(1000)",
);
const target = { deploymentId: 1, branch: 'main' };

const [way = '', path = ''] = process.argv.slice(2);
const measure = ways[way];
if (!measure) throw new Error(`There is no way ${way}`);
console.log(JSON.stringify(await measure(path)));

/** A query that no other number gives. */
function queryOf(number: number): object {
  const chosen = (names: readonly string[], bits: number) => names.filter((_, index) => (bits >> index) & 1);
  const measures = ['readings.total', 'readings.largest', 'readings.sensors'];
  const dimensions = ['readings.sensor', 'readings.is_valid'];
  return {
    measures: ['readings.count', ...chosen(measures, number)],
    dimensions: chosen(dimensions, number >> 3),
    filters: [{ member: 'readings.id', operator: 'lt', values: [String(number)] }],
  };
}

async function measureCompiler(): Promise<object> {
  const compiled = compileModel(readings);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };
  const heapMb = await growth(
    WARM.compiler,
    async (number) => {
      for (const one of normalizeQuery(queryOf(number), context).queries)
        compileQuery(compiled.model, one, context, duckdb);
    },
    () => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed / MEBIBYTE;
    },
  );
  return { heapMb };
}

async function measureRuntime(): Promise<object> {
  const engine = openEngine(fewReadings, ':memory:', SMALL_CACHE_BYTES);
  const residentMb = await growth(
    WARM.runtime,
    async (number) => {
      const { status, body } = await engine.load(target, { query: queryOf(number), securityContext: {} });
      if (status !== 200) throw new Error(Buffer.concat(body).toString());
    },
    residentNow,
  );
  await engine.close();
  return { residentMb };
}

/** How much more is held after 10,000 queries than before them. */
async function growth(
  warm: number,
  ask: (number: number) => Promise<void>,
  held: () => number,
): Promise<number> {
  for (let number = 1; number <= warm; number += 1) await ask(number);
  const before = held();
  for (let number = warm + 1; number <= warm + QUERIES; number += 1) await ask(number);
  return held() - before;
}

async function* piecesOf({ body, rest }: EncodedAnswer): AsyncGenerator<Uint8Array> {
  yield* body;
  if (rest) yield* rest;
}

async function measureResult(path: string, isSlow = false): Promise<object> {
  const engine = openEngine(readings, path);
  const load = async (limit: number) => {
    const dimensions = ['id', 'sensor', 'read_at', 'value', 'is_valid'].map((name) => `readings.${name}`);
    const query = { dimensions, ungrouped: true, order: [], limit, responseFormat: 'compact' };
    const answer = await engine.load(target, { query, securityContext: {}, cache: 'no-cache' });
    if (answer.status !== 200) throw new Error(Buffer.concat(answer.body).toString());
    let bytes = 0;
    for await (const piece of piecesOf(answer)) {
      bytes += piece.byteLength;
      if (isSlow) await setTimeout(SLOW_MS);
    }
    return bytes / MEBIBYTE;
  };
  // By then code is compiled, and the heap of the thread has its usual size.
  await load(WARM_ROWS);
  const [answerMb, peakMb] = await peakDuring(() => load(ROWS));
  await engine.close();
  return { answerMb, peakMb };
}

/** The same rows read from DuckDB a portion at a time, and let go. */
async function measureResultFloor(path: string): Promise<object> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const read = async (limit: number) => {
    const result = await connection.stream(
      `select id, sensor, read_at, value, is_valid from readings limit ${limit}`,
    );
    let rows = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    )
      rows += chunk.getRows().length;
    return rows;
  };
  await read(1_000);
  const [rows, peakMb] = await peakDuring(() => read(ROWS));
  return { rows, peakMb };
}

function openEngine(files: typeof readings, path: string, cacheBytes?: number): Engine {
  return createEngine({
    ...(cacheBytes !== undefined && { cacheBytes }),
    resolve: async () => ({
      modelVersion: '1',
      files,
      sources: { default: { type: 'duckdb', path } },
      brandKey: 'svcCloud',
      maxLimit: ROWS,
    }),
    onFailure: (_, message) => console.error(message),
  });
}

/** The most memory that was held while something ran, beyond what was held before. */
async function peakDuring<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = residentNow();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentNow())), 5);
  const result = await work();
  clearInterval(timer);
  return [result, Math.max(peak, residentNow()) - before];
}

function residentNow(): number {
  return process.memoryUsage.rss() / MEBIBYTE;
}
