import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { createDataSourceRoutes } from './data-source-routes.ts';

/** Whether the data sources of deployments answer. */
export const dataSourcesPart = part({
  name: 'data-sources',
  needs: { engine: enginePart },
  make: ({ engine }) => ({ operations: createDataSourceRoutes({ engine }) }),
});
