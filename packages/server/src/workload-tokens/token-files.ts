import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file as a whole, which its owner alone can read: a reader finds the old content or the new. */
export async function writeTokenFile(folder: string, name: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes the files of a folder but for those named, and the folder itself where none is. */
export async function keepTokenFiles(folder: string, names: ReadonlySet<string>): Promise<void> {
  if (names.size === 0) return rm(folder, { recursive: true, force: true, maxRetries: 10 });
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const others = found.filter((name) => !name.startsWith('.') && !names.has(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}
