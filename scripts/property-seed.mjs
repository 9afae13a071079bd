// Loaded before each test file: property tests draw the same values in every run, so that a change is refused for what it
// does and not for values that nobody has met before. `ORIEL_FUZZ_SEED` draws others.
import { readFileSync } from 'node:fs';

const DEFAULT_SEED = 20_260_301;
const [, file = ''] = process.argv;
if (file.includes('.test.') && readFileSync(file, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(process.env.ORIEL_FUZZ_SEED ?? DEFAULT_SEED) });
}
