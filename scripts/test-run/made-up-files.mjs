// What tests of the runner run: small test files that are made up, in a folder of their own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runGroups } from './run-groups.mjs';

/** A file with tests; its text is what stands below the imports. */
const HEAD = `import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';\n`;

export const passing = (title = 'passes') => `test('${title}', () => {});\n`;
export const failing = `test('fails', () => assert.equal(1, 2));\n`;
/** The next test begins with what was told of the first by then. */
export const ending = (how) =>
  `test('goes on', () => new Promise((resolve) => setTimeout(resolve, 300)));\ntest('ends', async () => { ${how}; await new Promise(() => {}); });\n`;

/**
 * Makes a folder with files by path, and runs groups of them.
 *
 * @returns `folder`, `run(groups, settings)` as `runGroups`, and `remove()`
 */
export function makeFiles(files) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-runner-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path.includes('.test.') ? `${HEAD}${text}` : text);
  }
  const settings = {
    root: folder,
    scratch: folder,
    concurrency: 2,
    timeoutMs: 60_000,
    endMs: 500,
    isDrawing: () => false,
    stdio: 'ignore',
  };
  return {
    folder,
    settings,
    run: (groups, more) => runGroups(groups, { ...settings, ...more }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
