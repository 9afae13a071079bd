import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMarkdown } from './split-markdown.ts';

const lines = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join('\n');

test('a short text is one part, and a long one is split between its blocks', () => {
  assert.deepEqual(splitMarkdown('Short', 100), ['Short']);
  assert.deepEqual(splitMarkdown('', 100), ['']);
  const paragraphs = Array.from({ length: 20 }, (_, index) => `Paragraph ${index} of the answer.`);
  const parts = splitMarkdown(paragraphs.join('\n\n'), 100);
  assert.ok(parts.every(({ length }) => length <= 100));
  assert.deepEqual(
    parts.flatMap((part) => part.trim().split('\n\n')),
    paragraphs,
  );
});

test('a list goes on over its blank lines', () => {
  const list = '- one\n\n- two\n\n  more of two';
  const parts = splitMarkdown(`${'x'.repeat(80)}\n\nBefore\n\n${list}`, 100);
  assert.deepEqual(parts, [`${'x'.repeat(80)}\n`, `Before\n\n${list}`]);
});

test('code that is longer than a part goes on in code', () => {
  const code = lines(30, (index) => `row ${index};`);
  const parts = splitMarkdown(`Code:\n\n\`\`\`sql\n${code}\n\`\`\`\n\nEnd`, 100);
  assert.ok(parts.length > 2);
  for (const part of parts.slice(1, -1)) assert.match(part, /^```sql\n(?:row \d+;\n)+```$/);
  assert.equal(
    parts.join('\n').replaceAll(/\n```\n```sql/g, ''),
    `Code:\n\n\`\`\`sql\n${code}\n\`\`\`\n\nEnd`,
  );
});

test('a table that is longer than a part goes on below its head', () => {
  const head = '| a | b |\n|---|--:|';
  const parts = splitMarkdown(`${head}\n${lines(30, (index) => `| ${index} | x |`)}`, 100);
  assert.ok(parts.length > 2);
  for (const part of parts) assert.ok(part.startsWith(`${head}\n`), part);
  assert.equal(parts.join('\n').match(/^\| \d+ \| x \|$/gm)?.length, 30);
});

test('one line without end is cut, but no character of it', () => {
  const text = '😀'.repeat(500);
  const parts = splitMarkdown(text, 101);
  assert.ok(parts.every((part) => part.length <= 101 && part.isWellFormed()));
  assert.equal(parts.join(''), text);
});
