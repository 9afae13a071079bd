import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWorkspaceSearch } from './workspace-search.ts';

const nothing = {
  search: undefined,
  sort: undefined,
  direction: undefined,
  type: undefined,
  favorites: undefined,
};

test('an address says what is searched for, of which kind and in which order', () => {
  const view = {
    search: 'delay',
    sort: 'updated_at',
    direction: 'DESC',
    type: 'REPORT',
    favorites: undefined,
  };
  assert.deepEqual(readWorkspaceSearch(view), view);
});

test('what an address says that is not known is left out', () => {
  assert.deepEqual(
    readWorkspaceSearch({ search: '', sort: 'colour', direction: 1, type: 'report' }),
    nothing,
  );
});
