// Loaded before test files that draw random values: they draw the same in every run, so that a change is refused for
// what it does and not for values that nobody has met before. `ORIEL_FUZZ_SEED` draws others.
import fc from 'fast-check';

const DEFAULT_SEED = 20_260_301;
fc.configureGlobal({ seed: Number(process.env.ORIEL_FUZZ_SEED ?? DEFAULT_SEED) });
