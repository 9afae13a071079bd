/** What is said of a folder that is none of the repository. */
export const PROJECT_ROOT_FAULT =
  'must be the path of a folder within the repository, such as analytics/model, or empty for the repository itself';

/**
 * The folder of a repository that a deployment's project lies in, without a slash at its end; undefined for what is no
 * folder of a repository: an absolute path, one that leads out of it, and one as Windows writes it.
 */
export function readProjectRoot(path: string): string | undefined {
  const folder = path.replace(/\/+$/, '');
  if (folder === '') return path.length > 1 ? undefined : '';
  const isNamed = folder.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isNamed && !/^[A-Za-z]:|[\\\p{Cc}]/u.test(folder) && folder.isWellFormed() ? folder : undefined;
}
