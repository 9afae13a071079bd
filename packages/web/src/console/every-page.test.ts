import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PageLink } from './pages/page-link.ts';

/** The files of pages that have links. The whole list imports components, which Node cannot load. */
const files = globSync('*/*-pages.ts', { cwd: import.meta.dirname }).filter((path) =>
  /^export const \w+Links\b/m.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

test('no two links of a group have the same place', async () => {
  const links = await Promise.all(
    files.map(async (path) => {
      const module = (await import(join(import.meta.dirname, path))) as Record<string, readonly PageLink[]>;
      return Object.entries(module).flatMap(([name, value]) => (name.endsWith('Links') ? value : []));
    }),
  );
  const places = Map.groupBy(links.flat(), ({ group, order }) => `${group} ${order}`);
  const twice = [...places].filter(([, at]) => at.length > 1);
  assert.deepEqual(
    twice.map(([place, at]) => `${place}: ${at.map(({ to }) => to).join(' and ')}`),
    [],
  );
  assert.ok(places.size > 15);
});
