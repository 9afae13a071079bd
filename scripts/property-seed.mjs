// Loaded before the test files: property tests draw the same values in every run, so that a change is refused for what it
// does and not for values that nobody has met before. `ORIEL_FUZZ_SEED` draws others.
const DEFAULT_SEED = 20_260_301;
// Node's own process, which starts those of the files, draws nothing.
if (process.argv[1]?.includes('.test.')) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(process.env.ORIEL_FUZZ_SEED ?? DEFAULT_SEED) });
}
