// The test files of the project, by what they need.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What these files drive is a browser. */
const BROWSER = [
  'e2e/src/**/*.test.ts',
  'packages/*/test/browser/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
];
const UNIT = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/src/**/*.test.ts',
];

/** The first line of a file that ends, starves, changes or measures its process, with the reason. */
const ALONE = /^\/\/ @alone: \S/;

/** @returns paths relative to the root, in order: `browser` of tests that drive a browser, `unit` of all others */
export function findFiles(root) {
  const find = (patterns) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const browser = find(BROWSER);
  return { browser, unit: find(UNIT).filter((file) => !browser.includes(file)) };
}

/** Whether a test file asks for a process of its own. */
export function isAlone(root, file) {
  return ALONE.test(readFileSync(join(root, file), 'utf8'));
}
