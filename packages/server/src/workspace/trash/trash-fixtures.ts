import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  trashedItemId: {
    missing: 900_014,
    make: async ({ calls }) => {
      const { id } = await calls.makeReport({ name: SECRET });
      await calls.ok('DELETE', `/reports/${id}`);
      const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/workspace/trash?first=1');
      return items[0]?.id ?? 0;
    },
  },
  undoId: {
    missing: '00000000-0000-4000-8000-000000000000',
    make: async ({ calls }) => {
      const { id } = await calls.makeReport({ name: SECRET });
      const body = { items: [{ type: 'REPORT', id }] };
      return (await calls.ok<{ undoId: string }>('POST', '/workspace/bulk-delete', { body })).undoId;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getTrash: rowsOf('trash'),
});
