import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../query/load-batch.ts';
import { partialBuckets } from './partial-buckets.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

function partOf(
  granularity: string,
  starts: readonly string[],
  more: Partial<QueryResult> = {},
  now = NOW,
): string[] {
  const key = `orders.at.${granularity}`;
  const rows = starts.map((start) => ({ [key]: `${start}T00:00:00.000` }));
  const isPartial = partialBuckets({ rows, columns: { [key]: { kind: 'timeDimension' } }, ...more }, now);
  return starts.filter((_start, index) => isPartial(rows[index] ?? {}));
}

test('a bucket that the range of the query cuts is partial, at both ends', () => {
  const bounds = { 'orders.at': { from: '2001-01-03T00:00:00.000', to: '2001-06-30T23:59:59.999' } };
  assert.deepEqual(partOf('week', ['2001-01-01', '2001-01-08', '2001-06-25'], { bounds }), [
    '2001-01-01',
    '2001-06-25',
  ]);
  assert.deepEqual(partOf('month', ['2001-01-01', '2001-06-01'], { bounds }), ['2001-01-01']);
});

test('a bucket that is not over in the zone of the query is partial', () => {
  const now = new Date('2026-01-31T23:30:00Z');
  assert.deepEqual(partOf('month', ['2025-12-01', '2026-01-01'], {}, now), ['2026-01-01']);
  assert.deepEqual(partOf('month', ['2026-01-01'], { timezone: 'Europe/Berlin' }, now), []);
});

test('a granularity of the model and a bucket beyond the range are not judged', () => {
  const bounds = { 'orders.at': { to: '2001-03-31T23:59:59.999' } };
  assert.deepEqual(partOf('fiscal_year', ['2001-01-01'], { bounds }), []);
  assert.deepEqual(partOf('month', ['2001-05-01'], { bounds }), []);
});
