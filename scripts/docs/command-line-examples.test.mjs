// Runs what the guide to the command line shows, as a reader who copies it does.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../setup.mjs';
import { readRegion } from './snippets.mjs';

const examples = 'docs/guides/examples/command-line';
const skip = spawnSync('bash', ['--version']).status === 0 ? false : 'the commands need bash';

/** Runs a region of the commands. */
async function run(name) {
  const command = await readRegion(`${examples}/commands.sh`, name);
  const child = spawn('bash', ['-eu', '-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, stdout };
}

const jsonLines = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

for (const [name, expectedCode] of Object.entries({ misspelt: 1, query: 0, policy: 0 }))
  test(`${name} prints what the guide shows`, { skip }, async () => {
    const { code, stdout } = await run(name);
    assert.equal(stdout.trim(), await readRegion(`${examples}/output.txt`, name));
    assert.equal(code, expectedCode);
  });

test('check counts what is in the model', { skip }, async () => {
  assert.deepEqual(await run('check'), { code: 0, stdout: '2 cubes, 1 view, 20 members\n' });
});

test('sql prints the statement and its parameter', { skip }, async () => {
  const { code, stdout } = await run('sql');
  assert.equal(code, 0);
  assert.match(stdout, /^SELECT [^]*\$1[^]*;\n-- \$1 = "paid"\n$/);
});

test('many queries are answered a line each, to each caller its own', { skip }, async () => {
  const { code, stdout } = await run('many');
  const [analyst, viewer, misspelt] = jsonLines(stdout);
  assert.equal(code, 0);
  assert.deepEqual([analyst.rows, viewer.rows], [[{ 'sales.count': '3' }], [{ 'sales.count': '1' }]]);
  assert.equal(misspelt.error.member, 'sales.amount');
});

test('a build fails with the queries that have no answer', { skip }, async () => {
  const { code, stdout } = await run('ci');
  assert.notEqual(code, 0);
  const [summary, ...failed] = stdout.trimEnd().split('\n');
  assert.equal(summary, '2 cubes, 1 view, 20 members');
  assert.deepEqual(
    failed.map((line) => JSON.parse(line).error.member),
    ['sales.amount'],
  );
});
