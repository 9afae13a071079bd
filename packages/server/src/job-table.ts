import type { Database } from './db/database.ts';
import { handleDeploymentFiles } from './deployments/remove-deployment.ts';
import { handleCleanUp } from './jobs/clean-up.ts';
import type { HandledJob } from './jobs/job.ts';

/** What the handlers of jobs need. */
export interface JobTableOptions extends Pick<Database, 'db'> {
  /** Where the data models of the deployments lie. */
  readonly dataDir: string;
}

/** Every job that a server runs, with its handler. A new one is listed here, and nowhere else. */
export function createJobTable({ db, dataDir }: JobTableOptions): readonly HandledJob[] {
  return [handleCleanUp(db), handleDeploymentFiles(dataDir)];
}
