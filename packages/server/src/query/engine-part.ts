import { createEngine, type Engine } from '@oriel/engine';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keepCurrent } from '../build/current-engine.ts';
import { createRuntimeSources } from '../build/sources/runtime-sources.ts';
import { databasePart } from '../db/part.ts';
import { followedRuntimesPart, modelBuildingPart } from '../model/building-part.ts';
import { privateNetworks } from '../outbound/public-address.ts';
import { dataFolder, logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { runtimeLogPart } from '../runtime-logs/log-part.ts';
import { noteFaults } from '../runtime-logs/runtime-log.ts';
import { keyringPart } from '../secrets/part.ts';
import { workloadTokensPart } from '../workload-tokens/tokens-part.ts';

/** The runtimes of the deployments, which follow their models and data files. */
export const enginePart = part({
  name: 'runtimes',
  needs: {
    settings,
    logger,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    building: modelBuildingPart,
    log: runtimeLogPart,
    workloadTokens: workloadTokensPart,
  },
  async make({ settings, logger, dataFolder: { path }, database, keyring, building, log, workloadTokens }) {
    const sources = createRuntimeSources({
      db: database.db,
      dataDir: path,
      brand: settings.brand,
      keyring,
      production: building.production,
      readRepository: building.repositories.read,
      prepareEnvironment: workloadTokens.prepare,
      networks: { refused: privateNetworks, allowed: settings.dataSourceNetworks },
    });
    const runtimes = createEngine({
      ...settings.runtimeLimits,
      resolve: noteFaults(log, sources.resolve),
      onFailure: (target, message) => logger.error({ target, message }, 'A runtime failed'),
      onLine: (target, line) => logger.info({ target, line }, 'A runtime wrote'),
      onEvent: log.note,
      duckdb: { ...settings.queryLimits, spillDirectory: await emptySpillFolder(path) },
    });
    workloadTokens.follow(runtimes);
    const engine: Engine = keepCurrent(runtimes, sources);
    return { provides: engine, close: () => engine.close() };
  },
});

/** Has changes of models reach the runtimes. */
export const runtimeChangesPart = part({
  name: 'changes of runtimes',
  needs: { engine: enginePart, followed: followedRuntimesPart },
  make: ({ engine, followed }) => (followed.follow(engine), {}),
});

/** What a server that was killed has left there belongs to nobody. */
async function emptySpillFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'spill');
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  return path;
}
