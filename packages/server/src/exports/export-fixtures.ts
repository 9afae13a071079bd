import type { FeatureFixtures } from '../test/feature-fixtures.ts';
import { makePublished } from '../workspace/workbooks/workbook-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  jobId: {
    missing: 'missing',
    make: async ({ testApp, calls }) => {
      // Whatever requests before have made of the account's settings.
      const settings = { restrictDataDownload: false };
      await testApp.call({ method: 'PUT', path: '/api/v1/app-config', body: settings });
      const body = { dashboardPublicId: await makePublished(calls), format: 'png' };
      const { jobId } = await calls.ok<{ jobId: string }>('POST', '/dashboard-exports', { body });
      // Drawn, as far as an application without jobs and a browser can tell.
      await testApp.database.pool.query("update dashboard_exports set status = 'completed', content = $1", [
        Buffer.from('picture'),
      ]);
      return jobId;
    },
  },
} satisfies FeatureFixtures;
