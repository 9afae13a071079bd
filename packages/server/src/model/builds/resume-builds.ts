import { schemas } from '@oriel/contract';
import { defineJob, handleJob, type HandledJob } from '../../jobs/job.ts';
import type { ModelBuilds } from './model-builds.ts';

/** Longer than the build of a model takes as a rule; one that is built twice is what it was the first time. */
const SILENT_SECONDS = 90;

/** Takes up builds that were begun by a server which has died. */
const resumeBuilds = defineJob({
  name: 'resume-model-builds',
  data: schemas.input('No data.', {}),
  schedule: '* * * * *',
  isExclusive: true,
  timeoutSeconds: 60,
  retry: { limit: 1, delaySeconds: 10, maxDelaySeconds: 10 },
});

/** Binds the job to the builds of a server. */
export function handleUnfinishedBuilds(builds: Pick<ModelBuilds, 'resume'>): HandledJob {
  return handleJob(resumeBuilds, async (_data, { count }) => {
    count('resumed', await builds.resume(SILENT_SECONDS));
  });
}
