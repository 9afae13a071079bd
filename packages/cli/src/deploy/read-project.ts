import { faultOfModelPath, limits } from '@oriel/contract';
import { isModelPath } from '@oriel/semantic/model-paths';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CommandError, exitCodes, UsageError } from '../command-error.ts';
import { createIgnoreRules, IGNORE_FILES, type IgnoreRules } from './ignore-rules.ts';
import { sizeText } from './size-text.ts';

/** A file of a project on this machine. */
export interface ProjectFile {
  /** In the project, with slashes. */
  readonly path: string;
  readonly location: string;
  readonly sizeBytes: number;
  /** SHA-1 of its bytes, in hex. */
  readonly hash: string;
}

/** What a folder has to deploy. */
export interface Project {
  /** In the order of their paths. */
  readonly files: readonly ProjectFile[];
  /** What is left alone, here and on the branch. */
  readonly rules: IgnoreRules;
  /** Links that lead out of the folder or nowhere, which are no part of it. */
  readonly foreignLinks: readonly string[];
}

/** Cubes in JavaScript, which the build refuses. */
const JAVASCRIPT = /\.js$/i;

/**
 * Reads what there is to deploy in a folder, by {@link IgnoreRules}. Links to files in the same folder are followed.
 *
 * @throws `UsageError` when there is no such folder, it cannot be read, or it holds no model; `CommandError` with every
 *   file that cannot be in a deployment
 */
export function readProject(directory: string): Project {
  try {
    const root = realpathSync(directory);
    const rules = createIgnoreRules();
    const found: Found = { entries: [], foreignLinks: [] };
    collect(root, '', { rules, found });
    // A deployment without a model would remove what is there.
    if (!found.entries.some(({ path }) => isModelPath(path) || JAVASCRIPT.test(path)))
      throw new UsageError(
        `${directory} holds no model: there is no .yml, .yaml, .yml.jinja, .yaml.jinja or .js file in it`,
      );
    checkEntries(found.entries);
    const files = found.entries
      .map((entry) => ({ ...entry, hash: sha1Of(readFileSync(entry.location)) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, rules, foreignLinks: found.foreignLinks };
  } catch (error) {
    const { code, path = directory } = error as NodeJS.ErrnoException;
    if (error instanceof CommandError || code === undefined) throw error;
    throw new UsageError(`The folder cannot be read: ${path} ${reasons[code] ?? `fails with ${code}`}`, {
      cause: error,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no directory',
  EACCES: 'may not be read',
};

type Entry = Omit<ProjectFile, 'hash'>;

interface Found {
  readonly entries: Entry[];
  readonly foreignLinks: string[];
}

/** Collects the files of a folder. Its path in the project ends with a slash; that of the project is empty. */
function collect(root: string, folder: string, into: { rules: IgnoreRules; found: Found }): void {
  const { rules, found } = into;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && IGNORE_FILES.includes(entry.name)))
    rules.add(folder, readFileSync(join(root, folder, name), 'utf8'));
  for (const entry of entries) {
    const path = folder + entry.name;
    if (rules.isIgnored(entry.isDirectory() ? `${path}/` : path)) continue;
    if (entry.isDirectory()) collect(root, `${path}/`, into);
    else if (isFile(root, path, entry)) {
      const location = join(root, path);
      found.entries.push({ path, location, sizeBytes: statSync(location).size });
    } else if (entry.isSymbolicLink()) found.foreignLinks.push(path);
  }
}

/**
 * Whether an entry is a file, or a link to one in the same project: a link elsewhere would send what is no part of it.
 */
function isFile(root: string, path: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const location = join(root, path);
  if (statSync(location, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const inside = relative(root, realpathSync(location));
  return inside !== '..' && !inside.startsWith(`..${sep}`);
}

/** @throws `CommandError` naming every file that is too large or has a name that no model file has */
function checkEntries(entries: readonly Entry[]): void {
  const faults = entries.flatMap(({ path, sizeBytes }) => {
    const reason = faultOfModelPath(path);
    if (reason !== undefined) return [{ path, code: 'model_path_invalid', reason }];
    return sizeBytes > limits.MAX_MODEL_FILE_BYTES
      ? [
          {
            path,
            code: 'model_file_too_large',
            reason: `it has ${sizeText(sizeBytes)}, and a file may have ${sizeText(limits.MAX_MODEL_FILE_BYTES)}`,
          },
        ]
      : [];
  });
  const [first] = faults;
  if (first) {
    const named = faults.map(({ path, reason }) => `${JSON.stringify(path)}: ${reason}`).join('; ');
    throw refuseProject(first.code, `These files cannot be deployed (name them in .orielignore): ${named}`);
  }
  if (entries.length > limits.MAX_MODEL_FILES)
    throw refuseProject(
      'model_too_large',
      `The folder has ${entries.length} files, and a deployment may have ${limits.MAX_MODEL_FILES}; most are in ${fullestFolders(entries)}: name what is no part of the model in .orielignore`,
    );
}

/** Nothing was sent, and nothing has changed. */
export function refuseProject(code: string, message: string): CommandError {
  return new CommandError(message, exitCodes.failed, { code });
}

const SHOWN_FOLDERS = 3;

function fullestFolders(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const { path } of entries) {
    const folder = path.includes('/') ? `${path.split('/')[0]}/` : './';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const fullest = [...counts].sort(([, a], [, b]) => b - a).slice(0, SHOWN_FOLDERS);
  return fullest.map(([folder, files]) => `${folder} (${files})`).join(', ');
}

export function sha1Of(content: Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}
