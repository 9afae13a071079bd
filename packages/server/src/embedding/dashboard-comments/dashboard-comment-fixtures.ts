import { makeComment } from '../../test/comment-fixtures.ts';
import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import type { CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  commentId: {
    missing: 900_022,
    make: async ({ testApp }) => (await makeComment(testApp, SECRET)).commentId,
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  listDashboardComments: {
    rowOf: ({ root }) => ({
      table: 'dashboard_comments',
      column: 'id',
      value: (root as { id: number }).id,
    }),
  },
});
