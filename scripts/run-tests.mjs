// Runs the test files on the pinned Node.js, side by side on one PostgreSQL; groups of them share processes. In CI a
// few files that fail are run once more, alone, and named as unstable when they pass then: a busy machine must not refuse a change,
// and nobody should miss that a test depends on timing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestPostgres } from '@oriel/server/test';
import { browserGroups } from './browser-groups.mjs';
import { makeScratchFolder } from './scratch-folder.mjs';

const root = join(import.meta.dirname, '..');
const filter = process.argv[2] ?? '';
/** No single test takes so long; one that hangs fails instead of keeping the run. */
const TIMEOUT = `--test-timeout=${process.env.ORIEL_TEST_TIMEOUT_MS ?? 600_000}`;
/** The cores of a small machine. A third file at a time saves a few minutes, and has dialogs and browsers wait for each other. */
const CONCURRENCY = 2;
const chromium = process.env.CHROMIUM_PATH;
/** How many files share a process: loading the server for each would take as long as most of them. */
const MAX_GROUP = 12;
/** Files that end, starve or change their own process, or measure it. */
const ALONE = [
  /^packages\/engine\//,
  /^packages\/cli\//,
  /^packages\/server\/src\/(loaded-packages|disk-full)\.test\.ts$/,
  /^packages\/server\/src\/python\/sandbox\.test\.ts$/,
  /^packages\/server\/src\/db\/postgres-layout\.test\.ts$/,
  /^packages\/web\/src\/dashboard\/charts\/load-transforms\.test\.ts$/,
  /^packages\/web\/test\/host-package\.test\.ts$/,
];
/** How many of the slowest files are named. */
const MAX_SLOWEST = 30;
/** More files than that do not fail by chance. */
const MAX_UNSTABLE_FILES = 6;

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

const scratch = makeScratchFolder();
// For this process, which starts PostgreSQL, and for every process of the tests.
process.env.TMPDIR = scratch;

const isLeftOut = browserFiles.length > 0 && !chromium;
// Browser tests take longest and come first, so that both cores are busy to the end.
const { ORIEL_TEST_ORDER_SEED: orderSeed } = process.env;
const groups = [
  ...(isLeftOut
    ? []
    : browserGroups(root, browserFiles, orderSeed === undefined ? undefined : Number(orderSeed))),
  ...packed(unitFiles),
];
const files = groups.flat();
let passed = isLeftOut || files.length > 0;
if (!passed) console.error(`No test file has ${JSON.stringify(filter)} in its path`);
if (files.length > 0) passed = await runOnPostgres();
// Without a browser its suite is left out, which is acceptable in development only.
if (isLeftOut) {
  console.error(
    '\nThe browser tests were LEFT OUT: no Chromium was found, and none could be installed. Set CHROMIUM_PATH to one.',
  );
  passed &&= process.env.CI !== 'true';
}
process.exit(passed ? 0 : 1);

/** With a folder where the first file that starts Oriel leaves what a first start makes, for those after it. */
async function runOnPostgres() {
  const env =
    browserFiles.length > 1 ? { ORIEL_TEST_PREPARED_DATA: mkdtempSync(join(scratch, 'prepared-')) } : {};
  if (unitFiles.length === 0) return runFiles(env);
  const postgres = await startTestPostgres();
  const passed = await runFiles({ ...env, ORIEL_TEST_POSTGRES: postgres.host });
  await postgres.stop();
  return passed;
}

/** Runs the files, and in CI those once more that failed. True when every file has passed. */
async function runFiles(env) {
  const first = await run('tests', groups, CONCURRENCY, env);
  const failed = files.filter((file) => first.failed.has(file));
  const areFew = failed.length > 0 && failed.length <= MAX_UNSTABLE_FILES;
  if (first.passed || process.env.CI !== 'true' || !areFew) return first.passed;
  // Files that are not in the list (there should be none) cannot be run again.
  if (failed.length < first.failed.size) return false;
  const alone = failed.map((file) => [file]);
  const again = await run('tests that failed, once more and alone', alone, 1, env);
  if (again.passed) console.error(`\nUNSTABLE: failed once and passed when run again: ${failed.join(', ')}`);
  return again.passed;
}

/** Asynchronous: a parent that does not read blocks the PostgreSQL that runs beside, once its log fills the pipe. */
async function run(title, groups, concurrency, env) {
  console.log(`\n— ${title} —`);
  const folder = mkdtempSync(join(scratch, 'run-'));
  const resultsPath = join(folder, 'results');
  const entries = groups.map((paths, index) => writeEntry(folder, index, paths));
  const reporters = [
    ['spec', 'stdout'],
    [join(root, 'scripts', 'file-results.mjs'), resultsPath],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
  const seeded = `--import=${pathToFileURL(join(root, 'scripts', 'property-seed.mjs'))}`;
  const args = [seeded, '--test', `--test-concurrency=${concurrency}`, TIMEOUT, ...reporters, ...entries];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  const results = readFileSync(resultsPath, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  printSlowest(results.filter(({ path }) => path !== undefined));
  const failed = results.flatMap((result) => result.failed ?? []);
  return { passed: status === 0, failed: new Set(failed) };
}

/** Neighbours share a process, since they load the same modules. */
function packed(files) {
  const groups = [];
  const shared = new Map();
  for (const file of files) {
    const [, room] = file.split('/');
    const open = shared.get(room);
    if (open !== undefined && open.length < MAX_GROUP && !isAlone(file)) open.push(file);
    else {
      const group = [file];
      groups.push(group);
      if (!isAlone(file)) shared.set(room, group);
    }
  }
  return groups;
}

function isAlone(file) {
  return ALONE.some((pattern) => pattern.test(file));
}

/** The file that Node's test runner starts for a group. It runs them in the order of their names. */
function writeEntry(folder, index, paths) {
  const entry = join(folder, `${String(index).padStart(4, '0')}.test.mjs`);
  const runner = pathToFileURL(join(root, 'scripts', 'test-group.mjs')).href;
  writeFileSync(
    entry,
    `import { runGroup } from ${JSON.stringify(runner)};\nrunGroup(${JSON.stringify(root)}, ${JSON.stringify(paths)});\n`,
  );
  return entry;
}

/** So that a log shows where the time of a run goes. */
function printSlowest(timed) {
  if (timed.length < 2) return;
  const total = timed.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nThe slowest of ${timed.length} files, which took ${Math.round(total)} s together:`);
  for (const { path, seconds } of timed.sort((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
}
