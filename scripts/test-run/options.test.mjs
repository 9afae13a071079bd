import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseOptions, UsageError } from './options.mjs';

test('texts are of paths, and a change is since the last commit where no other is named', () => {
  assert.deepEqual(parseOptions(['semantic', '--changed', 'web', '--list']), {
    texts: ['semantic', 'web'],
    isUnit: false,
    changedSince: 'HEAD',
    repeat: 0,
    isListed: true,
  });
  const { changedSince, repeat, isUnit } = parseOptions(['--changed=main', '--repeat', '4', '--unit']);
  assert.deepEqual([changedSince, repeat, isUnit], ['main', 4, true]);
});

test('what is no flag, and a count that is none, is refused with what there is', () => {
  for (const args of [
    ['--chnaged'],
    ['--repeat', 'x'],
    ['--repeat', '0'],
    ['--repeat'],
    ['-x'],
    ['--list=1'],
  ])
    assert.throws(
      () => parseOptions(args),
      (error) => error instanceof UsageError && error.message.includes('--changed[=REF]'),
      args.join(' '),
    );
});

test('the command ends with one message for a flag or a text that fits nothing', () => {
  const program = join(import.meta.dirname, '..', 'run-tests.mjs');
  for (const [arg, message] of [
    ['--nothing', /Unknown option '--nothing'/],
    ['no-such-file-anywhere', /No test file has "no-such-file-anywhere" in its path/],
    ['--changed=no-such-branch', /--changed=no-such-branch: .*no-such-branch/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, arg], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /at .*run-tests/);
  }
});
