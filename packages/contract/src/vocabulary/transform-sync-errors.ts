import { defineError } from './define-error.ts';

/** Refusals of requests about transform syncs. */
export const transformSyncErrors = {
  transform_sync_not_set_up: defineError<{ reason: string }>(400, ({ reason }) => reason),
  transform_sync_not_found: defineError(404, () => 'There is no such transform sync in this deployment'),
  generated_files_not_found: defineError(
    404,
    () => 'The sync keeps no files: it committed them, is not completed, or ended too long ago',
  ),
  transform_sync_not_completed: defineError<{ status: string }>(
    409,
    ({ status }) => `The sync is ${status}; only one that is COMPLETED has a result`,
  ),
  transform_sync_ended: defineError<{ status: string }>(
    409,
    ({ status }) => `The sync is ${status}; only one that runs can be cancelled`,
  ),
};
