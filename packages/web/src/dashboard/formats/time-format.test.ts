import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBucket, formatTimeCell } from './time-format.ts';

test('a bucket is written by its granularity', () => {
  const bucket = (granularity?: string) => formatBucket('2001-03-05T00:00:00.000', granularity);
  assert.equal(bucket('day'), 'Mon, Mar 5, 2001');
  assert.match(bucket('week'), /^Mar 5\s–\s11, 2001$/);
  assert.equal(bucket('month'), 'Mar 2001');
  assert.equal(bucket('quarter'), 'Q1 2001');
  assert.equal(bucket('year'), '2001');
  assert.match(bucket('hour'), /^Mar 5, 2001, 12:00\sAM$/);
  assert.equal(bucket('fortnight'), 'Mar 5, 2001');
  assert.equal(bucket(), 'Mar 5, 2001');
});

test('a wall clock that daylight saving leaves out is written as it is', () => {
  assert.match(formatBucket('2001-03-25T02:30:00.000', 'minute'), /2:30\sAM$/);
});

test('a table writes days and weeks by a date', () => {
  assert.equal(formatTimeCell('2001-03-05T00:00:00.000', 'week'), 'Mar 5, 2001');
  assert.equal(formatTimeCell('2001-03-01T00:00:00.000', 'month'), 'Mar 2001');
  assert.match(formatTimeCell('2001-03-05T00:00:00.000', 'hour'), /^Mar 5, 2001, 12:00\sAM$/);
  assert.equal(formatTimeCell('not a time', 'month'), 'not a time');
});
