import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indentJson } from './indent-json.ts';

const values: readonly unknown[] = [
  [],
  {},
  null,
  'a text',
  [[], {}, [[]], { a: {} }],
  {
    rows: [
      { 'a.b': '1', 'a.c': null },
      { 'a.b': -1.5e300, 'a.c': true },
    ],
    total: 2,
  },
  { results: [[{ a: 1 }], [{ a: 2 }]] },
  { 'a "key": [{,}]': 'a "text": [{,}]\\', '\\"': '\\\\"', '\u2028': 'ä \u{1F600} \0\n' },
];

for (const value of values)
  test(`indents as JSON's own writer does, wherever it is cut: ${JSON.stringify(value)}`, () => {
    const bytes = Buffer.from(JSON.stringify(value));
    for (let cut = 0; cut <= bytes.byteLength; cut += 1) {
      const written: Uint8Array[] = [];
      const sink = indentJson({ write: (chunks) => void written.push(...chunks) });
      void sink.write([bytes.subarray(0, cut), bytes.subarray(cut)]);
      assert.equal(Buffer.concat(written).toString(), JSON.stringify(value, undefined, 2));
    }
  });
