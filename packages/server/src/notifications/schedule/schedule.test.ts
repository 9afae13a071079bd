import { Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCron, firstAfter, nextRuns } from './cron.ts';
import { toCron, toSchedule } from './schedule.ts';

const runsAfter = (cron: string, timezone: string, from: string) =>
  nextRuns(cron, timezone, new Date(from)).map((run) => run.toISOString().slice(0, 16));

test('each kind of schedule has its cron expression, in words as well', () => {
  const cases = [
    [{ scheduleType: 'HOURLY', minute: 5 }, '5 * * * *', 'At 5 minutes past the hour'],
    [{ scheduleType: 'DAILY', hour: 9, minute: 30 }, '30 9 * * *', 'At 09:30'],
    [{ scheduleType: 'WEEKLY', hour: 9, dayOfWeek: 0 }, '0 9 * * 0', 'At 09:00, only on Sunday'],
    [{ scheduleType: 'MONTHLY', hour: 0, dayOfMonth: 31 }, '0 0 31 * *', 'At 00:00, on day 31 of the month'],
    [
      { scheduleType: 'CUSTOM', customCron: ' */15  8-17 * * MON-FRI ' },
      '*/15 8-17 * * MON-FRI',
      'Every 15 minutes, between 08:00 and 17:59, Monday through Friday',
    ],
  ] as const;
  for (const [input, cron, words] of cases) {
    assert.equal(toCron(toSchedule(input)), cron);
    assert.equal(describeCron(cron), words);
  }
});

test('days of the month beside days of the week are either of them, in words as in runs', () => {
  const cases = [
    ['0 0 13 * 5', 'At 00:00, on day 13 of the month, or on Friday', ['13', '06', '20', '27']],
    ['30 9 1 1 1', 'At 09:30, on day 1 of the month, or on Monday, only in January', ['01', '05', '12']],
    [
      '0 0 1-5/2 * MON-FRI',
      'At 00:00, every 2 days in a month, between day 1 and 5 of the month, or Monday through Friday',
      ['01', '02', '03', '05'],
    ],
    ['0 0 */2 * 1', 'At 00:00, every 2 days in a month, or on Monday', ['01', '05']],
  ] as const;
  for (const [cron, words, days] of cases) {
    assert.equal(describeCron(cron), words);
    const runs = new Set(
      Array.from({ length: 62 }, (_, day) =>
        firstAfter(cron, 'UTC', new Date(Date.UTC(2025, 11, 31, 23) + day * 86_400_000)),
      ).map((run) => run?.toISOString().slice(8, 10)),
    );
    for (const day of days) assert.ok(runs.has(day), `${cron} runs on day ${day}`);
  }
});

test('a schedule that cannot be is refused field by field', () => {
  const faults = (input: Parameters<typeof toSchedule>[0]) => {
    try {
      toCron(toSchedule(input));
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return (error.issues ?? []).map(({ path }) => path);
    }
    return [];
  };
  assert.deepEqual(faults({ scheduleType: 'WEEKLY', timezone: 'Mars/Olympus' }), [
    'hour',
    'dayOfWeek',
    'timezone',
  ]);
  assert.deepEqual(faults({ scheduleType: 'CUSTOM' }), ['customCron']);
  for (const customCron of ['* * * *', '* * * * * *', '@daily', '61 * * * *', 'x y z a b', '0 0 30 2 *'])
    assert.deepEqual(faults({ scheduleType: 'CUSTOM', customCron }), ['customCron'], customCron);
});

test('a time of day that the clocks skip comes right after the gap, once', () => {
  assert.deepEqual(runsAfter('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z').slice(0, 3), [
    '2026-03-28T01:30',
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ]);
});

test('a time of day that the clocks repeat comes once, and an hourly one in each of the two hours', () => {
  assert.deepEqual(runsAfter('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z').slice(0, 2), [
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
  assert.deepEqual(runsAfter('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z').slice(0, 3), [
    '2026-10-25T00:00',
    '2026-10-25T01:00',
    '2026-10-25T02:00',
  ]);
});

test('the day of a month is that of the zone, and a month without it is left out', () => {
  assert.equal(
    firstAfter('0 1 31 * *', 'Pacific/Auckland', new Date('2026-03-30T18:00:00Z'))?.toISOString(),
    '2026-05-30T13:00:00.000Z',
  );
});
