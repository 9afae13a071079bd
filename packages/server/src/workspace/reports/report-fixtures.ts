import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  reportId: {
    missing: 900_004,
    make: async ({ calls }) => (await calls.makeReport({ name: SECRET })).id,
  },
  reportPublicId: {
    missing: 'MissingRepor',
    make: async ({ calls }) => (await calls.makeReport({ name: SECRET })).publicId,
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getReports: rowsOf('reports'),
});
