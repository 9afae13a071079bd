import { databasePart } from '../../db/part.ts';
import { part } from '../../parts/part.ts';
import { createEmbedDashboardService } from './embed-dashboard-service.ts';

/** What shows published dashboards, to requests and to background work: its cache is that of the server. */
export const embedDashboardsPart = part({
  name: 'published dashboards',
  needs: { database: databasePart },
  make: ({ database }) => ({ provides: createEmbedDashboardService(database) }),
});
