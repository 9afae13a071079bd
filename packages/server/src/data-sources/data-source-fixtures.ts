import type { FeatureFixtures } from '../test/feature-fixtures.ts';

/** A name of requests and one of none. */
export const fixtures = {
  // Every deployment has it.
  dataSourceName: { missing: 'missing', make: async () => 'default' },
} satisfies FeatureFixtures;
