// Runs the test files on the pinned Node.js: those without a browser side by side on one PostgreSQL, then the
// browser's, one after the other. In CI a few files that fail are run once more, alone, and named as unstable when they
// pass then: a busy machine must not refuse a change, and nobody should miss that a test depends on timing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestPostgres } from '@oriel/server/test';

const root = join(import.meta.dirname, '..');
const filter = process.argv[2] ?? '';
/** No single test takes so long; one that hangs fails instead of keeping the run. */
const TIMEOUT = '--test-timeout=600000';
const chromium = process.env.CHROMIUM_PATH;
/** More files than that do not fail by chance. */
const MAX_UNSTABLE_FILES = 3;

const find = (...patterns) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => file.includes(filter))
    .sort();
const browserFiles = find(
  'e2e/src/**/*.test.ts',
  'packages/*/test/browser/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
);
const unitFiles = find(
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/src/**/*.test.ts',
).filter((file) => !browserFiles.includes(file));

const results = [];
if (unitFiles.length > 0) {
  const postgres = await startTestPostgres();
  results.push(await runFiles('tests', unitFiles, 2, { ORIEL_TEST_POSTGRES: postgres.host }));
  await postgres.stop();
}
if (browserFiles.length > 0) results.push(await runBrowserTests());
if (results.length === 0) console.error(`No test file has ${JSON.stringify(filter)} in its path`);
process.exit(results.length > 0 && results.every(Boolean) ? 0 : 1);

/** Runs files, and in CI those once more that failed. True when every file has passed. */
async function runFiles(title, files, concurrency, env) {
  const first = await run(title, files, concurrency, env);
  const failed = files.filter((file) => first.failed.has(file));
  const areFew = failed.length > 0 && failed.length <= MAX_UNSTABLE_FILES;
  if (first.passed || process.env.CI !== 'true' || !areFew) return first.passed;
  // Files that are not in the list (there should be none) cannot be run again.
  if (failed.length < first.failed.size) return false;
  const again = await run(`${title} that failed, once more and alone`, failed, 1, env);
  if (again.passed) console.error(`\nUNSTABLE: failed once and passed when run again: ${failed.join(', ')}`);
  return again.passed;
}

/** Asynchronous: a parent that does not read blocks the PostgreSQL that runs beside, once its log fills the pipe. */
async function run(title, files, concurrency, env = {}) {
  console.log(`\n— ${title} —`);
  const scratch = mkdtempSync(join(tmpdir(), 'oriel-tests-'));
  const failedPath = join(scratch, 'failed');
  const reporters = [
    ['spec', 'stdout'],
    [join(root, 'scripts', 'failed-files.mjs'), failedPath],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
  const seeded = `--import=${pathToFileURL(join(root, 'scripts', 'property-seed.mjs'))}`;
  const args = [seeded, '--test', `--test-concurrency=${concurrency}`, TIMEOUT, ...reporters, ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  const failed = readFileSync(failedPath, 'utf8').split('\n').filter(Boolean);
  rmSync(scratch, { recursive: true });
  return { passed: status === 0, failed: new Set(failed.map((file) => relative(root, resolve(root, file)))) };
}

/** With a folder where the first file that starts Oriel leaves what a first start makes, for those after it. */
async function runFilesOfBrowser() {
  const prepared = mkdtempSync(join(tmpdir(), 'oriel-prepared-'));
  const env = browserFiles.length > 1 ? { ORIEL_TEST_PREPARED_DATA: prepared } : {};
  const passed = await runFiles('browser tests', browserFiles, 1, env);
  rmSync(prepared, { recursive: true });
  return passed;
}

/** Without a browser its suite is left out, which is acceptable in development only. */
function runBrowserTests() {
  if (chromium) return runFilesOfBrowser();
  console.error(
    '\nThe browser tests were LEFT OUT: no Chromium was found, and none could be installed. Set CHROMIUM_PATH to one.',
  );
  return process.env.CI !== 'true';
}
