import type { Database } from '../db/database.ts';
import { handleCleanUp } from './clean-up.ts';
import type { HandledJob } from './job.ts';

/** Every job that a server runs, with its handler. A new one is listed here, and nowhere else. */
export function createJobTable({ db }: Pick<Database, 'db'>): readonly HandledJob[] {
  return [handleCleanUp(db)];
}
