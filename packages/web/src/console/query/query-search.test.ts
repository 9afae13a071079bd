import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, stringifySearch } from '../elements/search-text.ts';
import { readQuerySearch } from './query-search.ts';

test('the query of an address is read as it was written, and written again', () => {
  const query = {
    measures: ['o.count'],
    filters: [{ member: 'o.city', operator: 'equals', values: ['"Köln"'] }],
  };
  const address = stringifySearch({ query });
  assert.deepEqual(readQuerySearch(parseSearch(address)), { query });
  assert.deepEqual(readQuerySearch({ query }), { query });
});

test('what is no query is left out', () => {
  for (const query of ['7', '[]', 'null', '{', '', '"text"', undefined, 7, null])
    assert.deepEqual(readQuerySearch({ query }), { query: undefined }, String(query));
});
