import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ending, failing, makeFiles, passing } from './made-up-files.mjs';
import { hasPassed } from './retries.mjs';

let made;
before(() => {
  made = makeFiles({
    'passes.test.mjs': passing(),
    'also.test.mjs': passing(),
    'fails.test.mjs': failing,
    'broken.test.mjs': 'does.not.exist;\n',
    'exits.test.mjs': ending('process.exit(0)'),
    'killed.test.mjs': ending("process.kill(process.pid, 'SIGKILL')"),
    'loads.test.mjs': 'process.exit(0);\n',
    'hangs.test.mjs': `test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));\n`,
    'leaves.test.mjs': `import net from 'node:net';\ntest('leaves', () => { net.createServer().listen(0); });\n`,
    'late.test.mjs': `test('passes', () => {});\nprocess.on('exit', () => { process.exitCode = 3; });\n`,
  });
});
after(() => made.remove());

/** What the lines of a run say, as it is told to the reader. */
const stateOf = ({ results }, path) =>
  results.get(path) && (results.get(path).isPassed ? 'passed' : 'failed');

test('a failed test is told with its trace, and the files beside it in the process with what they took', async () => {
  const outcome = await made.run([['also.test.mjs', 'fails.test.mjs', 'passes.test.mjs']]);
  assert.equal(stateOf(outcome, 'fails.test.mjs'), 'failed');
  const [{ title, message, stack }] = outcome.results.get('fails.test.mjs').failures;
  assert.equal(title, 'fails');
  assert.match(message, /1 !== 2/);
  assert.match(stack, /fails\.test\.mjs/);
  for (const path of ['also.test.mjs', 'passes.test.mjs']) assert.equal(stateOf(outcome, path), 'passed');
  assert.equal(outcome.results.get('passes.test.mjs').tests, 1);
  const told = outcome.measures.filter(({ path }) => path).map(({ path }) => path);
  assert.deepEqual(told, ['also.test.mjs', 'fails.test.mjs', 'passes.test.mjs']);
  assert.deepEqual(outcome.endings, []);
});

test('a file that cannot be loaded has failed, and the others of its process run', async () => {
  const outcome = await made.run([['broken.test.mjs', 'passes.test.mjs']]);
  assert.equal(stateOf(outcome, 'broken.test.mjs'), 'failed');
  assert.match(outcome.results.get('broken.test.mjs').failures[0].message, /does is not defined/);
  assert.equal(stateOf(outcome, 'passes.test.mjs'), 'passed');
});

for (const culprit of ['exits.test.mjs', 'killed.test.mjs'])
  test(`a process that ends in its middle (${culprit}): its file has failed, and those after it run in another`, async () => {
    const group = ['also.test.mjs', culprit, 'fails.test.mjs', 'passes.test.mjs'];
    const outcome = await made.run([group]);
    assert.deepEqual(
      group.map((path) => stateOf(outcome, path)),
      ['passed', 'failed', 'failed', 'passed'],
    );
    const [text, ...others] = outcome.endings;
    assert.deepEqual(others, []);
    assert.match(text, new RegExp(`while it ran ${culprit}; run in other processes: .*passes`));
    assert.equal(hasPassed(outcome, ['also.test.mjs', 'passes.test.mjs']), false);
  });

test('a process that ends while it loads its files: each runs alone, and the one that ends it has failed', async () => {
  const outcome = await made.run([['also.test.mjs', 'loads.test.mjs', 'passes.test.mjs']]);
  assert.equal(stateOf(outcome, 'loads.test.mjs'), 'failed');
  for (const path of ['also.test.mjs', 'passes.test.mjs']) assert.equal(stateOf(outcome, path), 'passed');
  assert.match(outcome.endings[0], /while it loaded its files/);
});

test('a process that fails after its tests have passed is told', async () => {
  const outcome = await made.run([['late.test.mjs', 'passes.test.mjs']]);
  assert.equal(stateOf(outcome, 'late.test.mjs'), 'passed');
  assert.match(outcome.endings[0], /ended with the exit code 3 after its tests/);
  assert.equal(hasPassed(outcome, ['late.test.mjs']), false);
});

test('a test that hangs fails after the time that a test may take, and the files after it run', async () => {
  const outcome = await made.run([['hangs.test.mjs', 'passes.test.mjs']], { timeoutMs: 2_000 });
  assert.equal(stateOf(outcome, 'hangs.test.mjs'), 'failed');
  assert.match(outcome.results.get('hangs.test.mjs').failures[0].message, /timed out/);
  assert.equal(stateOf(outcome, 'passes.test.mjs'), 'passed');
});

test('a process ends though a file has left a server running, and names the file', async () => {
  const outcome = await made.run([['passes.test.mjs', 'leaves.test.mjs', 'also.test.mjs']]);
  assert.equal(stateOf(outcome, 'leaves.test.mjs'), 'passed');
  const { leftBy } = outcome.measures.find((each) => each.leftBy);
  assert.deepEqual(leftBy, ['leaves.test.mjs']);
});
