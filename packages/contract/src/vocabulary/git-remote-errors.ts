import { defineError } from './define-error.ts';

/** Refusals of requests about git remotes. */
export const gitRemoteErrors = {
  git_remote_url_invalid: defineError<{ reason: string }>(
    400,
    ({ reason }) => `The address of the repository must ${reason}`,
  ),
  git_remote_not_found: defineError(404, () => 'The deployment is not connected with a repository'),
  git_remote_taken: defineError(
    409,
    () => 'The deployment is connected with a repository already; disconnect it first',
  ),
  git_remote_model: defineError(
    409,
    () =>
      'The deployment and the repository both have a model; connect a deployment that was created for it, or an empty repository',
  ),
  git_remote_failed: defineError<{ reason: string }>(502, ({ reason }) => reason),
};
