import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * What holds a limit or a cache of the server: made again, each of several would hold a part of it. An application makes its own where
 * its starter gives it none.
 */
const madeOnce = {
  createEmbedDashboardService: ['app.ts', 'run-server.ts'],
  createViewerLimit: ['app.ts'],
};

const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts', 'test/**'] });

for (const [maker, places] of Object.entries(madeOnce))
  test(`${maker} is called once for a server`, () => {
    const calls = sources.flatMap((path) => {
      const text = readFileSync(join(import.meta.dirname, path), 'utf8');
      return [...text.matchAll(new RegExp(`(?<!function )\\b${maker}\\(`, 'g'))].map(() => path);
    });
    assert.deepEqual(calls.toSorted(), places);
  });
