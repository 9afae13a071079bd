// `npm test -- --repeat N`: finds tests that depend on timing or on chance. Every second run is beside load, each has a
// seed of its own.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { runGroups } from './run-groups.mjs';

/** Threads that count for ever, for each core: what is meant to wait for something must then wait for long. */
const LOAD = 2;

/**
 * Runs the groups up to `count` times, and no more after a failure.
 *
 * @returns as `runWithRetries`, of the last run
 */
export async function repeatRuns(count, groups, settings) {
  const first = Number(process.env.ORIEL_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  let outcome;
  for (let run = 1; run <= count; run += 1) {
    const isLoaded = run % 2 === 0;
    const seed = String(first + run - 1);
    const seeds = { ORIEL_FUZZ_SEED: seed, PROPERTY_SEED: seed };
    const told = `run ${run} of ${count}${isLoaded ? ', beside load' : ''}: ORIEL_FUZZ_SEED=${seed} PROPERTY_SEED=${seed}`;
    console.log(`\n— ${told} —`);
    const load = isLoaded ? startLoad() : [];
    outcome = await runGroups(groups, { ...settings, env: { ...settings.env, ...seeds } });
    await Promise.all(load.map((worker) => worker.terminate()));
    const isFailed = [...outcome.results.values()].some(({ isPassed }) => !isPassed);
    if (!isFailed && outcome.endings.length === 0) continue;
    console.error(`\nThe first failure: ${told}`);
    break;
  }
  return { ...outcome, unstable: [] };
}

function startLoad() {
  return Array.from({ length: LOAD * availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
}
