import type { HandledJob } from '../../jobs/job.ts';
import { createJobs, type Jobs, type JobsOptions } from '../../jobs/jobs.ts';

/** Makes the background work with some jobs, and starts it. */
export async function startJobs({
  jobs,
  ...options
}: JobsOptions & { readonly jobs: readonly HandledJob[] }): Promise<Jobs> {
  const made = createJobs(options);
  await made.start(jobs);
  return made;
}
