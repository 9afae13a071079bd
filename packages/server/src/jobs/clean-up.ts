import { schemas } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { TableRules } from '../db/schema/table-rules.ts';
import { removeExpired } from './expired-rows.ts';
import { defineJob, handleJob, type HandledJob } from './job.ts';

/** Removes what has expired, every ten minutes on one of the servers. */
export const cleanUp = defineJob({
  name: 'clean-up',
  data: schemas.input('Nothing.', {}),
  schedule: '*/10 * * * *',
  isExclusive: true,
  timeoutSeconds: 300,
  retry: { limit: 3, delaySeconds: 10, maxDelaySeconds: 120 },
  // When something expires is said where it is made.
  isAudited: false,
});

/** Binds the clean-up to the database. It counts the rows that it removes by table. */
export function handleCleanUp(db: Db, rules: TableRules): HandledJob {
  return handleJob(cleanUp, async (_data, { signal, count }) =>
    removeExpired(db, rules, { signal, onRemoved: (table, rows) => count(table, rows) }),
  );
}
