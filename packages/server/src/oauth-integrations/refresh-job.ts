import { schemas } from '@oriel/contract';
import { defineJob, handleJob, type HandledJob } from '../jobs/job.ts';
import type { TokenRefresh } from './token-refresh.ts';

/** Refreshes the tokens of users before they end. */
const refreshUserTokens = defineJob({
  name: 'refresh-user-tokens',
  data: schemas.input('Nothing.', {}),
  schedule: '* * * * *',
  isExclusive: true,
  timeoutSeconds: 900,
  retry: { limit: 1, delaySeconds: 10, maxDelaySeconds: 10 },
});

/** Binds the job to the tokens of an installation. */
export function handleTokenRefresh({ refreshDue }: Pick<TokenRefresh, 'refreshDue'>): HandledJob {
  return handleJob(refreshUserTokens, async (_data, { signal, count }) => {
    count('tried', await refreshDue(signal));
  });
}
