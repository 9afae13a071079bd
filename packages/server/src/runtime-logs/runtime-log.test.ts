import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntimeLog, type RuntimeLog } from './runtime-log.ts';

const runtime = { deploymentId: 1, branch: 'master', processId: 7 };
const write = (log: RuntimeLog, line: string, deploymentId = 1) =>
  log.note({ ...runtime, deploymentId }, { kind: 'line', line });
const messages = (log: RuntimeLog, deploymentId = 1) => log.read(deploymentId).map(({ message }) => message);

test('the oldest lines give way to more lines, more characters and time', () => {
  let now = 1_000_000;
  const log = createRuntimeLog({ maxLines: 3, maxCharacters: 10, maxAgeMs: 1_000, now: () => now });
  for (const line of ['a', 'b', 'c', 'd']) write(log, line);
  assert.deepEqual(messages(log), ['b', 'c', 'd']);
  write(log, '123456789');
  assert.deepEqual(messages(log), ['d', '123456789']);
  now += 1_001;
  assert.deepEqual(messages(log), []);
});

test('a line that never ends is cut, and one deployment takes nothing from another', () => {
  const log = createRuntimeLog({ maxLines: 2 });
  write(log, 'x'.repeat(1_000_000));
  assert.equal(messages(log)[0]?.length, 2_000);
  for (let count = 0; count < 10; count += 1) write(log, 'more', 2);
  assert.equal(messages(log).length, 1);
});

test('of many deployments the one that was silent for longest gives way', () => {
  const log = createRuntimeLog({ maxDeployments: 2 });
  write(log, 'one', 1);
  write(log, 'two', 2);
  write(log, 'one again', 1);
  write(log, 'three', 3);
  assert.deepEqual(
    [1, 2, 3].map((id) => messages(log, id).length),
    [2, 0, 1],
  );
  log.forget(1);
  assert.deepEqual(messages(log, 1), []);
});

test('numbers grow, whatever the clock does, and go on after a restart', () => {
  let now = 5_000;
  const log = createRuntimeLog({ now: () => now });
  for (const time of [5_000, 5_000, 1_000, 6_000]) {
    now = time;
    write(log, 'line');
  }
  const numbers = log.read(1).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((one, other) => one - other),
  );
  const next = createRuntimeLog({ now: () => 7_000 });
  write(next, 'line');
  assert.ok((next.read(1)[0]?.number ?? 0) > (numbers.at(-1) ?? 0));
});
