import { databasePart } from '../db/part.ts';
import { createBuildStore } from '../model/builds/build-store.ts';
import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { createRuntimeLogRoutes } from './runtime-log-routes.ts';
import { runtimeLogPart } from './log-part.ts';

/** What shows runtimes and what they have written. */
export const runtimeLogsPart = part({
  name: 'logs of runtimes',
  needs: { database: databasePart, engine: enginePart, log: runtimeLogPart },
  make: ({ database, engine, log }) => ({
    operations: createRuntimeLogRoutes({
      engine,
      log,
      listRunningBuilds: createBuildStore(database.db).listRunning,
    }),
  }),
});
