import { createEngine, type Caller, type Engine } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchResult } from '../support/bench.ts';

const ROWS = 3_000_000;
const HEAVY = 150;
const ROUNDS = 60;
const TARGET = 3;

const model = `
cubes:
  - name: sales
    sql_table: sales
    dimensions:
      - { name: shop, sql: shop, type: number }
      - { name: day, sql: day, type: number }
    measures:
      - { name: amount, type: sum, sql: amount }
  - name: pairs
    sql: SELECT a.amount * b.amount AS product, a.shop FROM sales AS a JOIN sales AS b ON a.day = b.day
    dimensions: [{ name: shop, sql: shop, type: number }]
    measures: [{ name: total, type: sum, sql: product }]
`;
const target = { deploymentId: 1, branch: 'master' };

/**
 * What a neighbour's query takes while one viewer, or as many viewers of one tenant, have heavy ones under way, beside
 * what it takes on the quiet machine.
 */
export const fairness: Bench = {
  id: 'fairness',
  title: `A neighbour of ${HEAVY} heavy queries`,
  async run(): Promise<BenchResult[]> {
    const directory = await mkdtemp(join(tmpdir(), 'oriel-fairness-'));
    const path = join(directory, 'sales.duckdb');
    await writeDuckDbFile(
      path,
      `create table sales as select range % 500 as shop, range % 300 as day, range % 97 as amount from range(${ROWS})`,
    );
    const engine = createEngine({
      resolve: async () => ({
        modelVersion: 'one',
        files: [{ path: 'sales.yml', content: model }],
        sources: { default: { type: 'duckdb', path } },
        brandKey: 'svcCloud',
      }),
    });
    try {
      return await measure(engine);
    } finally {
      await engine.close();
      await rm(directory, { recursive: true });
    }
  },
};

/** Who has the heavy queries, by what is measured. */
const crowds: Record<string, (index: number) => Caller> = {
  fairness: () => ({ tenant: 'large', id: 'heavy' }),
  'fairness.tenant': (index) => ({ tenant: 'large', id: `heavy ${index}` }),
};

async function measure(engine: Engine): Promise<BenchResult[]> {
  const quiet = await measureNeighbour(engine, 0);
  const results: BenchResult[] = [];
  for (const [name, callerOf] of Object.entries(crowds))
    results.push(...(await measureBeside(engine, quiet, { name, callerOf, round: results.length + 1 })));
  return results;
}

interface Crowd {
  readonly name: string;
  callerOf(index: number): Caller;
  readonly round: number;
}

/** What the neighbour's queries take beside those of a crowd, and how soon the crowd's are gone after it. */
async function measureBeside(
  engine: Engine,
  quiet: NeighbourTimes,
  { name, callerOf, round }: Crowd,
): Promise<BenchResult[]> {
  const gone = new AbortController();
  const heavy = Array.from({ length: HEAVY }, (_, index) => {
    const filters = [{ member: 'pairs.shop', operator: 'notEquals', values: [index] }];
    const query = { measures: ['pairs.total'], dimensions: ['pairs.shop'], filters };
    const request = { query, securityContext: {}, caller: callerOf(index) };
    return engine.load(target, request, { signal: gone.signal });
  });
  const running = () => engine.runtimes()[0]?.stats.running ?? 0;
  while (running() < 2) await new Promise(setImmediate);
  const busy = await measureNeighbour(engine, round);
  const leftAt = performance.now();
  gone.abort();
  await Promise.all(heavy);
  while (running() > 0) await new Promise(setImmediate);
  const freedMs = performance.now() - leftAt;
  return [
    toResult(`${name}.cached.p95`, quiet.cached, busy.cached),
    toResult(`${name}.executed.p95`, quiet.executed, busy.executed),
    { name: `${name}.freed`, unit: 'ms', oriel: freedMs, target: 100, samples: { oriel: [freedMs] } },
  ];
}

interface NeighbourTimes {
  readonly cached: number[];
  readonly executed: number[];
}

/** Milliseconds of a query that is kept, and of one that is executed each time. */
async function measureNeighbour(engine: Engine, round: number): Promise<NeighbourTimes> {
  const caller = { tenant: 'small', id: 'neighbour' };
  const ask = async (shop: number, cache: 'stale-if-slow' | 'no-cache') => {
    const startedAt = performance.now();
    const query = {
      measures: ['sales.amount'],
      filters: [{ member: 'sales.shop', operator: 'equals', values: [shop] }],
    };
    const { status } = await engine.load(target, { query, securityContext: {}, cache, caller });
    if (status !== 200) throw new Error(`The neighbour was answered ${status}`);
    return performance.now() - startedAt;
  };
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await ask(1, 'stale-if-slow');
  const cached: number[] = [];
  const executed: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    cached.push(await ask(1, 'stale-if-slow'));
    executed.push(await ask(2 + round * ROUNDS + index, 'no-cache'));
  }
  return { cached, executed };
}

function toResult(name: string, quiet: number[], busy: number[]): BenchResult {
  const [oriel, floor] = [p95(busy), p95(quiet)];
  const ratio = oriel / floor;
  return { name, unit: 'ms', oriel, floor, ratio, target: TARGET, samples: { oriel: busy, floor: quiet } };
}

function p95(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
