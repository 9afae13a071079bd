import { readBlobs } from '../../build/repository/blob-contents.ts';
import { git } from '../../build/git.ts';
import { SyncFailure } from '../sync-log.ts';
import type { ProjectFileContent } from './parse-project.ts';

/** A file of a commit. Links and submodules are none. */
export interface ProjectEntry {
  /** From the folder of the project. */
  readonly path: string;
  readonly blob: string;
  readonly sizeBytes: number;
}

/** What dbt reads of a project; other files are of no use for it. */
const READ_BY_DBT = /\.(sql|ya?ml|md|csv|py|json)$/i;
const MAX_FILES = 20_000;
const MAX_BYTES = 50 * 1024 * 1024;

/** Lists the files of a project at a commit. @throws {@link SyncFailure} for more than a project has */
export async function listProject(
  directory: string,
  commit: string,
  folder: string,
): Promise<ProjectEntry[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const output = await git(directory, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]);
  const entries = output
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, mode, blob = '', size, path = ''] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t([^]*)$/.exec(line) ?? [];
      const isFile = mode === '100644' || mode === '100755';
      return isFile && path.startsWith(prefix)
        ? [{ path: path.slice(prefix.length), blob, sizeBytes: Number(size) }]
        : [];
    });
  if (entries.length > MAX_FILES) throw new SyncFailure(`The project has more than ${MAX_FILES} files`);
  return entries;
}

/** Reads the files of a project that dbt reads. @throws {@link SyncFailure} for odd paths, and for too many bytes */
export async function readProject(
  directory: string,
  entries: readonly ProjectEntry[],
): Promise<ProjectFileContent[]> {
  const wanted = entries.filter(({ path }) => READ_BY_DBT.test(path) && !path.startsWith('target/'));
  const odd = wanted.find(({ path }) => path.split('/').some((part) => ['', '.', '..'].includes(part)));
  if (odd) throw new SyncFailure(`${JSON.stringify(odd.path)} is no path of a project`);
  const bytes = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MAX_BYTES) throw new SyncFailure(`The project has more than ${MAX_BYTES} bytes that dbt reads`);
  const contents = await readBlobs(
    directory,
    wanted.map(({ blob }) => blob),
  );
  return wanted.map(({ path, blob }) => ({ path, content: contents.get(blob) ?? Buffer.alloc(0) }));
}
