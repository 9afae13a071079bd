import { availableParallelism } from 'node:os';
import { embedTenants } from '@oriel/demo';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { createOpening, type Opening } from '../support/embedded-opening.ts';
import { compareInBrowser } from './crowd-in-browser.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { cpuOf } from '../support/process-cpu.ts';

const CROWD = 50;
const ROUNDS = 7;
const TARGET = 3;

/**
 * Two readings of one sentence. To a user a dashboard is open when its charts stand: `crowd.browser`, a real browser
 * that has never been there, with every result kept, alone and while 49 others make all requests of such an opening at
 * that moment. And what the server does of it, without a page: `crowd.cold` and `crowd.warm`.
 *
 * The demo's dashboard with the rows of its twelve charts, opened over the API by fifty viewers at the same moment,
 * beside one viewer alone: in `cold` nothing of it is in the result cache, and the viewers see the same rows; in `warm`
 * every result is there.
 *
 * The last of fifty is served when the processors have done the work of all. The note of each figure tells what one
 * opening of a crowd takes of them, the viewers of this process included, and the ratio that this work alone makes on
 * the machine: no order of the work makes a smaller one.
 */
export const crowd: Bench = {
  id: 'crowd',
  title: 'Fifty dashboards opened at once',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    try {
      const open = await createOpening(oriel, CROWD);
      // The first look of each viewer makes the viewer.
      for (let viewer = 0; viewer < CROWD; viewer += 1) await open(viewer);
      const results: BenchResult[] = [];
      for (const [name, statesOf] of Object.entries(ways))
        results.push(await compareCrowd(name, oriel, open, statesOf));
      return [...results, await compareInBrowser(oriel, CROWD)];
    } finally {
      await oriel.stop();
    }
  },
};

const states = embedTenants[0]?.states ?? [];
let unknown = 0;
/** The same rows by other values, of which nothing is cached. */
const fresh = () => [...states, `none ${(unknown += 1)}`];

/** What the viewers of one moment see. */
const ways: Record<string, () => readonly string[]> = { 'crowd.cold': fresh, 'crowd.warm': () => states };

async function compareCrowd(
  name: string,
  server: OrielProcess,
  open: Opening,
  statesOf: () => readonly string[],
): Promise<BenchResult> {
  const openAll = (viewers: number): Promise<number[]> => {
    const seen = statesOf();
    const one = async (viewer: number) => (await open(viewer, { withCharts: true, states: seen })).chartsMs;
    return Promise.all(Array.from({ length: viewers }, (_, viewer) => one(viewer)));
  };
  const samples = { oriel: [] as number[], floor: [] as number[] };
  const work: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [alone = Number.NaN] = await openAll(1);
    const before = await processorMs(server);
    const together = (await openAll(CROWD)).toSorted((a, b) => a - b);
    const after = await processorMs(server);
    if (round < 0) continue;
    work.push((after - before) / CROWD);
    samples.floor.push(alone);
    samples.oriel.push(together[Math.ceil(0.95 * CROWD) - 1] ?? Number.NaN);
  }
  const [oriel, floor] = [median(samples.oriel), median(samples.floor)];
  const [each, cores] = [median(work), availableParallelism()];
  const least = (0.95 * CROWD * each) / cores / floor;
  return {
    name,
    unit: 'ms',
    oriel,
    floor,
    ratio: oriel / floor,
    target: TARGET,
    note: `the 95th percentile of fifty, beside one viewer alone; ${each.toFixed(1)} ms of processor time each, of which ${cores} processors make ${least.toFixed(1)} at least`,
    samples,
  };
}

/** Of the server, its runtime, its database and the viewers. */
async function processorMs({ pid }: OrielProcess): Promise<number> {
  const [{ serverMs, databaseMs }, own] = [await cpuOf(pid), process.cpuUsage()];
  return serverMs + databaseMs + (own.user + own.system) / 1_000;
}
