import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  userId: {
    missing: 900_006,
    make: async ({ testApp }) => {
      const username = `user-${crypto.randomUUID()}`;
      const body = { username, email: `${username}@example.com`, firstName: SECRET };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/users', body });
      return (made.json() as { id: number }).id;
    },
  },
  accountName: {
    missing: 'missing',
    make: async ({ testApp }) => {
      const { rows } = await testApp.database.pool.query<{ name: string }>(
        'select name from tenants where id = $1',
        [testApp.tenantId],
      );
      return rows[0]?.name ?? '';
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getUsers: rowsOf('users'),
});
