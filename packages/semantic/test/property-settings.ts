/**
 * How the property tests search: from the same seed each time, so that a run can be repeated. `PROPERTY_SEED` and
 * `PROPERTY_RUNS` search elsewhere, and longer: `npm run nightly` does both.
 */
export const propertySettings = {
  seed: Number(process.env['PROPERTY_SEED'] ?? 1),
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150),
};
