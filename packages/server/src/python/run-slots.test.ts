import { Refusal } from '@oriel/contract';
import type { Caller } from '@oriel/engine';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunSlots } from './run-slots.ts';

const signal = new AbortController().signal;
const of = (tenant: string, id: string): Caller => ({ tenant, id });
const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'too_many_requests';
/** Lets everything go on that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a caller with many runs leaves room for others, in the slots and in the queue', async () => {
  const slots = createRunSlots();
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = (caller: Caller) =>
    slots.use(caller, signal, async () => {
      begun.push(caller.id);
      await end.promise;
    });
  const many = Array.from({ length: 18 }, () => run(of('one', 'greedy')));
  await settle();
  assert.deepEqual(begun, ['greedy', 'greedy'], 'half of the slots');
  await assert.rejects(run(of('one', 'greedy')), isBusy);
  const others = [run(of('one', 'colleague')), run(of('two', 'stranger'))];
  await settle();
  assert.deepEqual(begun.slice(2), ['colleague', 'stranger']);
  end.resolve();
  await Promise.all([...many, ...others]);
  assert.equal(begun.length, 20);
});

test('of those who wait, the one with the fewest runs is next', async () => {
  const slots = createRunSlots({ slots: 1 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = slots.use(of('one', 'greedy'), signal, () => gate.promise);
  const rest = ['greedy', 'greedy', 'other'].map((id) =>
    slots.use(of(id, id), signal, async () => void order.push(id)),
  );
  gate.resolve();
  await Promise.all([first, ...rest]);
  assert.equal(order[0], 'other');
});

test('a run that is given up while it waits leaves the line with the reason of the signal', async () => {
  const slots = createRunSlots({ slots: 1 });
  const gate = Promise.withResolvers<void>();
  const first = slots.use(of('one', 'a'), signal, () => gate.promise);
  const controller = new AbortController();
  const waiting = slots.use(of('two', 'b'), controller.signal, async () => assert.fail('was given up'));
  const reason = new Error('gone');
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(
    slots.use(of('two', 'b'), controller.signal, async () => assert.fail('was given up')),
    reason,
  );
  gate.resolve();
  await first;
  await slots.use(of('two', 'b'), signal, async () => {});
});

test('a run that fails gives its slot back', async () => {
  const slots = createRunSlots({ slots: 1 });
  await assert.rejects(slots.use(of('one', 'a'), signal, () => Promise.reject(new Error('failed'))));
  assert.equal(await slots.use(of('one', 'a'), signal, async () => 1), 1);
});
