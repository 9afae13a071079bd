import { applicationParts } from './application-parts.ts';
import type { Closers } from './closers.ts';
import { databasePart } from './db/part.ts';
import type { DataFolder } from './db/postgres/data-folder.ts';
import type { SupervisedPostgres } from './db/postgres/postgres-supervisor.ts';
import { ensureDemo } from './demo/load-demo.ts';
import { applicationPart } from './http/application-part.ts';
import { listeningPart } from './http/listening/listening-part.ts';
import { installationPart } from './install/part.ts';
import { give, startParts } from './parts/graph.ts';
import * as inputs from './parts/inputs.ts';
import { enginePart } from './query/engine-part.ts';
import type { RunningServer, StartOptions } from './running-server.ts';
import { keyringPart } from './secrets/part.ts';

/** What a server runs on: its options, and what has been started for it. */
export interface ServerPlace extends StartOptions {
  readonly folder: DataFolder;
  /** The embedded database; undefined where the settings name one. */
  readonly postgres: SupervisedPostgres | undefined;
  /** Takes how each part is stopped. */
  readonly closers: Closers;
}

/**
 * Runs a server on its data folder and its database: runtimes, background work, HTTP.
 *
 * @throws as `startServer` does; what was started until then is in `closers`
 */
export async function runServer(place: ServerPlace): Promise<RunningServer> {
  const { settings, logger, folder, postgres, closers, demo, onProgress } = place;
  const graph = await startParts([installationPart, ...applicationParts, listeningPart], {
    given: [
      give(inputs.settings, settings),
      give(inputs.logger, logger),
      give(inputs.dataFolder, folder),
      give(inputs.embeddedPostgres, postgres),
    ],
    closers,
  });
  const [app, database] = [graph.get(applicationPart), graph.get(databasePart)];
  const made = { app, db: database.db, dataDir: folder.path, keyring: graph.get(keyringPart), onProgress };
  const hasDemo = settings.demo && demo !== undefined && (await ensureDemo({ ...made, content: demo }));
  const url = await graph.get(listeningPart).listen();
  return {
    url,
    app,
    database,
    engine: graph.get(enginePart),
    stop: () => closers.close(),
    firstStart: graph.get(installationPart),
    hasDemo,
    stoppingPart: () => closers.current,
    onStop: (close) => void closers.push('what was started with it', close),
  };
}
