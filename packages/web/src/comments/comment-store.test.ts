import { ApiError } from '@oriel/client';
import type { EmbedDashboardCommentDto, EmbedDashboardCommentThreadDto } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommentClient } from './comment-client.ts';
import { createCommentStore, problemOf } from './comment-store.ts';

const commentOf = (id: number, body = `Comment ${id}`, isOwn = true): EmbedDashboardCommentDto => ({
  id,
  dashboardId: 'Zk3pQ9rT1xWb',
  body,
  isOwn,
  isUnread: !isOwn,
  createdAt: '2026-03-01T09:30:00.000Z',
});
const threadOf = (id: number, isOwn = true): EmbedDashboardCommentThreadDto => ({
  root: commentOf(id, undefined, isOwn),
  replies: [],
  resolvedAt: null,
});

/** A server with threads, the newest first, that answers when it is told to. */
function createServer(count: number) {
  const threads = Array.from({ length: count }, (_, index) => threadOf(count - index));
  const failures: Error[] = [];
  const calls: string[] = [];
  const timers: (() => void)[] = [];
  let hold: Promise<void> | undefined;
  let marksFail = false;
  const answer = async <T>(call: string, value: () => T): Promise<T> => {
    calls.push(call);
    const failure = failures.shift();
    // Of a request that fails nothing is done.
    if (failure) throw failure;
    const read = value();
    await hold;
    return read;
  };
  const client: CommentClient = {
    list: (filter, { first, after }) =>
      answer(`list ${filter} ${first}`, () => {
        const start = after === undefined ? 0 : threads.findIndex(({ root }) => root.id < Number(after));
        const items = threads.slice(start, start + first);
        const hasNextPage = start + first < threads.length;
        return {
          items,
          pageInfo: { hasNextPage, hasPreviousPage: false, endCursor: String(items.at(-1)?.root.id) },
        };
      }),
    create: (body, parentId) => answer(`create ${parentId}`, () => commentOf(1000, body)),
    edit: (id, body) => answer(`edit ${id}`, () => commentOf(id, body)),
    remove: (id) =>
      answer(`remove ${id}`, () => {
        threads.splice(
          threads.findIndex(({ root }) => root.id === id),
          1,
        );
      }),
    setResolved: (id, resolved) =>
      answer(`resolve ${id}`, () => ({ ...threadOf(id), resolvedAt: resolved ? '2026-03-01' : null })),
    markSeen: async (ids) => {
      calls.push(`seen ${ids.join()}`);
      if (marksFail) throw new TypeError('Failed to fetch');
    },
    findPeople: async () => [],
  };
  const store = createCommentStore({ client, setTimer: (callback) => timers.push(callback) });
  const ids = () => store.state().threads.map(({ root }) => root.id);
  const holding = (gate: Promise<void> | undefined) => {
    hold = gate;
  };
  const failMarks = () => {
    marksFail = true;
  };
  return { store, ids, threads, failures, calls, timers, holding, failMarks };
}

