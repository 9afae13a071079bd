import type { ModelFile } from '@oriel/semantic';
import { isModelPath } from '@oriel/semantic/model-paths';
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { UsageError } from '../command-error.ts';

/** Never part of a model, and possibly large. */
const FOREIGN_FOLDERS = ['.git', 'node_modules'];
/** What the compiler looks at beside YAML: cubes in JavaScript to refuse them, and what templates are made of. */
const MODEL_FILE = /\.(ya?ml|[cm]?js|py|jinja2?|j2)$/i;
const AGENT_FILE = /\.(ya?ml|md)$/i;

/**
 * Reads the files of a model, in whatever folder below the directory they are, in the order of their paths. Links to
 * files are followed, links to folders and to nothing are not.
 *
 * @throws {@link UsageError} when there is no such directory, it cannot be read, or it holds no YAML file
 */
export function readModelFiles(directory: string): ModelFile[] {
  try {
    const files = listFiles(directory, MODEL_FILE)
      .map((path) => ({ path: relative(directory, path).replaceAll(sep, '/'), content: readText(path) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    if (files.some(({ path }) => isModelPath(path))) return files;
  } catch (error) {
    const { code, path = directory } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`The model cannot be read: ${path} ${reasons[code] ?? `fails with ${code}`}`, {
      cause: error,
    });
  }
  throw new UsageError(
    `${directory} holds no model: there is no .yml, .yaml, .yml.jinja or .yaml.jinja file in it`,
  );
}

/** The files of the folder `agents` of a project, which configure agents; none where it has no such folder. */
export function readAgentFiles(directory: string): ModelFile[] {
  const folder = join(directory, 'agents');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return listFiles(folder, AGENT_FILE)
    .map((path) => ({ path: relative(directory, path).replaceAll(sep, '/'), content: readText(path) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no directory',
  EACCES: 'may not be read',
};

function listFiles(directory: string, wanted: RegExp): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return FOREIGN_FOLDERS.includes(entry.name) ? [] : listFiles(path, wanted);
    return wanted.test(entry.name) && isFile(entry, path) ? [path] : [];
  });
}

function isFile(entry: Dirent, path: string): boolean {
  return (
    entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  );
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
