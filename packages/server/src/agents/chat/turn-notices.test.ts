import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createChangeFeed, type ChangeFeed } from '../../db/change-feed.ts';
import { createFactories, createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createThreadStore } from '../threads/thread-store.ts';
import { createTurnNotices } from './turn-notices.ts';
import { createTurnStore, type TurnStore } from './turn-store.ts';

/** Of notices alone: nobody looks. */
const NEVER = { pollMs: 3_600_000, silenceMs: 3_600_000 };
const SERVER = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

let database: TestDatabase;
let store: TurnStore;
let startThread: () => Promise<string>;
let deploymentId: number;
before(async () => {
  database = await createTestDatabase();
  store = createTurnStore(database.db);
  const build = createFactories(database.db);
  const tenantId = await build.tenant();
  const userId = await build.user({ tenantId });
  deploymentId = await build.deployment({ tenantId });
  const { id: agentId } = await database.db.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const thread = { deploymentId, agentId, kind: 'chat', title: 'A chat', branch: null } as const;
  startThread = async () =>
    (await createThreadStore(database.db).insert({ ...thread, owner: { userId } })).id;
});
after(() => database.close());

let feed: ChangeFeed;
beforeEach(() => {
  feed = createChangeFeed({ connection: database.connection, channel: 'chat_change' });
});
afterEach(() => feed.close());

async function untilHeard(): Promise<void> {
  while (feed.version() === undefined) await setImmediate();
}

const claim = async (threadId: string) => {
  const place = await store.claim(threadId, { messageId: '1767225600000-message', server: SERVER });
  assert.ok(place);
  return place;
};
const step = { frames: [{ id: 'a', role: 'assistant', content: 'One.', sort: 0 } as const], messages: [] };

test('begin, steps, end, abort and deletion of a turn are told, of the thread that they are of', async () => {
  const notices = createTurnNotices(feed, NEVER);
  const [threadId, other] = [await startThread(), await startThread()];
  await untilHeard();
  let told = 0;
  const unwatch = notices.watch(threadId, () => (told += 1));
  const toldAfter = async (work: () => Promise<unknown>) => {
    told = 0;
    await work();
    await feed.catchUp();
    return told > 0;
  };
  const place = await claim(threadId);
  assert.equal(await toldAfter(() => store.record(threadId, place, step)), true);
  assert.equal(await toldAfter(() => store.abort(threadId)), true);
  assert.equal(await toldAfter(() => store.end(threadId, SERVER)), true);
  assert.equal(await toldAfter(() => claim(threadId)), true);
  assert.equal(await toldAfter(() => store.beat(threadId, SERVER)), false);
  assert.equal(await toldAfter(() => claim(other)), false);
  assert.equal(await toldAfter(() => createThreadStore(database.db).remove(deploymentId, threadId)), true);
  unwatch();
  assert.equal(await toldAfter(() => store.abort(threadId)), false);
});

test('who follows a thread goes on with a notice, also with one from before it waited', async () => {
  const notices = createTurnNotices(feed, NEVER);
  const threadId = await startThread();
  await untilHeard();
  const place = await claim(threadId);
  const { signal } = new AbortController();
  const followed = notices.follow(threadId);
  const waiting = followed.next(signal);
  await store.record(threadId, place, step);
  await waiting;
  await store.end(threadId, SERVER);
  await feed.catchUp();
  await followed.next(signal);
  followed.close();
});

test('who follows a thread goes on when the connection is lost, and looks until there is another', async () => {
  const threadId = await startThread();
  await untilHeard();
  const { signal } = new AbortController();
  const followed = createTurnNotices(feed, NEVER).follow(threadId);
  const waiting = followed.next(signal);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'oriel changes'`,
  );
  await waiting;
  assert.equal(feed.version(), undefined);
  const looking = createTurnNotices(feed, { pollMs: 1, silenceMs: NEVER.silenceMs }).follow(threadId);
  await looking.next(signal);
  looking.close();
  assert.equal(feed.version(), undefined);
  // What may have been missed is told when there is a connection again.
  const connected = followed.next(signal);
  await untilHeard();
  await connected;
  followed.close();
});

test('without a connection that is told of changes, and after a long silence, it is looked', async () => {
  const deaf = createChangeFeed({
    connection: { ...database.connection, host: '127.0.0.1', port: 1 },
    channel: 'chat_change',
  });
  const { signal } = new AbortController();
  const threadId = await startThread();
  const looking = createTurnNotices(deaf, { pollMs: 1, silenceMs: NEVER.silenceMs }).follow(threadId);
  await looking.next(signal);
  looking.close();
  await deaf.close();
  await untilHeard();
  const patient = createTurnNotices(feed, { pollMs: 1, silenceMs: 3 }).follow(threadId);
  await patient.next(signal);
  patient.close();
});

test('who leaves waits no longer', async () => {
  const controller = new AbortController();
  const followed = createTurnNotices(feed, NEVER).follow(await startThread());
  const waiting = followed.next(controller.signal);
  controller.abort();
  await waiting;
  followed.close();
});
