import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  roleId: {
    missing: 900_008,
    make: async ({ testApp }) => {
      const body = { name: `${SECRET} ${crypto.randomUUID()}`, policies: [] };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/roles', body });
      return (made.json() as { id: number }).id;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getRoles: rowsOf('roles'),
});
