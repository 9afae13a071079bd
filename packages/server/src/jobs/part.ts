import { databasePart } from '../db/part.ts';
import { logger } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { handleCleanUp } from './clean-up.ts';
import { createJobs } from './jobs.ts';

/** The background work: it begins once all jobs are known. */
export const jobsPart = part({
  name: 'background work',
  needs: { database: databasePart, logger },
  make({ database, logger }) {
    const jobs = createJobs({ database, logger });
    return {
      provides: jobs,
      jobs: [handleCleanUp(database.db)],
      metrics: jobs.metrics,
      start: (offers) => jobs.start(offers.jobs),
      close: () => jobs.stop(),
    };
  },
});
