// `npm run nightly`: every test, those that search among random values with more of them and from another seed than `npm test`.
// What is found is searched for again by the seed that is printed: `PROPERTY_SEED=N ORIEL_FUZZ_SEED=N npm run nightly -- TEXT`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const seed = String(Math.floor(Math.random() * 2 ** 31));
const env = {
  PROPERTY_SEED: seed,
  ORIEL_FUZZ_SEED: seed,
  PROPERTY_RUNS: '20000',
  ORIEL_FUZZ_RUNS: '5000',
  ORIEL_FUZZ_MS: '3600000',
  ORIEL_TEST_TIMEOUT_MS: '14400000',
  ...process.env,
};
console.log(`PROPERTY_SEED=${env.PROPERTY_SEED} ORIEL_FUZZ_SEED=${env.ORIEL_FUZZ_SEED}`);
const test = join(import.meta.dirname, 'test.mjs');
const { status } = spawnSync(process.execPath, [test, ...process.argv.slice(2)], { env, stdio: 'inherit' });
process.exit(status ?? 1);
