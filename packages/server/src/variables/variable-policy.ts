import { encryptedMark, limits, refuse, type EnvVariableItem, type FieldIssue } from '@oriel/contract';
import { posix } from 'node:path';

const SECRET_NAME = /PASS|SECRET|TOKEN|KEY|CREDENTIAL/i;
const NEW_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const DUCKDB_PATH = /_DB_DUCKDB_DATABASE_PATH$/;

/** Whether a new value of a variable is compared with the one that is there. */
export function isComparedWithKnown(name: string): boolean {
  return DUCKDB_PATH.test(name);
}

/** Whether the value of a variable may be a secret, by its name. */
export function isSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Checks variables that are to be set.
 *
 * @param known what the deployment has, by name; undefined for a value that is not looked at
 * @throws `duplicate_name`, `validation_failed`
 */
export function checkVariables(
  deploymentId: number,
  items: readonly EnvVariableItem[],
  known: ReadonlyMap<string, string | undefined>,
): void {
  const names = new Set<string>();
  for (const { name } of items) {
    if (names.has(name)) throw refuse('duplicate_name', { kind: 'variable', name });
    names.add(name);
  }
  const issues = items.flatMap((item, index) =>
    issuesOf(item, `env_variables[${index}]`, { deploymentId, known }),
  );
  const count = new Set([...known.keys(), ...names]).size;
  if (count > limits.MAX_VARIABLES)
    issues.push({ path: 'env_variables', message: `must leave at most ${limits.MAX_VARIABLES} variables` });
  if (issues.length > 0) throw refuse('validation_failed', { count: issues.length }, { issues });
}

function issuesOf(
  { name, value }: EnvVariableItem,
  path: string,
  { deploymentId, known }: { deploymentId: number; known: ReadonlyMap<string, string | undefined> },
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (!known.has(name) && !NEW_NAME.test(name))
    issues.push({
      path: `${path}.name`,
      message: 'must have letters, digits and underscores, and not begin with a digit',
    });
  if (value === encryptedMark)
    issues.push({
      path: `${path}.value`,
      message: 'must be the value itself; leave out what stays as it is',
    });
  if (DUCKDB_PATH.test(name) && value !== known.get(name) && !isOwnFile(deploymentId, value))
    issues.push({
      path: `${path}.value`,
      message: `must be :memory: or the path of a file or folder in ${filesFolder(deploymentId)}`,
    });
  return issues;
}

/** The folder of the files that a deployment may read, in the data folder. */
function filesFolder(deploymentId: number): string {
  return `deployments/${deploymentId}/files/`;
}

/** A file elsewhere may be another deployment's; the folder itself may be named with its last slash or without. */
function isOwnFile(deploymentId: number, path: string): boolean {
  const folder = filesFolder(deploymentId);
  return (
    ['', ':memory:'].includes(path) ||
    `${path}/` === folder ||
    (posix.normalize(path) === path && path.startsWith(folder) && !path.includes('\\'))
  );
}
