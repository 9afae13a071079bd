import { defineError } from './define-error.ts';

/** Refusals of requests about git providers. */
export const gitProviderErrors = {
  git_installation_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `GitHub shows you no installation ${id} of the app; see settingsUrl of the status`,
  ),
  git_repository_not_found: defineError<{ name: string }>(
    404,
    ({ name }) =>
      `The app does not see a repository ${JSON.stringify(name)} at GitHub, or you do not; see settingsUrl of the status`,
  ),
  git_provider_not_set_up: defineError<{ settings: string }>(
    409,
    ({ settings }) => `GitHub is not set up on this server; its operator sets ${settings}`,
  ),
  git_provider_not_linked: defineError(
    409,
    () => 'You are not linked with GitHub; open linkUrl of the status in your browser',
  ),
  git_provider_failed: defineError<{ reason: string }>(
    502,
    ({ reason }) => `GitHub does not answer: ${reason}`,
  ),
};
