import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimezone, readDateRange, readInstantRange } from './date-range.ts';

const clock = { now: new Date('2024-08-15T12:00:00Z') };

test('a day is read from its first to its last moment, in whatever zone', () => {
  for (const day of ['2024-02-29', '1999-12-31', '0050-01-01', '9999-12-31'])
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/Sao_Paulo'])
      assert.deepEqual(readDateRange([day], zone, clock), [`${day}T00:00:00.000`, `${day}T23:59:59.999`]);
});

test('a range that ends at a time which the clocks skip ends before it, and one that begins there begins behind it', () => {
  const skipped = '2024-03-31T02:30:00';
  assert.deepEqual(readInstantRange(['2024-03-31', skipped], 'Europe/Berlin', clock), [
    '2024-03-30 23:00:00.000',
    '2024-03-31 01:00:00.000',
  ]);
  assert.deepEqual(readInstantRange([skipped, '2024-03-31'], 'Europe/Berlin', clock), [
    '2024-03-31 01:00:00.000',
    '2024-03-31 22:00:00.000',
  ]);
});

test('a day that there is not is refused', () => {
  for (const day of [
    '2024-02-30',
    '2023-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '0000-01-01',
  ])
    assert.throws(() => readDateRange([day, day], 'UTC', clock), /is not a date that exists/, day);
});

test('names of zones are known by what they are, however often they are asked for', () => {
  for (let time = 0; time < 3; time += 1) {
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'europe/berlin'])
      assert.ok(isTimezone(zone), zone);
    for (const name of ['Mars/Olympus', '+02:00', 'system', '', 'Europe/Berlin ', 'constructor'])
      assert.ok(!isTimezone(name), name);
  }
});
