import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hardlySeen } from './hardly-seen.ts';

const rows = [
  { flights: '120000', late: '0.21', delay: 9000, gone: 0 },
  { flights: 80000, late: -0.4, delay: null, gone: 0 },
];
const among = (...y: string[]) => hardlySeen({ y, second: [] }, rows);

test('measures that are a twentieth of the largest or less are hardly seen beside it', () => {
  assert.deepEqual(among('flights', 'late'), ['late']);
  assert.deepEqual(among('late', 'flights', 'delay'), ['late']);
  assert.deepEqual(among('flights', 'delay'), []);
});

test('one measure alone, nothing but zeros, and what has a second axis are left as they are', () => {
  assert.deepEqual(among('late'), []);
  assert.deepEqual(among('flights', 'gone'), []);
  assert.deepEqual(hardlySeen({ y: ['flights', 'late'], second: ['late'] }, rows), []);
  assert.deepEqual(hardlySeen({ y: ['flights', 'late'], second: [] }, []), []);
});
