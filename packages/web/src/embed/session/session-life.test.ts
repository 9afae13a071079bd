import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionTimer, lifeOf } from './session-life.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock that is moved by hand; its timers can be late. */
function createClock() {
  let timers: { at: number; callback: () => void }[] = [];
  let time = 0;
  const told: string[] = [];
  const timer = createSessionTimer({
    now: () => time,
    setTimer: (callback, delayMs) => timers.push({ at: time + delayMs, callback }),
    onWarning: ({ endsAtMs }) => told.push(`warning ${(endsAtMs - time) / 1000}`),
    onEnd: () => told.push('end'),
  });
  return {
    told,
    timer,
    /** Without its timers, as a machine that sleeps. */
    sleepTo: (at: number) => (time = at),
    moveTo(at: number) {
      time = at;
      const due = timers.filter((one) => one.at <= at);
      timers = timers.filter((one) => one.at > at);
      for (const { callback } of due) callback();
    },
  };
}
const ofADay = (nowMs = 0) => lifeOf({ iat: 0, exp: DAY / 1000 }, nowMs);

test('a token of a day is used for 23 hours, and five minutes before that comes the warning', () => {
  assert.deepEqual(ofADay(), { endsAtMs: 23 * HOUR, warnsAtMs: 23 * HOUR - 5 * MINUTE });
  const { told, timer, moveTo } = createClock();
  timer.start(ofADay());
  moveTo(23 * HOUR - 5 * MINUTE - 1);
  assert.deepEqual(told, []);
  moveTo(23 * HOUR - 5 * MINUTE);
  assert.deepEqual(told, ['warning 300']);
  moveTo(23 * HOUR - 1);
  assert.deepEqual(told, ['warning 300']);
  moveTo(23 * HOUR);
  moveTo(2 * DAY);
  assert.deepEqual(told, ['warning 300', 'end']);
});

test('of a short token both are shorter, and it is used at first', () => {
  const life = lifeOf({ iat: 100, exp: 124 }, 100_000);
  assert.deepEqual(life, { endsAtMs: 123_000, warnsAtMs: 123_000 - 24_000 / 288 });
});

test('a token that does not say when it ends has no timer', () => {
  assert.equal(lifeOf({}, 0), undefined);
  assert.equal(lifeOf({ exp: 5 }, 0), undefined);
  const { told, timer, moveTo } = createClock();
  timer.start(undefined);
  moveTo(9 * DAY);
  timer.check();
  assert.deepEqual(told, []);
});

test('after a sleep the check tells what is due: a late warning says how little is left', () => {
  const { told, timer, sleepTo } = createClock();
  timer.start(ofADay());
  sleepTo(23 * HOUR - MINUTE);
  timer.check();
  timer.check();
  assert.deepEqual(told, ['warning 60']);
});

test('after the end there is no warning any more', () => {
  const { told, timer, sleepTo, moveTo } = createClock();
  timer.start(ofADay());
  sleepTo(23 * HOUR + 1);
  timer.check();
  moveTo(2 * DAY);
  timer.check();
  assert.deepEqual(told, ['end']);
});

test('another token begins anew, and the timers of the one before are silent', () => {
  const { told, timer, moveTo } = createClock();
  timer.start(ofADay());
  moveTo(23 * HOUR - 5 * MINUTE);
  timer.start(ofADay(23 * HOUR));
  moveTo(23 * HOUR);
  assert.deepEqual(told, ['warning 300']);
  moveTo(46 * HOUR - 5 * MINUTE);
  moveTo(46 * HOUR);
  assert.deepEqual(told, ['warning 300', 'warning 300', 'end']);
});

test('a clock that is wrong by a day, before or behind, ends nothing', () => {
  for (const wrong of [DAY, -DAY]) {
    const { told, timer, sleepTo, moveTo } = createClock();
    sleepTo(wrong);
    timer.start(ofADay(wrong));
    moveTo(wrong + 23 * HOUR - 5 * MINUTE);
    moveTo(wrong + 23 * HOUR);
    assert.deepEqual(told, ['warning 300', 'end']);
  }
});
