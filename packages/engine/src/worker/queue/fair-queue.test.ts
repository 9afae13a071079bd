import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../protocol/engine-types.ts';
import { createFairQueue, type FairQueueOptions, type Ticket } from './fair-queue.ts';
import { CONTENDED_MS } from './slot-contention.ts';
import { LONG_WORK_MS } from './slot-use.ts';

const never = new AbortController().signal;
const viewer = (tenant: string, id = tenant): Caller => ({ tenant, id });

/** A queue that notes the order in which work is admitted. */
function startQueue(options: FairQueueOptions) {
  const queue = createFairQueue(options);
  const admitted: string[] = [];
  const enter = (name: string, callers: Iterable<Caller>, signal = never): Ticket => {
    const ticket = queue.enter(callers, signal);
    ticket.admitted.then(
      () => admitted.push(name),
      () => {},
    );
    return ticket;
  };
  const settle = () => new Promise(setImmediate);
  return { queue, enter, admitted, settle };
}

test('a caller holds half of the slots at most, and the next caller finds one', async () => {
  const { queue, enter, admitted, settle } = startQueue({ slots: 4 });
  for (let index = 0; index < 150; index += 1) enter(`heavy ${index}`, [viewer('heavy')]);
  await settle();
  assert.deepEqual(queue.load, { waiting: 148, running: 2 });
  enter('light', [viewer('light')]);
  await settle();
  assert.deepEqual(admitted, ['heavy 0', 'heavy 1', 'light']);
});

