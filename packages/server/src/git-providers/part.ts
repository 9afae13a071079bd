import { authenticatePart } from '../authentication/part.ts';
import { databasePart } from '../db/part.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { handleDueRemotes } from './due-remotes.ts';
import { registerGitProviderPages } from './git-provider-pages.ts';
import { createGitProviderRoutes } from './git-provider-routes.ts';
import { createGitProviders } from './git-providers.ts';
import { gitProviderTables } from './git-provider-tables.ts';

/** What connects deployments with the repositories of other hosts. */
export const gitProvidersPart = part({
  name: 'git hosts',
  tables: gitProviderTables,
  needs: {
    settings,
    logger,
    database: databasePart,
    keyring: keyringPart,
    building: modelBuildingPart,
    authenticate: authenticatePart,
  },
  make({ settings, logger, database: { db }, keyring, building, authenticate }) {
    const { brand } = settings;
    const made = createGitProviders({
      db,
      keyring,
      building,
      settings: settings.gitProviderSettings,
      onFault: (error) => logger.error({ error }, 'A repository could not be brought in step'),
    });
    return {
      provides: made,
      operations: createGitProviderRoutes(made, brand),
      pages: [(app) => registerGitProviderPages(app, { db, brand, authenticate, ...made })],
      jobs: [handleDueRemotes(made.syncs)],
      close: () => made.close(),
    };
  },
});
