import { databasePart, storagePart } from '../../db/part.ts';
import { settings } from '../../parts/inputs.ts';
import { part } from '../../parts/part.ts';
import { enginePart } from '../../query/engine-part.ts';
import { registerHealth } from './health.ts';
import { stoppingPart } from '../requests-part.ts';

/** How the server does, for who watches it. */
export const healthPart = part({
  name: 'health',
  needs: {
    settings,
    database: databasePart,
    storage: storagePart,
    engine: enginePart,
    stopping: stoppingPart,
  },
  make: ({ settings: { metricsToken }, ...needed }) => ({
    pages: [
      (app, { metrics, limitations }) =>
        registerHealth(app, { ...needed, metrics, limitations, metricsToken }),
    ],
  }),
});
