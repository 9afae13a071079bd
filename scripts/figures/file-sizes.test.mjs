import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findFullFolders, findLongLines } from './file-sizes.mjs';

test('full folders and long lines are found, but for series and texts of languages', () => {
  const root = mkdtempSync(join(tmpdir(), 'oriel-sizes-'));
  const write = (path, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    for (let index = 0; index < 26; index++) {
      write(`packages/web/src/full/${index}.css`);
      write(`packages/contract/src/resources/${index}.ts`);
      if (index > 0) write(`packages/web/src/fine/${index}.ts`);
    }
    write('e2e/a.ts', `${'a'.repeat(120)}\n${'ä'.repeat(121)}\n`);
    write('packages/web/src/messages/console-languages/german.ts', 'ä'.repeat(121));
    write('packages/web/src/messages/console/shell/german.ts', 'ä'.repeat(121));
    write('packages/web/src/messages/console/shell/english.ts', 'a'.repeat(121));
    execFileSync('git', ['init', '-q'], { cwd: root });
    execFileSync('git', ['add', '.'], { cwd: root });
    assert.deepEqual(findFullFolders(root), [{ folder: 'packages/web/src/full', files: 26 }]);
    assert.deepEqual(findLongLines(root), [
      { file: 'e2e/a.ts', lines: 1 },
      { file: 'packages/web/src/messages/console/shell/english.ts', lines: 1 },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
