import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movesBack, runMoves, type Move, type SendMoves } from './bulk-move.ts';
import { afterRetry, stepsLeft } from './bulk-run.ts';

const report = (id: number, from: number | null = 1, to: number | null = 2): Move => ({
  item: { type: 'REPORT', id, name: `Report ${id}` },
  from,
  to,
});
const reports = (count: number) => Array.from({ length: count }, (_, index) => report(index + 1));
const idsOf = (moves: readonly Move[]) => moves.map(({ item }) => item.id);

/** A server that moves what it is asked to, but for the ids that it refuses, and breaks at a request. */
function serverThat({ refuses = [], breaksAt }: { refuses?: number[]; breaksAt?: number }) {
  const requests: { folderId: number | null; ids: number[] }[] = [];
  const send: SendMoves = (items, folderId) => {
    requests.push({ folderId, ids: items.map(({ id }) => id) });
    if (requests.length === breaksAt) return Promise.reject(new TypeError('network error'));
    const failed = items
      .filter(({ id }) => refuses.includes(id))
      .map((item) => ({ ...item, error: { status: 403, message: 'Not yours' } }));
    return Promise.resolve({ failed });
  };
  return { requests, send };
}

test('250 items go in three requests, in their order', async () => {
  const { requests, send } = serverThat({});
  const heard: number[] = [];
  const result = await runMoves(reports(250), send, (answered) => heard.push(answered));
  assert.deepEqual(
    requests.map(({ ids }) => ids.length),
    [100, 100, 50],
  );
  assert.deepEqual(heard, [100, 200, 250]);
  assert.deepEqual(idsOf(result.done), idsOf(reports(250)));
});

test('nothing to move asks nothing', async () => {
  const { requests, send } = serverThat({});
  assert.deepEqual(await runMoves([], send), { done: [], refused: [], unanswered: [] });
  assert.equal(requests.length, 0);
});

test('each destination has requests of its own', async () => {
  const { requests, send } = serverThat({});
  await runMoves([report(1, 9, null), report(2, 9, 5), report(3, 9, null)], send);
  assert.deepEqual(requests, [
    { folderId: null, ids: [1, 3] },
    { folderId: 5, ids: [2] },
  ]);
});

test('a refused item is kept with its reason, the others move', async () => {
  const { send } = serverThat({ refuses: [2] });
  const result = await runMoves(reports(3), send);
  assert.deepEqual(idsOf(result.done), [1, 3]);
  assert.deepEqual(
    result.refused.map(({ step, message }) => [step.item.name, message]),
    [['Report 2', 'Not yours']],
  );
});

test('a request that breaks leaves the outcomes of the earlier ones, and sends no more', async () => {
  const { requests, send } = serverThat({ refuses: [7], breaksAt: 2 });
  const result = await runMoves(reports(250), send);
  assert.equal(requests.length, 2);
  assert.equal(result.done.length, 99);
  assert.equal(result.refused.length, 1);
  assert.deepEqual(
    idsOf(result.unanswered),
    Array.from({ length: 150 }, (_, index) => index + 101),
  );
  assert.match(String(result.stoppedBy), /network error/);
});

test('what is left is what was refused and what got no answer', async () => {
  const { send } = serverThat({ refuses: [7], breaksAt: 2 });
  const result = await runMoves(reports(102), send);
  assert.deepEqual(idsOf(stepsLeft(result)), [7, 101, 102]);
});

test('after a retry, what moved before and what moves now are one move, and none is left', async () => {
  const first = await runMoves(reports(150), serverThat({ breaksAt: 2 }).send);
  const both = afterRetry(first, await runMoves(stepsLeft(first), serverThat({}).send));
  assert.deepEqual(idsOf(both.done), idsOf(reports(150)));
  assert.deepEqual(stepsLeft(both), []);
  assert.equal(both.stoppedBy, undefined);
});

test('an undo takes each moved item to the folder that it came from, and no other', async () => {
  const moves = [report(1, 5), report(2, null), report(3, 5)];
  const result = await runMoves(moves, serverThat({ refuses: [3] }).send);
  assert.deepEqual(movesBack(result), [report(1, 2, 5), report(2, 2, null)]);
});
