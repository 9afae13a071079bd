import { execFile } from 'node:child_process';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

export const PYTHON = '/usr/bin/python3';
export const PRLIMIT = '/usr/bin/prlimit';

/** The folder of this program, with its packages and what lies beside them. */
export const PROGRAM_FOLDER = join(import.meta.dirname, '../../../..');

/** Where zones of time are described. */
const ZONES = '/usr/share/zoneinfo';
/** What a merged `/usr` has links for at the top. */
const TOP = ['/lib', '/lib64', '/bin'];

/** Says which files Python is made of, as it sees them. */
const ASK = `
import json, os, sys, sysconfig
print(json.dumps({
    'program': os.path.realpath(sys.executable),
    'path': sys.path,
    'libraries': sysconfig.get_config_var('MULTIARCH'),
}))`;

interface PythonFiles {
  readonly program: string;
  readonly path: readonly string[];
  readonly libraries: string | null;
}

let files: Promise<PythonFiles> | undefined;

async function askPython(): Promise<PythonFiles> {
  try {
    const { stdout } = await runFile(PYTHON, ['-I', '-c', ASK], { env: {}, cwd: '/' });
    return JSON.parse(stdout) as PythonFiles;
  } catch (error) {
    // Asked again: it may be installed meanwhile.
    files = undefined;
    throw error;
  }
}

/**
 * The arguments of bubblewrap that show the files of Python, to be read alone, and nothing else: its program, its
 * modules and the libraries of the system.
 *
 * @param hidden folders and files that are never shown, wherever they lie: within the folders of Python they are
 * covered
 * @param more files and folders that are shown besides
 * @throws where Python lies in what is hidden, or is not there
 */
export async function showPython(
  hidden: readonly string[],
  more: readonly string[] = [],
): Promise<readonly string[]> {
  const { program, path, libraries } = await (files ??= askPython());
  const tops = await Promise.all(TOP.map(async (top) => ({ top, link: await linkOf(top) })));
  const inUsr = libraries === null ? ['/usr/lib', '/usr/lib64'] : [`/usr/lib/${libraries}`, '/usr/lib64'];
  const atTop = tops
    .filter(({ top, link }) => link === undefined && top !== '/bin')
    .map(({ top }) => (libraries !== null && top === '/lib' ? join(top, libraries) : top));
  const shown = [PYTHON, program, PRLIMIT, ...inUsr, ...atTop, ...path, ZONES, ...more];
  const places = shown.map((path) => behindLink(path, tops));
  const links = tops.flatMap(({ top, link }) => (link === undefined ? [] : ['--symlink', link, top]));
  return [...links, ...(await showFolders(places, hidden))];
}

/**
 * The arguments that show files and folders where they are, those that are not there aside, without what is hidden.
 *
 * @throws where one of them lies in what is hidden
 */
export async function showFolders(
  paths: readonly string[],
  hidden: readonly string[],
): Promise<readonly string[]> {
  const covers = await Promise.all(hidden.map((path) => found(path)));
  const shown = (await Promise.all([...new Set(paths)].map((path) => found(path)))).filter(
    (each) => each !== undefined,
  );
  const isCovered = ({ path, real }: Found) =>
    shown.some((each) => each.path !== path && isWithin(each.path, path) && isWithin(each.real, real));
  return shown
    .filter((each) => !isCovered(each))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, real }) => [
      '--ro-bind',
      real,
      path,
      ...covers.flatMap((cover) => (cover ? coverWithin({ path, real }, cover) : [])),
    ]);
}

interface Found {
  readonly path: string;
  /** Without links. */
  readonly real: string;
  readonly isFolder: boolean;
}

async function found(path: string): Promise<Found | undefined> {
  const real = await realpath(path).catch(unlessAway);
  if (real === undefined) return undefined;
  return { path, real, isFolder: (await stat(real)).isDirectory() };
}

function coverWithin({ path, real }: Omit<Found, 'isFolder'>, cover: Found): string[] {
  if (isWithin(cover.real, real)) throw new Error(`${path} lies in ${cover.path}, which no script may read`);
  if (!isWithin(real, cover.real)) return [];
  const at = join(path, relative(real, cover.real));
  return cover.isFolder ? ['--tmpfs', at, '--remount-ro', at] : ['--ro-bind', '/dev/null', at];
}

const isWithin = (folder: string, path: string) =>
  path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);

/** Where a path below a link at the top leads, which is shown as a link. */
function behindLink(
  path: string,
  tops: readonly { readonly top: string; readonly link: string | undefined }[],
): string {
  const through = tops.find(({ top, link }) => link !== undefined && isWithin(top, path));
  return through ? join('/', through.link ?? '', relative(through.top, path)) : path;
}

async function linkOf(path: string): Promise<string | undefined> {
  const info = await lstat(path).catch(unlessAway);
  return info?.isSymbolicLink() ? readlink(path) : undefined;
}

function unlessAway(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
