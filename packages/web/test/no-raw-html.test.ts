import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Where a text of an author becomes HTML. */
const SANITIZER = 'dashboard/text/safe-html.ts';
/** Names these methods to look at what apps give them. */
const GUARD = 'app-frame/close-hints.ts';

/** What makes HTML, a page or a program of a text. */
const SINKS =
  /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTML(Unsafe)?|parseHTML(Unsafe)?|srcdoc|DOMParser|createContextualFragment|document\.write(ln)?|new Function|eval\()/;

const root = join(import.meta.dirname, '../src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

test('no text becomes HTML but in the sanitizer, and none becomes a program', () => {
  assert.ok(sources.includes(SANITIZER));
  const found = sources.filter((file) => SINKS.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(found, [GUARD]);
});

test('the sanitizer is asked by texts and by templates alone, under one policy', () => {
  const users = sources.filter((file) =>
    /safe-html|dompurify|from 'marked'/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(users.sort(), [
    'dashboard/html/template-nodes.ts',
    'dashboard/text/markdown-text.tsx',
    SANITIZER,
    'dashboard/text/sanitizer-policy.ts',
  ]);
});
