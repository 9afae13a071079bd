import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import type { AuthorizeStorm } from './oauth-authorize-worker.ts';
import { startOrielProcess } from '../support/oriel-process.ts';
import { watchHealth } from '../support/watch-health.ts';

const ROUNDS = 5;
const REQUESTS = 600;
const LONGEST_HEALTH_MS = 250;

/**
 * 600 requests at once to the authorization endpoint from browsers in which nobody is signed in, and what they cost
 * others.
 */
export const oauthAuthorize: Bench = {
  id: 'oauth-authorize',
  title: '600 anonymous authorization requests at once',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    try {
      const rounds: { eachMs: number; healthMs: number; statuses: string }[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const taken = await storm(oriel.url);
        if (round >= 0) rounds.push(taken);
      }
      const each = rounds.map(({ eachMs }) => eachMs);
      const health = rounds.map(({ healthMs }) => healthMs);
      const note = `statuses: ${[...new Set(rounds.map(({ statuses }) => statuses))].join('; ')}`;
      return [
        { name: 'oauth-authorize.each', unit: 'ms', oriel: median(each), samples: { oriel: each }, note },
        {
          name: 'oauth-authorize.longest-health',
          unit: 'ms',
          oriel: Math.max(...health),
          target: LONGEST_HEALTH_MS,
          samples: { oriel: health },
          note: 'the longest answer of /healthz in any round',
        },
      ];
    } finally {
      await oriel.stop();
    }
  },
};

async function storm(url: string): Promise<{ eachMs: number; healthMs: number; statuses: string }> {
  const health = watchHealth(url);
  const workerData: AuthorizeStorm = { url, count: REQUESTS };
  const started = performance.now();
  const worker = new Worker(new URL('./oauth-authorize-worker.ts', import.meta.url), { workerData });
  // The worker posts nothing else.
  const [statuses] = (await once(worker, 'message')) as [number[]];
  const eachMs = (performance.now() - started) / REQUESTS;
  const counts = Object.entries(Object.groupBy(statuses, String));
  return {
    eachMs,
    healthMs: await health.longest(),
    statuses: counts.map(([status, all]) => `${all?.length ?? 0} × ${status}`).join(', '),
  };
}
