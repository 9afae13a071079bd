import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What holds a limit or a cache of the server: made again, each of several would hold a part of it. */
const others = ['createViewerLimit', 'createCredentialCache', 'createPasswordHasher', 'createReportOutputs'];

const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts', 'test/**'] });
const texts = sources.map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }));
const makers = texts.flatMap(({ text }) =>
  [...text.matchAll(/^export (?:async )?function (create\w+Service)\b/gm)].map(([, name = '']) => name),
);

test('there are services', () => {
  assert.ok(makers.length > 50);
});

for (const maker of [...makers, ...others])
  test(`${maker} is called in one place`, () => {
    const calls = texts.flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`(?<!function )\\b${maker}\\(`, 'g'))].map(() => path),
    );
    assert.equal(calls.length, 1, `called in ${calls.join(', ')}`);
  });
