// Runs the test files on the pinned Node.js, side by side on one PostgreSQL; those that need no browser share processes
// (`test-run/pack-groups.mjs`). What it takes is in `test-run/options.mjs`; at its end it tells where the time went.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { browserGroups } from './browser-groups.mjs';
import { ensureChromium } from './chromium.mjs';
import { makeScratchFolder } from './scratch-folder.mjs';
import { ensureBuilt, orExit, root } from './setup.mjs';
import { isAlone } from './test-run/find-files.mjs';
import { createImports } from './test-run/imports.mjs';
import { processorMs } from './test-run/measures.mjs';
import { orRefuse, parseOptions } from './test-run/options.mjs';
import { longestFirst, packFiles } from './test-run/pack-groups.mjs';
import { repeatRuns } from './test-run/repeat-runs.mjs';
import { hasPassed, runWithRetries, tellOutcome } from './test-run/retries.mjs';
import { selectFiles } from './test-run/select-files.mjs';
import { makeTables } from './test-run/tables.mjs';
import { openTimings, timingsPath } from './test-run/timings.mjs';

/** No single test takes so long; one that hangs fails instead of keeping the run. */
const TIMEOUT_MS = Number(process.env.ORIEL_TEST_TIMEOUT_MS ?? 600_000);
/** The PostgreSQL of the run has connections for so many processes. */
const MOST_PROCESSES = 3;
/** One more than there are cores: half of the time of tests in a browser is waiting for pages. */
const CONCURRENCY = Math.min(availableParallelism() + 1, MOST_PROCESSES);
const isCi = process.env.CI === 'true';

const options = orRefuse(() => parseOptions(process.argv.slice(2)));
const selected = orRefuse(() => selectFiles(root, options));
if (options.isListed) {
  for (const file of [...selected.browser, ...selected.unit]) console.log(file);
  process.exit(0);
}
if (selected.browser.length + selected.unit.length === 0) {
  console.log('The change can touch no test');
  process.exit(0);
}
const imports = createImports(root);
const reaches = (path) => (file) => imports.filesOf(file).has(path);
const began = performance.now();
await orExit(prepare);
const buildSeconds = (performance.now() - began) / 1000;

const chromium = process.env.CHROMIUM_PATH;
const isLeftOut = selected.browser.length > 0 && !chromium;
const files = { browser: isLeftOut ? [] : selected.browser, unit: selected.unit };
const timings = openTimings(timingsPath(root));
const scratch = makeScratchFolder();
// For this process, which starts PostgreSQL, and for every process of the tests.
process.env.TMPDIR = scratch;

// None are left where all of them need a browser that is not there.
let isPassed = files.browser.length + files.unit.length === 0 || (await runOnPostgres());
// Without a browser its suite is left out, which is acceptable in development only.
if (isLeftOut) {
  console.error(
    '\nThe browser tests were LEFT OUT: no Chromium was found, and none could be installed. Set CHROMIUM_PATH to one.',
  );
  isPassed &&= !isCi;
}
process.exit(isPassed ? 0 : 1);

/** Builds and installs what the chosen files need. */
async function prepare() {
  const isBuilt = (file) => [...imports.filesOf(file)].some((path) => path.startsWith('packages/web/dist'));
  if (selected.browser.length > 0 || selected.unit.some(isBuilt)) await ensureBuilt();
  if (selected.browser.length === 0) return;
  const { chromium, headlessShell } = await ensureChromium();
  if (chromium) process.env.CHROMIUM_PATH = chromium;
  if (headlessShell) process.env.CHROMIUM_HEADLESS_PATH = headlessShell;
}

/** With a folder where the first file that starts Oriel leaves what a first start makes, for those after it. */
async function runOnPostgres() {
  const env =
    files.browser.length > 1 ? { ORIEL_TEST_PREPARED_DATA: mkdtempSync(join(scratch, 'prepared-')) } : {};
  if (!files.unit.some(reaches('packages/server/src/test/data/test-database.ts'))) return runFiles(env);
  const { startTestPostgres } = await import('../packages/server/src/test/data/test-database.ts');
  const postgres = await startTestPostgres(dirname(timingsPath(root)));
  const stop = async () => {
    const before = processorMs();
    await postgres.stop();
    return (processorMs() - before) / 1000;
  };
  return runFiles({ ...env, ORIEL_TEST_POSTGRES: postgres.host }, stop);
}

/** @param stop ends what runs beside, and tells how many processor seconds it has taken */
async function runFiles(env, stop = async () => 0) {
  const drawn = new Map();
  const isDrawing = (file) =>
    drawn.get(file) ?? drawn.set(file, imports.packagesOf(file).has('fast-check')).get(file);
  const settings = { root, scratch, concurrency: CONCURRENCY, env, timeoutMs: TIMEOUT_MS, isDrawing };
  const packed = packFiles(files.unit, {
    isAlone: (file) => isAlone(root, file),
    secondsOf: timings.secondsOf,
  });
  const { ORIEL_TEST_ORDER_SEED: seed } = process.env;
  const ofBrowsers = browserGroups(
    files.browser,
    timings.secondsOf,
    seed === undefined ? undefined : Number(seed),
  );
  const groups = longestFirst([...ofBrowsers, ...packed], timings.secondsOf);
  const outcome =
    options.repeat > 0
      ? await repeatRuns(options.repeat, groups, settings)
      : await runWithRetries(groups, settings, isCi);
  const postgresSeconds = await stop();
  tellTimes(outcome, postgresSeconds);
  tellOutcome(outcome);
  return hasPassed(outcome, groups.flat());
}

/** Keeps the seconds of the files, for the order of the next run, and the table of all of them. */
function tellTimes({ measures, results }, postgresSeconds) {
  const kept = [...results.values()].filter(({ seconds }) => seconds > 0);
  timings.keep(
    Object.fromEntries(kept.map(({ path, seconds }) => [path, Math.round(seconds * 1000) / 1000])),
  );
  const tables = makeTables(measures, results, {
    seconds: (performance.now() - began) / 1000,
    processorSeconds: processorMs() / 1000,
    buildSeconds,
    postgresSeconds,
  });
  const path = join(dirname(timingsPath(root)), 'test-files.txt');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${tables.all}\n`);
  console.log(
    `\nSeconds by the clock of processes beside each other, and of the processor:\n${tables.kinds}`,
  );
  if (results.size > 1)
    console.log(`\n${tables.rooms}\n\nThe most expensive of ${results.size} files (all: ${path}):`);
  console.log(tables.slowest);
}
