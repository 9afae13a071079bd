import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './setup.mjs';

/** Words that sources and pages do without, and what stands in their place. None of them is part of a name. */
const words = {
  whose: '"with", "of"',
  whoever: 'the caller, the user, the operator',
  somebody: 'a user, a caller',
  'make[sd]? room|made room': 'frees space, evicts, closes',
};

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yml'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && file !== 'scripts/words.test.mjs');

test('comments and pages take the terms of the field', () => {
  const pattern = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'i');
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, [], `Say ${Object.values(words).join('; ')}`);
});
