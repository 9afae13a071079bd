import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { consoleLists } from './console-lists.mjs';
import { contractLists } from './contract-lists.mjs';
import { format } from './format.mjs';

/**
 * Finds the lists that are not what is in the folders that they list.
 *
 * @returns {Promise<{path: string, content: string}[]>} with the content that each should have
 */
export async function findStaleLists() {
  const lists = Object.entries({ ...contractLists(), ...consoleLists() });
  const all = await Promise.all(
    lists.map(async ([path, wanted]) => {
      const current = await readFile(join(root, path), 'utf8').catch(() => '');
      return { path, current, content: wanted === current ? wanted : format(path, wanted) };
    }),
  );
  return all
    .filter(({ content, current }) => content !== current)
    .map(({ path, content }) => ({ path, content }));
}

/** Writes files, and says which. */
export async function writeAll(files) {
  for (const { path, content } of files) {
    await writeFile(join(root, path), content);
    console.log(`refreshed ${path}`);
  }
}
