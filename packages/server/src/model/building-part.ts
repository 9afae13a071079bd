import { databasePart } from '../db/part.ts';
import { dataFolder, logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { runtimeLogPart } from '../runtime-logs/log-part.ts';
import { keyringPart } from '../secrets/part.ts';
import { handlePruning } from './builds/prune-builds.ts';
import { handleUnfinishedBuilds } from './builds/resume-builds.ts';
import { createFollowedRuntimes } from './followed-runtimes.ts';
import { createModelBuilding } from './model-building.ts';

/** The runtimes that changes of data models reach. */
export const followedRuntimesPart = part({
  name: 'runtimes that follow their models',
  needs: {},
  make: () => ({ provides: createFollowedRuntimes() }),
});

/** Repositories of data models, and what builds them. */
export const modelBuildingPart = part({
  name: 'builds of data models',
  needs: {
    settings,
    logger,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    log: runtimeLogPart,
    engine: followedRuntimesPart,
  },
  make({ settings, logger, dataFolder, database: { db }, keyring, log, engine }) {
    const building = createModelBuilding({
      db,
      dataDir: dataFolder.path,
      keyring,
      engine,
      limits: settings.runtimeLimits,
      onFault: (error) => logger.error({ error }, 'A data model could not be built'),
      onLost: ({ deploymentId, directory, message, cause }) =>
        logger.error({ deploymentId, directory, err: cause }, message),
      onEvent: log.noteBuild,
    });
    return {
      provides: building,
      jobs: [handleUnfinishedBuilds(building.builds), handlePruning({ db, ...building })],
      limitations: [
        async () => {
          const lost = await building.faults.count();
          return lost === 0
            ? undefined
            : `Repositories of data models are missing or damaged: ${lost}. The log says where, and what to do`;
        },
      ],
      close: () => building.close(),
    };
  },
});
