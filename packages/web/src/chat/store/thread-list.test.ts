import type { ChatThread } from '@oriel/contract';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { ThreadsPage, ThreadsRequest } from '../../chat-client/chat-client.ts';
import { createThreadList } from './thread-list.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

const settled = () => new Promise((resolve) => setImmediate(resolve));
const pageOf = ({ scope, search, after }: ThreadsRequest): ThreadsPage => ({
  threads: [{ id: [scope, search, after].filter(Boolean).join(' ') } as ChatThread],
  end: after === undefined ? 'end' : undefined,
});

/** A list with a server that answers each request when it is let. */
function createTestList() {
  const asked: {
    request: ThreadsRequest;
    signal: AbortSignal | undefined;
    answer(): Promise<unknown>;
    fail(): Promise<unknown>;
  }[] = [];
  const list = createThreadList({
    listThreads(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<ThreadsPage>();
      asked.push({
        request,
        signal,
        answer: () => (resolve(pageOf(request)), settled()),
        fail: () => (reject(new TypeError('fetch failed')), settled()),
      });
      return promise;
    },
  });
  const shown = () => [list.state().status, ...list.state().threads.map(({ id }) => id)];
  return { list, asked, shown };
}

test('a list that nobody has asked for is not read', () => {
  const { list, asked } = createTestList();
  list.refresh();
  assert.equal(asked.length, 0);
});

test('of the lists the newest that was asked for is shown, page by page; the one before is given up', async () => {
  const { list, asked, shown } = createTestList();
  void list.load();
  list.show({ scope: 'shared' });
  assert.deepEqual(
    asked.map(({ signal }) => signal?.aborted),
    [true, false],
  );
  await asked[1]?.answer();
  await asked[0]?.answer();
  assert.deepEqual(shown(), ['loaded', 'shared']);
  void list.more();
  await asked[2]?.answer();
  assert.deepEqual(shown(), ['loaded', 'shared', 'shared end']);
  assert.equal(list.state().end, undefined);
});

test('a search is sent once typing pauses, and what was there stays until it is answered', async () => {
  const { list, asked, shown } = createTestList();
  void list.load();
  await asked[0]?.answer();
  for (const text of ['l', 'la', 'late ']) {
    list.find(text);
    assert.equal(list.state().search, text);
    mock.timers.tick(200);
  }
  assert.equal(asked.length, 1);
  assert.deepEqual(shown(), ['loading', 'own']);
  mock.timers.tick(50);
  assert.deepEqual(
    asked.slice(1).map(({ request }) => request.search),
    ['late'],
  );
  assert.deepEqual(shown(), ['loading', 'own']);
  // Another key gives up what was asked, also before anything else is.
  list.find('later');
  assert.equal(asked[1]?.signal?.aborted, true);
  await asked[1]?.answer();
  assert.deepEqual(shown(), ['loading', 'own']);
  mock.timers.tick(250);
  await asked[2]?.answer();
  assert.deepEqual(shown(), ['loaded', 'own later']);
});

test('another list is read at once, with what was typed, and not once more after the pause', async () => {
  const { list, asked, shown } = createTestList();
  list.find('late');
  list.show({ scope: 'all' });
  mock.timers.tick(1_000);
  assert.equal(asked.length, 1);
  await asked[0]?.answer();
  assert.deepEqual(shown(), ['loaded', 'all late']);
});

test('where a search fails, nothing that was found by another text is left; a list that fails again stays', async () => {
  const { list, asked, shown } = createTestList();
  void list.load();
  await asked[0]?.answer();
  list.refresh();
  await asked[1]?.fail();
  assert.deepEqual(shown(), ['failed', 'own']);
  list.find('late');
  mock.timers.tick(250);
  await asked[2]?.fail();
  assert.deepEqual([...shown(), list.state().end], ['failed', undefined]);
  void list.load();
  await asked[3]?.answer();
  assert.deepEqual(shown(), ['loaded', 'own late']);
});