test('the callers of a tenant leave a slot to the other tenants', async () => {
  const { enter, admitted, settle } = startQueue({ slots: 4 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) enter(id, [viewer('large', id)]);
  await settle();
  assert.deepEqual(admitted, ['a', 'b', 'c']);
  enter('other', [viewer('small')]);
  await settle();
  assert.deepEqual(admitted, ['a', 'b', 'c', 'other']);
});

test('a free slot goes to the caller with the fewest, not to the first in line', async () => {
  const { enter, admitted, settle } = startQueue({ slots: 2 });
  const first = enter('heavy 0', [viewer('heavy')]);
  const other = enter('other', [viewer('other')]);
  enter('heavy 1', [viewer('heavy')]);
  enter('third', [viewer('third')]);
  other.leave();
  await settle();
  assert.deepEqual(admitted, ['heavy 0', 'other', 'third']);
  first.leave();
  await settle();
  assert.deepEqual(admitted.at(-1), 'heavy 1');
});

test('of callers with as many slots, who has used them for less time is next', async () => {
  let now = 0;
  const { enter, admitted, settle } = startQueue({ slots: 1, now: () => now });
  const heavy = enter('heavy 0', [viewer('t', 'heavy')]);
  enter('heavy 1', [viewer('t', 'heavy')]);
  enter('light', [viewer('t', 'light')]);
  await settle();
  now += 1;
  heavy.leave();
  await settle();
  assert.deepEqual(admitted, ['heavy 0', 'light']);
});

test('work that several callers wait for starts in the turn of the first of them', async () => {
  const { enter, admitted, settle } = startQueue({ slots: 2 });
  enter('heavy 0', [viewer('heavy')]);
  enter('heavy 1', [viewer('heavy')]);
  const callers = new Set([viewer('heavy')]);
  const shared = enter('shared', callers);
  await settle();
  assert.deepEqual(admitted, ['heavy 0']);
  callers.add(viewer('light'));
  shared.callersChanged();
  await settle();
  assert.deepEqual(admitted, ['heavy 0', 'shared']);
});

test('what is aborted while it waits leaves the line, and says so', async () => {
  const { queue, enter, settle } = startQueue({ slots: 1 });
  const running = enter('running', [viewer('a')]);
  const gone = new AbortController();
  const waits = enter('waits', [viewer('b')], gone.signal);
  gone.abort();
  await assert.rejects(waits.admitted, { code: 'query.cancelled' });
  assert.deepEqual(queue.load, { waiting: 0, running: 1 });
  running.leave();
  running.leave();
  await settle();
  assert.deepEqual(queue.load, { waiting: 0, running: 0 });
});

test('what would wait in too long a line is refused, of each caller, each tenant and all', () => {
  const { enter } = startQueue({
    slots: 1,
    maxWaiting: 4,
    maxWaitingPerTenant: 3,
    maxWaitingPerCaller: 2,
  });
  enter('running', [viewer('x')]);
  const full = { code: 'query.queue_full' };
  for (let index = 0; index < 2; index += 1) enter(`a ${index}`, [viewer('t', 'a')]);
  assert.throws(() => enter('a 2', [viewer('t', 'a')]), full);
  enter('b 0', [viewer('t', 'b')]);
  assert.throws(() => enter('b 1', [viewer('t', 'b')]), full);
  enter('c', [viewer('c')]);
  assert.throws(() => enter('d', [viewer('d')]), full);
});

test('a position is counted in the queue of the caller', async () => {
  const { enter, settle } = startQueue({ slots: 1 });
  const running = enter('running', [viewer('a')]);
  enter('other', [viewer('b')]);
  const first = enter('a 0', [viewer('a')]);
  const second = enter('a 1', [viewer('a')]);
  await settle();
  assert.deepEqual([running.position(), first.position(), second.position()], [0, 1, 2]);
});

test('work of nobody in particular may take every slot', async () => {
  const { queue, enter, settle } = startQueue({ slots: 3 });
  for (let index = 0; index < 5; index += 1) enter(String(index), []);
  await settle();
  assert.deepEqual(queue.load, { waiting: 2, running: 3 });
});

/** A queue of four slots that takes back, with a clock, and work that leaves and enters again when it is asked to. */
function startTakingBack() {
  let now = 0;
  const { queue, enter, admitted, settle } = startQueue({ slots: 4, takesBack: true, now: () => now });
  const takenBack: string[] = [];
  const work = (name: string, callers: Iterable<Caller>, isAgain = false): { ticket: Ticket } => {
    const current = {
      ticket: queue.enter(callers, never, {
        isAgain,
        onTakeBack: () => {
          takenBack.push(name);
          current.ticket.leave();
          current.ticket = work(name, callers, true).ticket;
        },
      }),
    };
    current.ticket.admitted.then(
      () => admitted.push(name),
      () => {},
    );
    return current;
  };
  return { queue, enter, work, admitted, takenBack, settle, advance: (ms: number) => (now += ms) };
}

test('a caller with long work keeps one slot when another asks: what began last waits again, at the head', async () => {
  const { queue, work, admitted, takenBack, settle, advance } = startTakingBack();
  for (let index = 0; index < 5; index += 1) work(`heavy ${index}`, [viewer('heavy')]);
  advance(LONG_WORK_MS + 1);
  const light = work('light 0', [viewer('light')]);
  await settle();
  assert.deepEqual(takenBack, ['heavy 1']);
  assert.deepEqual(admitted, ['heavy 0', 'heavy 1', 'light 0']);
  assert.deepEqual(queue.load, { waiting: 4, running: 2 });
  light.ticket.leave();
  await settle();
  assert.equal(queue.load.running, 1);

  // When nobody else has asked for a while, it has its share again.
  advance(3_000);
  work('heavy 5', [viewer('heavy')]);
  await settle();
  assert.deepEqual(admitted.slice(3), ['heavy 1']);
});

test('work that is short, or that others wait for, is not taken back', async () => {
  const { work, takenBack, settle, advance } = startTakingBack();
  work('a 0', [viewer('a')]);
  work('a 1', [viewer('a')]);
  advance(LONG_WORK_MS - 1);
  work('b', [viewer('b')]);
  await settle();
  assert.equal(takenBack.length, 0);

  const shared = new Set([viewer('c')]);
  work('c 0', [viewer('c')]);
  work('c 1', shared);
  shared.add(viewer('a'));
  advance(3_000);
  work('d', [viewer('d')]);
  await settle();
  assert.ok(!takenBack.includes('c 1'), takenBack.join());
});

test('long work of all viewers of a tenant keeps one slot together when another tenant asks', async () => {
  const { queue, work, admitted, takenBack, settle, advance } = startTakingBack();
  for (let index = 0; index < 150; index += 1) work(`heavy ${index}`, [viewer('large', `heavy ${index}`)]);
  await settle();
  assert.deepEqual(admitted, ['heavy 0', 'heavy 1', 'heavy 2']);
  advance(LONG_WORK_MS + 1);
  const first = work('light 0', [viewer('small')]);
  await settle();
  assert.deepEqual(takenBack, ['heavy 2', 'heavy 1']);
  assert.deepEqual(queue.load, { waiting: 149, running: 2 });
  first.ticket.leave();

  // Viewers without known work are tried one at a time, and none for a while after long work.
  for (let round = 3; round < 6; round += 1) {
    advance(CONTENDED_MS);
    work(`light ${round}`, [viewer('small')]).ticket.leave();
    await settle();
    assert.equal(admitted.at(-2), `heavy ${round}`);
    assert.equal(queue.load.running, 2);
    advance(LONG_WORK_MS + 1);
    work('again', [viewer('small')]).ticket.leave();
    await settle();
    assert.equal(takenBack.at(-1), `heavy ${round}`);
    assert.equal(queue.load.running, 1);
  }
});

test('viewers known for short work are not held up by long work of their tenant', async () => {
  const { work, admitted, settle, advance } = startTakingBack();
  const known = work('known 0', [viewer('large', 'known')]);
  work('heavy 0', [viewer('large', 'heavy 0')]);
  advance(LONG_WORK_MS - 1);
  known.ticket.leave();
  work('heavy 1', [viewer('large', 'heavy 1')]);
  advance(LONG_WORK_MS + 1);
  work('light', [viewer('small')]).ticket.leave();
  work('untried', [viewer('large', 'untried')]);
  work('known 1', [viewer('large', 'known')]);
  await settle();
  assert.deepEqual(admitted, ['known 0', 'heavy 0', 'heavy 1', 'light', 'known 1']);
});

test('long work of many tenants leaves a slot to the next', async () => {
  const { queue, work, takenBack, settle, advance } = startTakingBack();
  for (const tenant of ['a', 'b', 'c', 'd']) work(tenant, [viewer(tenant)]);
  await settle();
  assert.equal(queue.load.running, 4);
  advance(LONG_WORK_MS + 1);
  const light = work('e', [viewer('e')]);
  await settle();
  assert.deepEqual([takenBack, queue.load], [['d'], { waiting: 1, running: 4 }]);
  light.ticket.leave();
  await settle();
  assert.equal(queue.load.running, 3);
});

test('work of nobody in particular is not taken back', async () => {
  const { queue, work, takenBack, settle, advance } = startTakingBack();
  for (const name of ['a', 'b', 'c', 'd']) work(name, []);
  advance(LONG_WORK_MS + 1);
  work('light', [viewer('light')]);
  work('e', []);
  await settle();
  assert.deepEqual([takenBack, queue.load], [[], { waiting: 2, running: 4 }]);
});