/** Lets what has been answered be taken. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const refusal = (status: number, code = 'forbidden') => new ApiError({ status, code });

test('older threads are loaded behind those that are there, and a later look keeps them', async () => {
  const { store, ids, threads } = createServer(45);
  await store.refresh();
  assert.deepEqual([ids().length, store.state().hasMore], [20, true]);
  await store.loadMore();
  await store.loadMore();
  assert.deepEqual([ids().length, store.state().hasMore], [45, false]);
  threads.unshift(threadOf(46, false));
  await store.refresh();
  assert.deepEqual(
    ids(),
    Array.from({ length: 46 }, (_, index) => 46 - index),
  );
  assert.equal(store.state().arrived, 1);
});

test('what was read before a change is not shown over it', async () => {
  const { store, ids, holding } = createServer(2);
  await store.refresh();
  const gate = Promise.withResolvers<void>();
  holding(gate.promise);
  const look = store.refresh();
  holding(undefined);
  await store.create('New');
  assert.deepEqual(ids(), [1000, 2, 1]);
  gate.resolve();
  await look;
  assert.deepEqual(ids(), [1000, 2, 1]);
});

test('a deletion waits, is undone or done, and each only once', async () => {
  const { store, ids, calls, timers } = createServer(3);
  await store.refresh();
  store.remove(2);
  assert.deepEqual([...store.state().removing], [2]);
  store.undo(2);
  store.remove(2);
  timers[0]?.();
  await settle();
  assert.equal(calls.includes('remove 2'), false);
  timers[1]?.();
  timers[1]?.();
  await settle();
  assert.deepEqual(
    calls.filter((call) => call === 'remove 2'),
    ['remove 2'],
  );
  assert.deepEqual([ids(), store.state().removing.size], [[3, 1], 0]);
  store.remove(3);
  await store.flush();
  timers[2]?.();
  assert.deepEqual(ids(), [1]);
});

test('a deletion that is refused gives the comment back, with the reason', async () => {
  const { store, ids, failures } = createServer(1);
  await store.refresh();
  store.remove(1);
  failures.push(refusal(403));
  await store.flush();
  assert.deepEqual([ids(), store.state().problem, store.state().removing.size], [[1], 'refused', 0]);
});

test('a failure says why where nothing is there, and leaves what is', async () => {
  const { store, ids, failures } = createServer(1);
  failures.push(new TypeError('no network'));
  await store.refresh();
  assert.equal(store.state().status, 'unreachable');
  failures.push(refusal(403));
  await store.refresh();
  assert.equal(store.state().status, 'refused');
  await store.refresh();
  assert.equal(store.state().status, 'ready');
  failures.push(new TypeError('no network'));
  await store.refresh();
  assert.deepEqual([ids(), store.state().status], [[1], 'ready']);
  // Who may not read comments any more is shown none.
  failures.push(refusal(404, 'dashboard_not_found'));
  await store.refresh();
  assert.deepEqual([ids(), store.state().status], [[], 'refused']);
});

test('replies, edits and resolving change the thread that they are about', async () => {
  const { store, ids } = createServer(2);
  await store.refresh();
  await store.create('Reply', 1);
  await store.edit(2, 'Better');
  assert.deepEqual(
    store.state().threads.map(({ root, replies }) => [root.body, ...replies.map(({ body }) => body)]),
    [['Better'], ['Comment 1', 'Reply']],
  );
  await store.setResolved(2, true);
  assert.deepEqual(ids(), [1]);
  assert.deepEqual(store.state().moved, { threadId: 2, isResolved: true });
  await store.setResolved(2, false);
  assert.deepEqual([ids(), store.state().moved], [[2, 1], undefined]);
});

test('a thread in which something is being written stays, whatever others do with it, until that is sent or given up', async () => {
  const { store, ids, threads } = createServer(3);
  await store.refresh();
  store.drafts.write('reply 2', 'Half a sentence');
  threads.splice(1, 1);
  await store.refresh();
  assert.deepEqual(ids(), [3, 2, 1]);
  store.show('resolved');
  store.show('open');
  assert.equal(store.drafts.read('reply 2'), 'Half a sentence');
  await settle();
  assert.deepEqual(ids(), [3, 1]);
  store.drafts.write('edit 3', 'Another word');
  threads.shift();
  await store.refresh();
  assert.deepEqual(ids(), [3, 1]);
  store.drafts.write('edit 3', undefined);
  await store.refresh();
  assert.deepEqual(ids(), [1]);
});

test('each refusal is told in words of its own', () => {
  assert.deepEqual(
    [
      new TypeError('x'),
      refusal(503),
      refusal(429),
      refusal(403),
      refusal(404),
      refusal(409, 'comment_thread_full'),
      refusal(507, 'insufficient_storage'),
    ].map(problemOf),
    ['unreachable', 'unreachable', 'unreachable', 'refused', 'gone', 'full', 'storageFull'],
  );
});

test('what is read while the panel is shown counts as seen, and stays marked until the panel is closed', async () => {
  const { store, calls, threads } = createServer(1);
  threads.unshift(threadOf(3, false), {
    ...threadOf(2),
    replies: [commentOf(4, undefined, false), commentOf(5)],
  });
  await store.refresh();
  assert.deepEqual([...store.state().fresh], []);
  store.setShown(true);
  await store.refresh();
  assert.deepEqual([...store.state().fresh], [3, 4]);
  assert.deepEqual(
    calls.filter((call) => call.startsWith('seen')),
    ['seen 3,4'],
  );
  store.setShown(false);
  assert.deepEqual([...store.state().fresh], []);
});

test('a mark that cannot be set says nothing, and is set with the next look', async () => {
  const { store, calls, threads, failMarks } = createServer(1);
  threads.unshift(threadOf(3, false));
  store.setShown(true);
  failMarks();
  await store.refresh();
  await settle();
  assert.deepEqual([store.state().problem, store.state().status], [undefined, 'ready']);
  await store.refresh();
  assert.equal(calls.filter((call) => call === 'seen 3').length, 2);
});

test('a comment that a link names is looked for page by page, and said to be gone where it is nowhere', async () => {
  const { store, ids, calls, failures } = createServer(45);
  await store.showComment(3);
  assert.deepEqual([store.state().linked, store.state().filter, ids().length], [3, 'open', 45]);
  store.show('resolved');
  assert.equal(store.state().linked, undefined);
  await settle();
  calls.length = 0;
  await store.showComment(1000);
  const { linked, problem, filter, status } = store.state();
  assert.deepEqual([linked, problem, filter, status], [undefined, 'gone', 'open', 'ready']);
  assert.equal(calls.filter((call) => call.startsWith('list resolved')).length, 3);
  failures.push(new TypeError('Failed to fetch'));
  await createServer(0).store.showComment(1);
  store.show('resolved');
  await store.showComment(2);
  assert.equal(store.state().problem, undefined);
});
