import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markPartial } from './mark-partial.ts';

const encoding = { x: { field: 'at', type: 'temporal' }, y: { field: 'count', type: 'quantitative' } };
const rows = [1, 2, 3].map((at) => ({ at, count: at, ...(at === 3 && { oriel_partial: true }) }));

test('a bar of a bucket that is not complete is paler', () => {
  const { document } = markPartial({ document: { mark: 'bar', encoding }, rows });
  assert.match(
    JSON.stringify(document),
    /"opacity":{"condition":{"test":"datum\['oriel_partial'\] === true"/,
  );
});

test('a line is dashed from the last complete bucket on', () => {
  const marked = markPartial({ document: { mark: { type: 'line', point: true }, encoding }, rows });
  assert.deepEqual(
    marked.rows.map((row) => [row['oriel_first_edge'], row['oriel_last_edge']]),
    [
      [undefined, undefined],
      [undefined, true],
      [undefined, true],
    ],
  );
  assert.equal((marked.document as { layer: object[] }).layer.length, 3);
});

test('what an author has decided, and what has no incomplete bucket, stays as it is', () => {
  const own = { mark: 'bar', encoding: { ...encoding, opacity: { value: 0.5 } } };
  const computed = { mark: 'line', transform: [{ filter: 'true' }], encoding };
  for (const document of [own, computed, { layer: [{ mark: 'line' }], encoding }])
    assert.equal(markPartial({ document, rows }).document, document);
  const whole = rows.slice(0, 2);
  const line = { mark: 'line', encoding };
  assert.equal(markPartial({ document: line, rows: whole }).document, line);
});
