import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { ending, failing, makeFiles, passing } from './made-up-files.mjs';
import { repeatRuns } from './repeat-runs.mjs';
import { hasPassed, runWithRetries, tellOutcome } from './retries.mjs';

/** Fails the first time. */
const unstable = `import { existsSync, writeFileSync } from 'node:fs';
test('needs a second run', () => {
  const isFirst = !existsSync('been-here');
  writeFileSync('been-here', '');
  assert.equal(isFirst, false, 'not there yet');
});
`;
/** Tells the seed, and fails with the third that it is run with. */
const seeded = `import { appendFileSync, readFileSync } from 'node:fs';
test('counts', () => {
  appendFileSync('seeds', process.env.PROPERTY_SEED + '\\n');
  assert.ok(readFileSync('seeds', 'utf8').split('\\n').length < 4);
});
`;

let made;
before(() => {
  mock.method(console, 'log', () => {});
  made = makeFiles({
    'passes.test.mjs': passing(),
    'fails.test.mjs': failing,
    'unstable.test.mjs': unstable,
    'exits.test.mjs': ending('process.exit(1)'),
    'seeded.test.mjs': seeded,
  });
});
after(() => {
  mock.restoreAll();
  made.remove();
});

/** What `tellOutcome` says. */
function toldBy(outcome) {
  const written = mock.method(console, 'error', () => {});
  tellOutcome(outcome);
  written.mock.restore();
  return written.mock.calls.map(({ arguments: [text] }) => text).join('\n');
}

test('a file that fails once and passes when it is run again is told with its test, its seed and its first trace', async () => {
  const files = ['passes.test.mjs', 'unstable.test.mjs'];
  const outcome = await runWithRetries([files], made.settings, true);
  assert.equal(hasPassed(outcome, files), true);
  const told = toldBy(outcome);
  assert.match(told, /UNSTABLE: .*unstable\.test\.mjs, in a process after passes\.test\.mjs/);
  assert.match(told, /PROPERTY_SEED=\S+ ORIEL_FUZZ_SEED=\S+/);
  assert.match(told, /needs a second run\n.*not there yet[^]*unstable\.test\.mjs:\d+/);
});

test('a file that fails twice has failed, and so has one that nobody runs again', async () => {
  for (const isRetrying of [true, false]) {
    const outcome = await runWithRetries([['fails.test.mjs']], made.settings, isRetrying);
    assert.equal(hasPassed(outcome, ['fails.test.mjs']), false);
    assert.deepEqual(outcome.unstable, []);
    assert.match(toldBy(outcome), /FAILED: fails\.test\.mjs/);
  }
});

test('a process that has ended too early is no matter of chance: nothing is run again', async () => {
  const outcome = await runWithRetries([['exits.test.mjs', 'passes.test.mjs']], made.settings, true);
  assert.equal(hasPassed(outcome, ['passes.test.mjs']), false);
  assert.match(toldBy(outcome), /ENDED TOO EARLY: .*exit code 1 while it ran exits\.test\.mjs/);
});

test('a repeated run stops at the first failure, and each has a seed of its own', async () => {
  const { readFile } = await import('node:fs/promises');
  const written = mock.method(console, 'error', () => {});
  const outcome = await repeatRuns(5, [['seeded.test.mjs']], made.settings);
  written.mock.restore();
  assert.equal(hasPassed(outcome, ['seeded.test.mjs']), false);
  const seeds = (await readFile(`${made.folder}/seeds`, 'utf8')).trim().split('\n');
  assert.equal(seeds.length, 3);
  assert.equal(new Set(seeds).size, 3);
  assert.match(written.mock.calls[0].arguments[0], new RegExp(`run 3 of 5: ORIEL_FUZZ_SEED=${seeds[2]}`));
});
