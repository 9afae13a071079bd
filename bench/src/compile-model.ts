import { readModel, workspace } from '@oriel/demo';
import { compileModel, compileQuery, duckdb, normalizeQuery, type Model } from '@oriel/semantic';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { compare, measureInTurn, median, type Bench, type BenchResult } from './bench.ts';

const COLD_ROUNDS = 15;
const WARM_ROUNDS = 60;
/** Calls to one sample, since the clock counts in microseconds. */
const CALLS = 50;
const TARGETS = { coldMs: 100, firstMs: 1, repeatedMs: 0.05 };

const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };

/**
 * The demo's model from files to a model, in a fresh process and in a warm one, beside its floor: the same files read by
 * the YAML library alone. Then the queries of the demo's dashboards to SQL, first on a model that has answered nothing
 * yet, then again.
 */
export const compileModelBench: Bench = {
  id: 'compile-model',
  title: 'Model and queries to SQL',
  async run(): Promise<BenchResult[]> {
    const files = await readModel();
    const queries = workspace.workbooks.flatMap(({ reports }) => reports.map(({ query }) => query));
    const warm = await measureInTurn(
      {
        oriel: async () => compileModel(files),
        floor: async () => files.map(({ content }) => parse(content)),
      },
      { rounds: WARM_ROUNDS, warmUp: 20 },
    );
    return [
      ...(await measureCold(files, queries[0])),
      compare('compile-model.warm', warm),
      ...measureQueries(files, queries),
    ];
  },
};

type Files = Parameters<typeof compileModel>[0];

async function measureCold(files: Files, query: unknown): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  const compileCache = { NODE_COMPILE_CACHE: directory };
  const [model, one] = [JSON.stringify(files), JSON.stringify(query)];
  try {
    const runs = await runInTurn({
      oriel: () => runProcess(['oriel', model, one]),
      floor: () => runProcess(['floor', model]),
      cachedOriel: () => runProcess(['oriel', model, one], compileCache),
      cachedFloor: () => runProcess(['floor', model], compileCache),
    });
    const modelMs = (way: keyof typeof runs) => runs[way].map((run) => run.modelMs);
    const queryMs = runs.oriel.flatMap((run) => run.queryMs ?? []);
    return [
      toColdResult(
        'compile-model.cold',
        { oriel: modelMs('oriel'), floor: modelMs('floor') },
        'a fresh process, from the first import',
      ),
      toColdResult(
        'compile-model.cold.compile-cache',
        { oriel: modelMs('cachedOriel'), floor: modelMs('cachedFloor') },
        "the same with Node's compile cache filled, as at a second start",
      ),
      {
        name: 'compile-model.cold.query',
        unit: 'ms',
        oriel: median(queryMs),
        samples: { oriel: queryMs },
        note: 'the first query of a fresh process, after its model was compiled',
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a fresh process tells of itself. */
interface ColdRun {
  modelMs: number;
  queryMs?: number;
}

/** Runs each way in changing order, once without keeping what it says, so that caches are filled. */
async function runInTurn<Way extends string>(
  ways: Record<Way, () => Promise<ColdRun>>,
): Promise<Record<Way, ColdRun[]>> {
  const names = Object.keys(ways) as Way[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as ColdRun[]])) as Record<Way, ColdRun[]>;
  for (let round = -1; round < COLD_ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const run = await ways[name]();
      if (round >= 0) runs[name].push(run);
    }
  }
  return runs;
}

/** The target is absolute, since a process takes its time whatever it compiles. */
function toColdResult(
  name: string,
  samples: { oriel: number[]; floor: number[] },
  note: string,
): BenchResult {
  const { oriel, floor } = compare(name, samples);
  return { name, unit: 'ms', oriel, floor, target: TARGETS.coldMs, samples, note };
}

async function runProcess(args: readonly string[], env: Record<string, string> = {}): Promise<ColdRun> {
  const script = join(import.meta.dirname, 'compile-model-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
  });
  // The script is ours.
  return JSON.parse(stdout) as ColdRun;
}

/** Each query's median is one sample, so that the figure is that of the usual query. */
function measureQueries(files: Files, queries: readonly unknown[]): BenchResult[] {
  const first = queries.map((query) =>
    median(
      Array.from({ length: WARM_ROUNDS }, () => {
        const model = modelOf(files);
        return milliseconds(() => toSql(model, query));
      }),
    ),
  );
  const model = modelOf(files);
  const repeated = queries.map((query) =>
    median(
      Array.from({ length: WARM_ROUNDS }, () => {
        const all = milliseconds(() => {
          for (let call = 0; call < CALLS; call += 1) toSql(model, query);
        });
        return all / CALLS;
      }),
    ),
  );
  return [
    toResult('compile-model.query.first', first, TARGETS.firstMs),
    toResult('compile-model.query.repeated', repeated, TARGETS.repeatedMs),
  ];
}

function toResult(name: string, samples: number[], target: number): BenchResult {
  const note = `${samples.length} queries, the slowest ${Math.max(...samples).toPrecision(3)} ms`;
  return { name, unit: 'ms', oriel: median(samples), target, samples: { oriel: samples }, note };
}

function toSql(model: Model, query: unknown): void {
  for (const one of normalizeQuery(query, context).queries) compileQuery(model, one, context, duckdb);
}

function modelOf(files: Files): Model {
  const compiled = compileModel(files);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  return compiled.model;
}

function milliseconds(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
