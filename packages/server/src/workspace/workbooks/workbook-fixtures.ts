import type { Dashboard } from '@oriel/contract';
import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../../test/feature-list-rows.ts';
import type { WorkspaceCalls } from '../../test/workspace-calls.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  workbookId: {
    missing: 900_003,
    make: ({ calls }) => makeWorkbookWithDraft(calls),
  },
  slug: {
    missing: 'missing-slug',
    make: async ({ calls }) => {
      const slug = `secret-${crypto.randomUUID()}`;
      await calls.ok('PUT', `/workbooks/by-slug/${slug}`, { body: { name: SECRET } });
      return slug;
    },
  },
  publicId: {
    missing: 'Missing00000',
    make: ({ calls }) => makePublished(calls),
  },
  // Of every dashboard that was published.
  versionNumber: {
    missing: 900_014,
    make: async () => 1,
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getWorkbooks: rowsOf('workbooks'),
  listDashboardVersions: rowsOf('dashboard_versions', { field: 'versionId' }),
});

async function makeWorkbookWithDraft(calls: WorkspaceCalls): Promise<number> {
  const { id } = await calls.makeWorkbook(SECRET);
  const dashboardDraft = { title: SECRET, widgets: [] };
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft } });
  return id;
}

/** Makes a workbook with a published dashboard. @returns the public id of the dashboard */
export async function makePublished(calls: WorkspaceCalls): Promise<string> {
  const workbookId = await makeWorkbookWithDraft(calls);
  const path = `/workbooks/${workbookId}/publish`;
  return (await calls.ok<Dashboard>('POST', path, { body: { workbookId } })).publicId;
}
