// Runs the test files on the pinned Node.js: those without a browser side by side on one PostgreSQL, then the
// browser's, one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startTestPostgres } from '@oriel/server/test';

const root = join(import.meta.dirname, '..');
const filter = process.argv[2] ?? '';
/** No single test takes so long; one that hangs fails instead of keeping the run. */
const TIMEOUT = '--test-timeout=600000';
const chromium = process.env.CHROMIUM_PATH;

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
  results.push(
    await run('tests', ['--test', '--test-concurrency=2', TIMEOUT, ...unitFiles], {
      ORIEL_TEST_POSTGRES: postgres.host,
    }),
  );
  await postgres.stop();
}
if (browserFiles.length > 0) results.push(await runBrowserTests());
if (results.length === 0) console.error(`No test file has ${JSON.stringify(filter)} in its path`);
process.exit(results.length > 0 && results.every(Boolean) ? 0 : 1);

/** Asynchronous: a parent that does not read blocks the PostgreSQL that runs beside, once its log fills the pipe. */
async function run(title, args, env = {}) {
  console.log(`\n— ${title} —`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Without a browser its suite is left out, which is acceptable in development only. */
function runBrowserTests() {
  if (chromium) return run('browser tests', ['--test', '--test-concurrency=1', TIMEOUT, ...browserFiles]);
  console.error(
    '\nThe browser tests were LEFT OUT: no Chromium was found, and none could be installed. Set CHROMIUM_PATH to one.',
  );
  return process.env.CI !== 'true';
}
