// Runs several test files in one process, one after the other, each in a suite that is named by its path. Most files
// are done in less time than a process takes to load the server, and code that has run before is quicker.
import { AsyncResource } from 'node:async_hooks';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createFileMeasures, measureProcess, openMeasures, processorMs } from './measures.mjs';

/**
 * @param paths relative to the root of the project
 * @param options `isDrawing`: whether one of them draws random values; `endMs`: how long what tests have left running
 * may take to end
 */
export async function runGroup(root, paths, { isDrawing, endMs }) {
  const write = openMeasures();
  const measures = createFileMeasures(write);
  measureProcess();
  write({ started: performance.now(), cpu: processorMs() });
  process.once('exit', () => write({ ended: paths, cpu: processorMs() }));
  process.env.ORIEL_TEST_GROUP = '1';
  if (isDrawing) await import('./property-seed.mjs');
  // One after the other, so that a file's loading can be told from that of the next.
  let loaded = Promise.resolve();
  const load = (path) => {
    // Bound to the suite, which the tests would not find from a promise that is older.
    const loadThis = AsyncResource.bind(() =>
      measures.load(path, () => import(pathToFileURL(join(root, path)))),
    );
    loaded = loaded.then(loadThis, loadThis);
    return loaded;
  };
  for (const path of paths)
    // The tests and hooks of a file become those of its suite, since its import is what the suite waits for.
    describe(path, () => {
      before(() => measures.begin(path));
      return load(path);
    });
  if (paths.some((path) => path.startsWith('e2e/'))) after(() => endWorld(root));
  after(() => {
    measures.finish();
    // A failed test leaves its servers, and the run would wait for them for ever.
    setTimeout(end, endMs, paths, measures, write).unref();
  });
}

/** Ends the servers and the browser that files of `e2e` share. */
async function endWorld(root) {
  const world = await import(pathToFileURL(join(root, 'e2e/src/support/world.ts')));
  await world.endWorld();
}

function end(paths, measures, write) {
  const left = measures.left.map(({ path, resources }) => `${path} (${resources.join(', ')})`);
  const suspects = left.length > 0 ? left : paths;
  write({ leftBy: left.length > 0 ? measures.left.map(({ path }) => path) : paths });
  console.error(`Left running by ${suspects.join(', ')}: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}
