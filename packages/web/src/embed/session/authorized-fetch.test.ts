import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createAuthorizedFetch } from './authorized-fetch.ts';

const browserFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = browserFetch;
});

/** A session by hand, and a server that takes one token. */
function createWorld() {
  const listeners = new Set<() => void>();
  const session = createAuthorizedFetch({
    token: () => world.token,
    isOver: () => world.isOver,
    expire() {
      world.ends += Number(!world.isOver);
      world.isOver = true;
    },
    onRefused: (code) => void world.refusals.push(code),
    onMissed: () => void (world.misses += 1),
    onRenewed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const world = {
    token: 'first' as string | undefined,
    accepted: 'first' as string | undefined,
    isOver: false,
    ends: 0,
    refusals: [] as string[],
    misses: 0,
    asked: [] as (string | null)[],
    renew(token: string) {
      world.token = world.accepted = token;
      world.isOver = false;
      for (const listener of listeners) listener();
    },
    waiting: () => listeners.size,
  };
  globalThis.fetch = async (_input, init) => {
    const authorization = new Headers(init?.headers).get('authorization');
    world.asked.push(authorization);
    const isTaken = world.accepted === undefined || authorization === `Embed-Token ${world.accepted}`;
    return Response.json({ body: init?.body ?? null }, { status: isTaken ? 200 : 401 });
  };
  return Object.assign(world, session);
}
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

test('each request carries the token of now beside the headers of the caller', async () => {
  const world = createWorld();
  assert.equal((await world.fetch('/a', { headers: { accept: 'text/csv' } })).status, 200);
  world.renew('second');
  assert.equal((await world.request('/a')).status, 200);
  assert.deepEqual(world.asked, ['Embed-Token first', 'Embed-Token second']);
});

test('without a token nothing is said of who asks', async () => {
  const world = createWorld();
  world.token = world.accepted = undefined;
  await world.fetch('/a');
  assert.deepEqual(world.asked, [null]);
});

test('a refused request waits for the next token and is sent again, body and all', async () => {
  const world = createWorld();
  world.accepted = 'second';
  const answers = [world.fetch('/a', { method: 'POST', body: 'one' }), world.fetch('/b', { body: 'two' })];
  await until(() => world.waiting() === 2);
  assert.deepEqual([world.ends, world.misses], [1, 2]);
  world.renew('second');
  const bodies = await Promise.all(answers.map(async (answer) => (await (await answer).json()).body));
  assert.deepEqual(bodies, ['one', 'two']);
  assert.equal(world.waiting(), 0);
});

test('while the session is over the server is not asked', async () => {
  const world = createWorld();
  world.isOver = true;
  const waiting = world.fetch('/a');
  assert.equal((await world.request('/a')).status, 401);
  await until(() => world.waiting() === 1);
  assert.deepEqual([world.asked, world.misses], [[], 2]);
  world.renew('second');
  assert.equal((await waiting).status, 200);
  assert.equal(world.misses, 2);
});

test('a token that is refused once more waits once more', async () => {
  const world = createWorld();
  world.accepted = 'third';
  const answer = world.fetch('/a');
  await until(() => world.waiting() === 1);
  world.renew('second');
  world.accepted = 'third';
  await until(() => world.isOver && world.waiting() === 1);
  world.renew('third');
  assert.equal((await answer).status, 200);
  assert.deepEqual(world.asked.at(-1), 'Embed-Token third');
});

test('a refusal of a token that another has replaced meanwhile ends nothing', async () => {
  const world = createWorld();
  const server = globalThis.fetch;
  world.accepted = 'second';
  globalThis.fetch = async (input, init) => {
    const answer = await server(input, init);
    if (world.token === 'first') world.renew('second');
    return answer;
  };
  assert.equal((await world.request('/a')).status, 200);
  assert.equal(world.ends, 0);
});

test('who gives up does not wait, and is not sent later', async () => {
  const world = createWorld();
  world.isOver = true;
  const abort = new AbortController();
  const answer = world.fetch('/a', { signal: abort.signal });
  await until(() => world.waiting() === 1);
  abort.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  assert.equal(world.waiting(), 0);
  await assert.rejects(world.fetch('/a', { signal: abort.signal }), { name: 'AbortError' });
  assert.deepEqual(world.asked, []);
});

test('the query API says in its own words that the session is over; another 403 is the caller’s', async () => {
  const world = createWorld();
  const refusals = [
    { code: 'forbidden' },
    { code: 'unauthenticated', error: 'Authorization header is not set' },
  ];
  globalThis.fetch = async () => Response.json(refusals.shift(), { status: 403 });
  assert.equal((await world.fetch('/a')).status, 403);
  assert.equal(world.isOver, false);
  assert.equal((await world.request('/a')).status, 403);
  assert.equal(world.isOver, true);
  assert.deepEqual(world.refusals, ['forbidden']);
});

test('a refusal of access is told by its code, and its answer can still be read; what is no refusal is not told', async () => {
  const world = createWorld();
  const answers = [
    Response.json({ code: 'dashboard_not_found', message: 'gone' }, { status: 404 }),
    new Response('<h1>Not found</h1>', { status: 404 }),
    Response.json({ code: 'validation_failed' }, { status: 400 }),
  ];
  globalThis.fetch = async () => answers.shift() ?? Response.error();
  assert.equal((await (await world.request('/a')).json()).message, 'gone');
  assert.equal(await (await world.fetch('/a')).text(), '<h1>Not found</h1>');
  await world.fetch('/a');
  assert.deepEqual(world.refusals, ['dashboard_not_found']);
});
