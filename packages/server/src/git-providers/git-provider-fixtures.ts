import type { FeatureFixtures } from '../test/feature-fixtures.ts';
import type { CreateListRows } from '../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  installationId: {
    missing: 900_017,
    make: async () => 1,
  },
  owner: {
    missing: 'missing',
    make: async () => 'northwind',
  },
  repo: {
    missing: 'missing',
    make: async () => 'analytics-model',
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  gitProviderInstallations: 'what is at GitHub',
  gitProviderRepositories: 'what is at GitHub',
  gitProviderBranches: 'what is at GitHub',
});
