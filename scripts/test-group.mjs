// Runs several test files in one process, one after the other, each in a suite that is named by its path. Most files are done in
// less time than a process takes to load the server, and code that has run before is quicker.
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** How long what tests have left running may take to end. */
const END_MS = 10_000;

/** @param paths relative to the root of the project */
export function runGroup(root, paths) {
  // The tests and hooks of a file become those of its suite, since its import is what the suite waits for.
  process.env.ORIEL_TEST_GROUP = '1';
  for (const path of paths) describe(path, () => import(pathToFileURL(join(root, path))));
  if (paths.some((path) => path.startsWith('e2e/'))) after(() => endWorld(root));
  // A failed test leaves its servers, and the run would wait for them for ever.
  after(() => setTimeout(end, END_MS, paths).unref());
}

/** Ends the servers and the browser that files of `e2e` share. */
async function endWorld(root) {
  const world = await import(pathToFileURL(join(root, 'e2e/src/support/world.ts')));
  await world.endWorld();
}

function end(paths) {
  console.error(`Left running by ${paths.join(', ')}: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}
