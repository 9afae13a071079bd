import { DuckDBInstance } from '@duckdb/node-api';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 3;
/** The compiler's heap is measured after a collection; a runtime's process also holds what is not collected yet. */
const GROWTH_TARGETS_MB = { compiler: 1, runtime: 32 };
/** Whatever the number of rows, for they are not held. */
const MILLION_ROWS_TARGET_MB = 60;

/**
 * By how much 10,000 different queries make a warm compiler and a warm runtime grow; and how much more than DuckDB by
 * itself a runtime holds while it answers a million rows, to a reader who takes them at once and to a slow one.
 */
export const memory: Bench = {
  id: 'memory',
  title: 'Memory of 10,000 queries and of a million rows',
  async run(): Promise<BenchResult[]> {
    const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    try {
      const path = join(directory, 'readings.duckdb');
      await writeReadings(path);
      return [
        toGrowth('compiler', await repeat(() => runProcess('compiler', path))),
        toGrowth('runtime', [await runProcess('runtime', path)]),
        await measureResult(path, 'result'),
        await measureResult(path, 'result-slow'),
      ];
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function writeReadings(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    `create table readings as
     select n as id, 'sensor ' || n % 500 as sensor, timestamp '2024-01-01' + to_seconds(n) as read_at, n / 8.0 as value, n % 3 = 0 as is_valid
     from generate_series(1, 1000000) as t(n)`,
  );
  connection.closeSync();
  instance.closeSync();
}

function toGrowth(who: keyof typeof GROWTH_TARGETS_MB, runs: ProcessReport[]): BenchResult {
  const oriel = runs.map(({ heapMb, residentMb }) => heapMb ?? residentMb ?? Number.NaN);
  return {
    name: `memory.queries.${who}`,
    unit: 'MB',
    oriel: median(oriel),
    target: GROWTH_TARGETS_MB[who],
    samples: { oriel },
    note: 'over 10,000 different queries',
  };
}

async function measureResult(path: string, way: 'result' | 'result-slow'): Promise<BenchResult> {
  const runs = await repeat(() => runProcess(way, path));
  const floor = await repeat(() => runProcess('result-floor', path));
  const peaks = (reports: ProcessReport[]) => reports.map(({ peakMb }) => peakMb ?? Number.NaN);
  const own = median(peaks(floor));
  const oriel = peaks(runs).map((peak) => peak - own);
  return {
    name: way === 'result' ? 'memory.million-rows' : 'memory.million-rows.slow-reader',
    unit: 'MB',
    oriel: median(oriel),
    target: MILLION_ROWS_TARGET_MB,
    samples: { oriel, floor: peaks(floor) },
    note: `the answer has ${runs[0]?.answerMb?.toFixed(0)} MB; DuckDB by itself takes ${own.toFixed(0)} MB for the rows`,
  };
}

/** What a process tells of itself, in MiB. */
interface ProcessReport {
  heapMb?: number;
  residentMb?: number;
  peakMb?: number;
  answerMb?: number;
}

async function repeat(run: () => Promise<ProcessReport>): Promise<ProcessReport[]> {
  const runs: ProcessReport[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await run());
  return runs;
}

async function runProcess(way: string, path: string): Promise<ProcessReport> {
  const script = join(import.meta.dirname, 'memory-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, way, path]);
  // The script is ours.
  return JSON.parse(stdout) as ProcessReport;
}
