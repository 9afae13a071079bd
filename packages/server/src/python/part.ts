import { databasePart } from '../db/part.ts';
import { embedDashboardsPart } from '../embedding/embed-dashboards/part.ts';
import { dataFolder, embeddedPostgres } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { credentialFinderPart, securityContextPart } from '../query/caller-parts.ts';
import { enginePart } from '../query/engine-part.ts';
import { createPythonRunRoutes } from './python-run-routes.ts';
import { createReportOutputs } from './report-outputs.ts';
import { createPythonSandbox } from './sandbox.ts';
import { appConfigPart } from '../settings/part.ts';
import { pythonTables } from './python-tables.ts';

/** Where the Python of reports runs; it never reads the data, nor how the database is reached. */
export const pythonSandboxPart = part({
  name: 'sandbox of Python',
  needs: { dataFolder, postgres: embeddedPostgres },
  make({ dataFolder: { path }, postgres }) {
    const hidden = [path, ...(postgres ? [postgres.clusterDir, postgres.connection.host] : [])];
    return { provides: createPythonSandbox(undefined, undefined, hidden) };
  },
});

/**
 * What the Python of reports makes, for requests and background work: its slots bound what the machine runs at once.
 */
export const reportOutputsPart = part({
  name: 'outputs of Python',
  needs: {
    database: databasePart,
    engine: enginePart,
    readSecurityContext: securityContextPart,
    credentialsOf: credentialFinderPart,
    sandbox: pythonSandboxPart,
    appConfig: appConfigPart,
  },
  make: (needed) => ({ provides: createReportOutputs(needed) }),
});

/** Runs of the Python of reports. */
export const pythonRunsPart = part({
  name: 'runs of Python',
  tables: pythonTables,
  needs: { database: databasePart, outputs: reportOutputsPart, dashboards: embedDashboardsPart },
  make: ({ database, outputs, dashboards }) => ({
    operations: createPythonRunRoutes(database.db, { outputs, dashboards }),
  }),
});
