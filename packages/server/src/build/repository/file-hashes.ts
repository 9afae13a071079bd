import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBlobs } from './blob-contents.ts';
import type { TreeFile } from './model-tree.ts';

/** Beside the repository, one line for each content: its id in git and the SHA-1 of its bytes. */
const hashFileOf = (directory: string) => join(dirname(directory), 'file-hashes');

/**
 * The SHA-1 of the bytes of files, in hex, by path. Contents are read once in their life: what was found out is kept in
 * a file beside the repository, which may be deleted at any time.
 */
export async function hashFiles(directory: string, files: readonly TreeFile[]): Promise<Map<string, string>> {
  const known = await readKnown(directory);
  const unknown = new Set(files.map(({ blob }) => blob).filter((blob) => !known.has(blob)));
  if (unknown.size > 0) {
    const found = [...(await readBlobs(directory, unknown))].map(
      ([blob, content]) => [blob, sha1Of(content)] as const,
    );
    for (const [blob, hash] of found) known.set(blob, hash);
    await appendFile(hashFileOf(directory), found.map((pair) => `${pair.join(' ')}\n`).join(''));
  }
  return new Map(
    files.flatMap(({ path, blob }) => {
      const hash = known.get(blob);
      return hash === undefined ? [] : [[path, hash] as const];
    }),
  );
}

/** What was kept; a line that a server could not finish is none. */
async function readKnown(directory: string): Promise<Map<string, string>> {
  const text = await readFile(hashFileOf(directory), 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return new Map(
    [...text.matchAll(/^([0-9a-f]{40}) ([0-9a-f]{40})$/gm)].map(
      ([, blob = '', hash = '']) => [blob, hash] as const,
    ),
  );
}

/** As the upload protocol hashes a file. */
export function sha1Of(content: Buffer): string {
  return createHash('sha1').update(content).digest('hex');
}
