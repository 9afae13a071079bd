import { exportTables } from './export-tables.ts';
import { databasePart } from '../db/part.ts';
import { embedDashboardsPart } from '../embedding/embed-dashboards/part.ts';
import { subjectsPart, viewerLimitPart } from '../embedding/viewers-part.ts';
import { jobsPart } from '../jobs/part.ts';
import { dataFolder, settings } from '../parts/inputs.ts';
import { input, part } from '../parts/part.ts';
import { reportOutputsPart } from '../python/part.ts';
import { credentialFinderPart, securityContextPart } from '../query/caller-parts.ts';
import { enginePart } from '../query/engine-part.ts';
import { picturesPart, renderingPart } from '../rendering/part.ts';
import { handleDrawing } from './draw-export.ts';
import { createExportRoutes } from './export-routes.ts';
import { createReportExportRoutes } from './reports/report-export-routes.ts';
import { createTableExports, MAX_TABLE_BYTES } from './reports/table-exports.ts';

/** Bytes of an exported table. */
export const maxTableBytes = input<number>('size of exported tables', () => MAX_TABLE_BYTES);

/** Writes rows into files. */
const tableExportsPart = part({
  name: 'exports of tables',
  needs: { dataFolder, maxBytes: maxTableBytes },
  make: ({ dataFolder: { path }, maxBytes }) => ({ provides: createTableExports(path, { maxBytes }) }),
});

/** Files and pictures of dashboards. */
export const dashboardExportsPart = part({
  name: 'exports of dashboards',
  tables: exportTables,
  needs: {
    settings,
    database: databasePart,
    jobs: jobsPart,
    embedDashboards: embedDashboardsPart,
    viewerLimit: viewerLimitPart,
    subjects: subjectsPart,
    rendering: renderingPart,
    drawPicture: picturesPart,
  },
  make({ settings: { brand }, rendering, drawPicture, ...needed }) {
    const { database, subjects } = needed;
    return {
      operations: createExportRoutes({ ...needed, brand }),
      jobs: [handleDrawing({ db: database.db, rendering, subjects, drawPicture })],
    };
  },
});

/** Files and pictures of reports and of charts. */
export const reportExportsPart = part({
  name: 'exports of reports',
  needs: {
    settings,
    database: databasePart,
    engine: enginePart,
    readSecurityContext: securityContextPart,
    credentialsOf: credentialFinderPart,
    embedDashboards: embedDashboardsPart,
    outputs: reportOutputsPart,
    rendering: renderingPart,
    drawPicture: picturesPart,
    tables: tableExportsPart,
  },
  make: ({ settings: { brand }, ...needed }) => ({
    operations: createReportExportRoutes({ ...needed, brand }),
  }),
});
