import { schemas } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPartCheck } from './validation.ts';

const check = createPartCheck('body', schemas.objectSchema({ at: schemas.timestamp('A time.') }));

test('a time is one that a clock and the database can hold', () => {
  for (const at of [
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30:00.123456Z',
    '2026-03-01T09:30:00+02:00',
    '2024-02-29T23:59:59-11:00',
  ])
    assert.doesNotThrow(() => check({ at }), at);
  for (const at of [
    '2026-12-31T23:59:60Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '1e300',
    '',
  ])
    assert.throws(() => check({ at }), at);
});
