import type { FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  userAttributeId: {
    missing: 900_009,
    make: async ({ testApp }) => {
      // Every user of the account sees the attributes that there are.
      const body = { name: `attribute-${crypto.randomUUID()}`, type: 'string' };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/user-attributes', body });
      return (made.json() as { id: number }).id;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getUserAttributes: rowsOf('user_attributes'),
});
