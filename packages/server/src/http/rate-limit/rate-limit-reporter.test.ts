import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { createReporter, REPORT_MS } from './rate-limit-reporter.ts';

const logger = pino({ level: 'silent' });

test('what comes together goes out at once, one report after the other, and nothing without a reason', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const reports: PromiseWithResolvers<void>[] = [];
  const reporter = createReporter(() => {
    const report = Promise.withResolvers<void>();
    reports.push(report);
    return report.promise;
  }, logger);
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await setImmediate();
  };
  for (const _ of [1, 2, 3]) reporter.wake();
  await pass(REPORT_MS - 1);
  assert.equal(reports.length, 0);
  await pass(1);
  assert.equal(reports.length, 1);
  reporter.wake();
  await pass(10 * REPORT_MS);
  assert.equal(reports.length, 1, 'the first is under way');
  reports[0]?.resolve();
  await setImmediate();
  await pass(REPORT_MS);
  assert.equal(reports.length, 2);
  reports[1]?.resolve();
  await setImmediate();
  await pass(100 * REPORT_MS);
  assert.equal(reports.length, 2);
});

test('a report that fails is tried again later, and after the end there is none', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let tries = 0;
  const reporter = createReporter(async () => {
    tries += 1;
    // What did not arrive is there to be reported again.
    reporter.wake();
    throw new Error('the database is away');
  }, logger);
  reporter.wake();
  for (const [ms, expected] of [
    [REPORT_MS, 1],
    [REPORT_MS, 1],
    [2_000, 2],
  ] as const) {
    mock.timers.tick(ms);
    await setImmediate();
    await setImmediate();
    assert.equal(tries, expected);
  }
  await reporter.close();
  reporter.wake();
  mock.timers.tick(60_000);
  await setImmediate();
  assert.equal(tries, 2);
});
