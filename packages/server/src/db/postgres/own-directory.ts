import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Who a folder is handed over to. */
interface DirectoryOwner {
  readonly uid: number;
  readonly gid: number;
}

const PRIVATE = 0o700;

/**
 * Makes a folder that only its owner may enter, or takes one that is there.
 *
 * Rights and owner are changed through an open handle, and only of a folder that is ours or the owner's already: a user
 * who may write beside it could have put a link or a folder of theirs in its place. A link counts where it is ours, as
 * one to another disk.
 *
 * @param owner absent: it stays ours
 * @param trusted the users that a folder found in the place may belong to; default us and the owner
 * @throws a plain error for a folder or a link of anybody else
 */
export async function makeOwnDirectory(
  directory: string,
  owner?: DirectoryOwner,
  trusted: readonly number[] = [...ownIds(), ...(owner ? [owner.uid] : [])],
): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  const path = await followOwnLink(directory, trusted);
  await mkdir(path, { mode: PRIVATE }).catch(unlessThere);
  // Windows has neither owners nor rights of this kind.
  if (process.platform === 'win32') return;
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ELOOP' || cause.code === 'ENOTDIR' ? notOurs(path, cause) : cause;
    },
  );
  try {
    await take(handle, { path, owner, trusted });
  } finally {
    await handle.close();
  }
}

async function take(
  handle: FileHandle,
  { path, owner, trusted }: { path: string; owner: DirectoryOwner | undefined; trusted: readonly number[] },
): Promise<void> {
  const { uid } = await handle.stat();
  if (!trusted.includes(uid)) throw notOurs(path);
  await handle.chmod(PRIVATE);
  if (owner) await handle.chown(owner.uid, owner.gid);
}

/**
 * Where the folder really is: behind a link, where that is ours. Folders above it may be reached through links as well.
 */
async function followOwnLink(directory: string, trusted: readonly number[]): Promise<string> {
  const path = join(await realpath(dirname(directory)), basename(directory));
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSymbolicLink()) return path;
  if (!trusted.includes(found.uid)) throw notOurs(path);
  return realpath(path);
}

function ownIds(): number[] {
  const uid = process.getuid?.();
  return uid === undefined ? [] : [uid];
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function notOurs(path: string, cause?: unknown): Error {
  return new Error(
    `${path} is no folder of ours: another user has made it, or put a link in its place. Remove it, or choose another folder with --data`,
    { cause },
  );
}
