import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkModelPath } from './model-path.ts';

const refused = [
  '',
  '/etc/passwd',
  'C:/model.yml',
  'c:model.yml',
  '..',
  '../a',
  'a/../b',
  'a/..',
  './a',
  'a/./b',
  'a//b',
  'a/',
  '.git',
  '.git/config',
  'a/.git',
  '.GIT/hooks/x',
  '.Git',
  'git~1',
  'GIT~1/config',
  'a/git~2',
  '.git ',
  '.git.',
  '.git...',
  '.git . .',
  '.git::$INDEX_ALLOCATION',
  '.git:stream',
  '.g\u200cit',
  '\ufeff.git',
  '.gi\u202et/config',
  'a\\b',
  '..\\a',
  'a\0b',
  'a\nb',
  'a\tb',
  'a\x7f',
  'a\u0085',
  '\ud800',
  `${'a'.repeat(256)}`,
  `a/${'ü'.repeat(128)}`,
  Array.from({ length: 205 }, () => 'abcd').join('/') + '/abcde',
];
for (const path of refused)
  test(`no model file is at ${JSON.stringify(path).slice(0, 60)}`, () => {
    assert.throws(() => checkModelPath(path), { code: 'model_path_invalid' });
  });

test('whatever else a project has is taken', () => {
  for (const path of [
    'README.md',
    'model/cubes/orders.yml',
    '.gitignore',
    '.github/x',
    '.gitattributes',
    'a b/größe "x".yml',
    '...',
    '..a',
    'git',
    'agit~1',
    'x.git',
    'a'.repeat(255),
    Array.from({ length: 205 }, () => 'abcd').join('/'),
  ])
    checkModelPath(path);
});
