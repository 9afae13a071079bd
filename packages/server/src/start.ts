import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Closers } from './closers.ts';
import { openDataFolder } from './db/postgres/data-folder.ts';
import { supervisePostgres } from './db/postgres/postgres-supervisor.ts';
import type { RunningServer, StartOptions } from './running-server.ts';

/** A process that has not stopped by then is ended all the same: a database that hangs must not keep it. */
export const STOP_TIMEOUT_MS = 4_800;
/** What is stopped last has what is left of this. */
const ALL_MS = 4_400;

/**
 * Starts a whole server: data folder, database, engine, HTTP.
 *
 * @throws an error with one clear sentence when the folder, the database address or the port cannot be used
 */
export async function startServer({
  settings,
  logger,
  onProgress,
  demo,
}: StartOptions): Promise<RunningServer> {
  const closers = new Closers(ALL_MS);
  try {
    const folder = await openDataFolder(settings.dataDir);
    closers.push('the data folder', () => folder.release());
    const load = () => import('./run-server.ts');
    // There is time to load everything else while the database starts. A failure is thrown below.
    const onLaunch = () => void load().catch(() => {});
    const postgres =
      settings.databaseUrl === undefined
        ? await supervisePostgres({ dataDir: folder.path, logger, onProgress, onLaunch })
        : undefined;
    if (postgres) closers.push('PostgreSQL', () => postgres.stop(closers.leftMs()));
    const { runServer } = await load();
    return await runServer({ settings, logger, onProgress, demo, folder, postgres, closers });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Tells programs that wait for the server where it is: `ready.json` in the data folder, written whole. */
export async function writeReadyFile(
  dataDir: string,
  content: { url: string; hostUrl?: string; apiKey?: string; pid: number },
): Promise<void> {
  await writeFile(join(dataDir, 'ready.json'), `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
}
