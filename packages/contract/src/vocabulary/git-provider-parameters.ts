import { parameter } from './define-parameter.ts';
import { id, text } from '../schema.ts';

/** Path parameters of git providers. */
export const gitProviderParameters = {
  installationId: parameter(id('Id of the installation of the app at GitHub.'), 'git_installation_not_found'),
  owner: parameter(
    text('Organisation or user of GitHub that has the repository.', {
      minLength: 1,
      maxLength: 100,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
      example: 'northwind',
    }),
    'git_repository_not_found',
  ),
  repo: parameter(
    text('Name of the repository.', {
      minLength: 1,
      maxLength: 100,
      pattern: '^[A-Za-z0-9_.-]*[A-Za-z0-9_-]$',
      example: 'analytics-model',
    }),
    'git_repository_not_found',
  ),
};
