// `npm run nightly [-- [--seed N] [TEXT]]`: every test (or those with a text in their path), those that search among
// random values with more of them and from another seed than `npm test`. At its end it tells how many pairs of a query
// and an engine were compared with what their answers should be, and in how many parts of the search one differed. The
// same seed searches the same again; a failure tells the seed of its part as well. Limits can be set:
// `PROPERTY_RUNS=2000 npm run nightly -- properties`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEAST_PAIRS, summarizePairs } from './compared-pairs.mjs';

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'oriel-nightly-'));
const pairsFile = join(folder, 'pairs');
const env = {
  PROPERTY_SEED: seed,
  ORIEL_FUZZ_SEED: seed,
  PROPERTY_RUNS: '20000',
  ORIEL_FUZZ_RUNS: '5000',
  ORIEL_FUZZ_MS: '3600000',
  ORIEL_TEST_TIMEOUT_MS: '14400000',
  ORIEL_PAIRS_FILE: pairsFile,
  ...process.env,
  ...(values.seed !== undefined && { PROPERTY_SEED: seed, ORIEL_FUZZ_SEED: seed }),
};
const told = `PROPERTY_SEED=${env.PROPERTY_SEED} ORIEL_FUZZ_SEED=${env.ORIEL_FUZZ_SEED}`;
console.log(told);
const test = join(import.meta.dirname, 'test.mjs');
const { status } = spawnSync(process.execPath, [test, ...positionals], { env, stdio: 'inherit' });
const lines = existsSync(env.ORIEL_PAIRS_FILE) ? readFileSync(env.ORIEL_PAIRS_FILE, 'utf8').split('\n') : [];
rmSync(folder, { recursive: true });
const { text, least, differences } = summarizePairs(lines);
console.log(`\n${text}\n${told}`);
// Where a part of the night is asked for, any number will do.
const isTooShort = positionals.length === 0 && least < LEAST_PAIRS;
if (isTooShort) console.error(`At least ${LEAST_PAIRS} pairs are to be compared on each engine`);
process.exit(status === 0 && (differences > 0 || isTooShort) ? 1 : (status ?? 1));
