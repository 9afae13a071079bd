import { databasePart } from '../db/part.ts';
import { logger } from '../parts/inputs.ts';
import { input, part } from '../parts/part.ts';
import { handleCleanUp } from './clean-up.ts';
import { createJobs, type JobTiming } from './jobs.ts';

/** How often the database is asked; default as the background work has it. */
export const jobTiming = input<Partial<JobTiming>>('timing of the background work', () => ({}));

/** The background work: it begins once all jobs are known. */
export const jobsPart = part({
  name: 'background work',
  needs: { database: databasePart, logger, timing: jobTiming },
  make({ database, logger, timing }, { tables }) {
    const jobs = createJobs({ database, logger, timing });
    return {
      provides: jobs,
      jobs: [handleCleanUp(database.db, tables)],
      metrics: jobs.metrics,
      start: (offers) => jobs.start(offers.jobs),
      close: () => jobs.stop(),
    };
  },
});
