import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, runIn, type CreateListRows } from '../../test/feature-list-rows.ts';

// #region fixtures
/** Records of requests and ids of none. */
export const fixtures = {
  groupId: {
    missing: 900_007,
    make: async ({ testApp }) => {
      const body = { name: `${SECRET} ${crypto.randomUUID()}` };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/user-groups', body });
      return (made.json() as { id: number }).id;
    },
  },
} satisfies FeatureFixtures;
// #endregion

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    getUserGroups: rowsOf('groups'),
    getUserGroupUsers: {
      ...rowsOf('group_members', { column: 'user_id' }),
      start: ({ groupId }) =>
        run('insert into group_members (group_id, user_id) values ($1, $2)', groupId, context().app.adminId),
    },
  };
};
