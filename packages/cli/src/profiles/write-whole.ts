import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Replaces a file by one that only its owner may read; a reader meanwhile has the old content or the new one. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // The refresh token before it has been used: an empty file after a power cut would end the login.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
