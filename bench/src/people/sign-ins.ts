import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import type { SignInStorm } from './sign-ins-worker.ts';

const ROUNDS = 3;
const SIGN_INS = 600;
const WARM_UP = 200;
const QUIET_QUERIES = 1000;
/** Between two queries, as people at dashboards leave one. */
const PAUSE_MS = 2;
const query = { measures: ['network.count'] };

/** How long a cached query takes while 600 people sign in at once, beside the same on a quiet server. */
export const signIns: Bench = {
  id: 'sign-ins',
  title: 'A cached query while 600 sign in',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess(['--trusted-proxy', '127.0.0.1']);
    try {
      for (let times = 0; times < WARM_UP; times += 1) await ask(oriel);
      const rounds: { quiet: number; busy: number; tried: number; seconds: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(oriel, round));
      return [toResult(rounds)];
    } finally {
      await oriel.stop();
    }
  },
};

async function measure(
  oriel: OrielProcess,
  round: number,
): Promise<{ quiet: number; busy: number; tried: number; seconds: number }> {
  const quiet: number[] = [];
  while (quiet.length < QUIET_QUERIES) quiet.push(await ask(oriel));
  const workerData: SignInStorm = { url: oriel.url, count: SIGN_INS, round };
  const worker = new Worker(new URL('./sign-ins-worker.ts', import.meta.url), { workerData });
  const storm: { statuses?: number[] } = {};
  const started = performance.now();
  void once(worker, 'message').then(([answered]: unknown[]) => {
    // The worker posts nothing else.
    storm.statuses = answered as number[];
  });
  const busy: number[] = [];
  while (!storm.statuses) busy.push(await ask(oriel));
  const seconds = (performance.now() - started) / 1000;
  const tried = storm.statuses.filter((status) => status === 401).length;
  return { quiet: p95(quiet), busy: p95(busy), tried, seconds };
}

async function ask(oriel: OrielProcess): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const started = performance.now();
  await oriel.post('/deployments/1/cubejs-api/v1/load', { query });
  return performance.now() - started;
}

function toResult(
  rounds: readonly { quiet: number; busy: number; tried: number; seconds: number }[],
): BenchResult {
  const samples = { oriel: rounds.map(({ busy }) => busy), floor: rounds.map(({ quiet }) => quiet) };
  const [busy, quiet] = [median(samples.oriel), median(samples.floor)];
  const tried = rounds.map(({ tried: count, seconds }) => `${count} in ${seconds.toFixed(1)} s`);
  return {
    name: 'sign-ins.cached-query-p95',
    unit: 'ms',
    oriel: busy,
    floor: quiet,
    ratio: busy / quiet,
    target: 2,
    samples,
    note: `95th percentile of a round; the floor is the same on a quiet server. Passwords derived: ${tried.join(', ')}`,
  };
}

function p95(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length * 0.95)] ?? Number.NaN;
}
