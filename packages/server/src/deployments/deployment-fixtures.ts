import type { FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  deploymentId: {
    missing: 900_001,
    make: async ({ testApp }) => testApp.deploymentId,
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getDeployments: rowsOf('deployments'),
  listDeploymentVersions: 'a list that never changes',
  listRegions: 'a list that never changes',
});
