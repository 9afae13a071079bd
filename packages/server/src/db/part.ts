import { openDatabase } from './open-database.ts';
import { dataFolder, embeddedPostgres, logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createStorage } from './storage.ts';

/** The watch over the disks that are written to. */
export const storagePart = part({
  name: 'watch over the disks',
  needs: { settings, dataFolder, postgres: embeddedPostgres },
  make({ settings: { diskReserveBytes }, dataFolder: { path }, postgres }) {
    const folders = postgres ? [path, postgres.clusterDir] : [path];
    return { provides: createStorage({ folders, reserveBytes: diskReserveBytes }) };
  },
});

/** The database, brought to this version. */
export const databasePart = part({
  name: 'connections to the database',
  needs: { settings, postgres: embeddedPostgres, storage: storagePart, logger },
  async make(needed, { tables: rules }) {
    const database = await openDatabase({ ...needed, rules });
    return { provides: database, close: () => database.close() };
  },
});
