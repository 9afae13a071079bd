import { sql } from 'kysely';
import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows, type TableCopyRules } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  folderId: {
    missing: 900_002,
    make: async ({ calls }) => (await calls.makeFolder(`${SECRET} ${crypto.randomUUID()}`)).id,
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getFolders: rowsOf('folders'),
});

/** What the database does not know of the tables. */
export const listTableRules: TableCopyRules = {
  folders: { derived: { path: sql`array[made.id]` } },
};
