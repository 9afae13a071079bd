import { schemas } from '@oriel/contract';
import { defineJob, handleJob, type HandledJob } from '../jobs/job.ts';
import type { RemoteSyncs } from './remote-syncs.ts';

/** Brings deployments in step with their remotes: what no webhook has told of, and what has failed before. */
const syncDueRemotes = defineJob({
  name: 'sync-git-remotes',
  data: schemas.input('Nothing.', {}),
  schedule: '* * * * *',
  isExclusive: true,
  timeoutSeconds: 900,
  retry: { limit: 1, delaySeconds: 10, maxDelaySeconds: 10 },
});

/** Binds the job to the remotes of a server. */
export function handleDueRemotes(syncs: Pick<RemoteSyncs, 'resume'>): HandledJob {
  return handleJob(syncDueRemotes, async (_data, { signal, count }) => {
    count('tried', await syncs.resume(signal));
  });
}
