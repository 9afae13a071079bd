import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Git holds the lock of a ref for milliseconds; one this old was left by a process that died. */
const STALE_LOCK_MS = 10_000;
/** What an upload leaves that was ended: no upload may take so long. */
const STALE_UPLOAD_MS = 60 * 60_000;

/**
 * Removes what git processes that died have left in a repository: locks of refs, and the objects of uploads that were
 * never accepted. What is young enough to be in use stays.
 */
export async function removeStaleLocks(directory: string, nowMs = Date.now()): Promise<void> {
  const [top, refs, objects] = await Promise.all([
    namesIn(directory, false),
    namesIn(join(directory, 'refs'), true),
    namesIn(join(directory, 'objects'), false),
  ]);
  const isLock = (path: string) => path.endsWith('.lock');
  await Promise.all([
    ...[...top, ...refs].filter(isLock).map((path) => removeOlder(path, nowMs - STALE_LOCK_MS)),
    ...objects
      .filter((path) => /\/(tmp_objdir-)?(incoming|bulk-fsync)-[^/]*$/.test(path))
      .map((path) => removeOlder(path, nowMs - STALE_UPLOAD_MS)),
  ]);
}

async function namesIn(directory: string, recursive: boolean): Promise<string[]> {
  const names = await readdir(directory, { recursive }).catch(ignoreMissing);
  return (names ?? []).map((name) => join(directory, name));
}

async function removeOlder(path: string, beforeMs: number): Promise<void> {
  const info = await stat(path).catch(ignoreMissing);
  if (info && info.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
