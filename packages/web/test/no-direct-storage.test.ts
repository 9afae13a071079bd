import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Where a page keeps what its user leaves in it. */
const STORAGE = 'console/storage/page-storage.ts';

/** What outlives a page in the browser. */
const STORAGES =
  /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|window\.name|navigator\.storage|serviceWorker|(window|globalThis|self)\.caches)\b|(?<![.\w])caches\.(open|match|has)/;

const root = join(import.meta.dirname, '../src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

test('one module alone touches the storages of the browser', () => {
  const found = sources.filter((file) => STORAGES.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(found, [STORAGE]);
});
