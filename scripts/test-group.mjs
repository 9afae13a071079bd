// Runs several test files in one process, one after the other, each in a suite that is named by its path. Most files are done in
// less time than a process takes to load the server, and code that has run before is quicker.
import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** @param paths relative to the root of the project */
export function runGroup(root, paths) {
  // The tests and hooks of a file become those of its suite, since its import is what the suite waits for.
  for (const path of paths) describe(path, () => import(pathToFileURL(join(root, path))));
}
