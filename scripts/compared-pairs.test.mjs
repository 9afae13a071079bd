import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarizePairs } from './compared-pairs.mjs';

const line = (property, engine, pairs, differences) =>
  JSON.stringify({ property, engine, pairs, differences });

test('pairs are added up, over all and for each engine', () => {
  const { text, least, differences } = summarizePairs([
    line('joins', 'duckdb', 300, 0),
    line('joins', 'postgres', 296, 1),
    line('filters', 'duckdb', 200, 0),
    '',
  ]);
  assert.match(
    text,
    /796 pairs of a query and an engine were compared \(500 on duckdb, 296 on postgres\), 1 differences$/,
  );
  assert.deepEqual([least, differences], [296, 1]);
});

test('where nothing was compared that is told', () => {
  const { text, least } = summarizePairs(['']);
  assert.match(text, /^0 pairs .* \(none\), 0 differences$/);
  assert.equal(least, 0);
});
